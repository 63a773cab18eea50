import { useCallback } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { LostTexts } from '../../ui/fields/lost-texts.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { useMedia } from '../../ui/media.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EndingCertificates } from '../certificates/ending-certificates.tsx'
import { Reminder } from '../connection/reminder.tsx'
import { FirstSteps, StepBanner } from '../first-run/first-steps.tsx'
import { RightsOffer } from '../mailbox/rights-offer.tsx'
import { HostUpdate } from '../page/host-update.tsx'
import { nextStep } from '../page/next-step.ts'
import type { Page } from '../page/page.ts'
import { SIDE_BY_SIDE } from '../rows/list-and-detail.tsx'
import { SyncOutcomes, SyncsRunning } from '../sync/sync-view.tsx'
import { DropZone } from '../uploads/drop-zone.tsx'
import { AttentionLine } from './attention-line.tsx'
import { hasInvoices } from './invoices-tab.tsx'
import { PanelHead } from './panel-head.tsx'
import { PANEL_TABS } from './panel-tabs.tsx'
import { PANEL_TAB_IDS } from './tab-ids.ts'
import type { PanelView } from './view.ts'
import './panel.css'

const UploadDraftsView = lazy(async () => (await import('../uploads/upload-drafts-view.tsx')).UploadDraftsView)

/** The side panel: head, tabs, notices, and the view of the selected tab once the host has answered. */
export function Panel({ page, view }: { page: Page; view: PanelView }) {
  const overview = page.overview.value
  const step = overview && nextStep(overview, page.isCertificateChosen.value)
  const wide = useMedia(SIDE_BY_SIDE)
  const failed = page.failure.value !== undefined
  const { tab, uploadDrafts, uploadList, selected } = view
  const { View, dropTarget } = PANEL_TABS[tab.value]
  const uploading = tab.value === 'invoices' && uploadDrafts.open.value
  // Until it is known the line would change during reading; the activity tab says why it is missing.
  const due = view.today.found.value?.due ?? (view.today.error.value === undefined ? undefined : 0)
  const takeFiles = useCallback((files: File[]) => PANEL_TABS[view.tab.value].dropTarget(view).take(files), [view])

  return (
    <div class="panel">
      <PanelHead page={page} view={view} />
      <main class="panel-main">
        <Tabs
          label={t('views')}
          tabs={PANEL_TAB_IDS.map(id => ({ id, label: t(`tab-${id}`) }))}
          selected={tab.value}
          onSelect={id => {
            tab.value = id
          }}
        />
        <div class="panel-notices">
          {tab.value !== 'activity' && <SyncsRunning page={page} />}
          <SyncOutcomes page={page} shortfalls={tab.value === 'activity' ? 'listed' : 'none'} />
          <HostUpdate page={page} />
          <LostTexts />
          {overview && <RightsOffer page={page} mailbox={view.mailbox} />}
          {overview && (failed || (step && hasInvoices(overview))) && <StepBanner page={page} step={step} />}
          {overview && tab.value === 'invoices' && <Reminder page={page} overview={overview} />}
          {overview && tab.value === 'invoices' && (
            <EndingCertificates certificates={overview.certificates} now={page.now.value} />
          )}
          {overview && due !== undefined && tab.value !== 'activity' && !uploading && (wide || !selected.value) && (
            <AttentionLine
              overview={overview}
              due={due}
              onShow={() => {
                tab.value = 'activity'
                view.reveal.value = 'today-title'
              }}
            />
          )}
        </div>
        <div class="panel-view" id={`panel-${tab.value}`} role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
          {overview && <View page={page} view={view} overview={overview} />}
          {!overview && (failed ? <FirstSteps page={page} step={undefined} /> : <PanelPending />)}
          {!overview && uploading && (
            <UploadDraftsView page={page} uploadDrafts={uploadDrafts} uploadList={uploadList} />
          )}
        </div>
      </main>
      <DropZone label={t(dropTarget(view).label)} onFiles={takeFiles} />
    </div>
  )
}

function PanelPending() {
  return (
    <div class="panel-pending">
      {[32, 26, 30, 22, 28, 24].map(chars => (
        <Skeleton key={chars} chars={chars} />
      ))}
    </div>
  )
}
