import { useCallback } from 'preact/hooks'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { useMedia } from '../../ui/media.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ActivityView } from '../activity/activity-view.tsx'
import { DeclarationsView } from '../declarations/declarations-view.tsx'
import { InvoicesView } from '../invoices/invoices-view.tsx'
import { FirmsView } from '../lookup/panel/firms-view.tsx'
import { MailboxView } from '../mailbox/mailbox-view.tsx'
import { RightsOffer } from '../mailbox/rights-offer.tsx'
import { nextStep } from '../page/next-step.ts'
import type { Page } from '../page/page.ts'
import { SIDE_BY_SIDE } from '../rows/list-and-detail.tsx'
import { SyncOutcomes, SyncsRunning } from '../sync/sync-view.tsx'
import { DropZone } from '../uploads/drop-zone.tsx'
import { UploadsView } from '../uploads/uploads-view.tsx'
import { Attention } from './attention.tsx'
import { FirstSteps, StepBanner } from './first-steps.tsx'
import { PanelHead } from './panel-head.tsx'
import type { PanelView } from './view.ts'
import './panel.css'

/** The side panel: head, tabs, and the view that fits how far the user has come. */
export function Panel({ page, view }: { page: Page; view: PanelView }) {
  const overview = page.overview.value
  const step = overview && nextStep(overview)
  const hasInvoices = overview?.companies.some(({ archived }) => archived > 0) === true
  const wide = useMedia(SIDE_BY_SIDE)
  const failed = page.failure.value !== undefined
  const { tab, uploads, filings, lookups, selected, declarations } = view
  const lookingUp = tab.value === 'companies' && lookups.inFront.value
  const uploading = tab.value === 'invoices' && uploads.open.value
  const dropWords = lookingUp ? 'batch-drop' : tab.value === 'declarations' ? 'declaration-drop-here' : 'upload-drop'
  const select = (id?: string) => {
    selected.value = id
  }
  const openUploads = () => {
    tab.value = 'invoices'
    uploads.open.value = true
  }
  // What is dropped goes to what is open: signed PDFs to the declarations, anything else to e-Factura.
  const takeFiles = useCallback(
    (files: File[]) => {
      if (lookingUp) lookups.takeFiles(files)
      else if (tab.value === 'declarations') void declarations.submission.take(files)
      else {
        tab.value = 'invoices'
        void uploads.take(files)
      }
    },
    [tab, uploads, declarations, lookups, lookingUp],
  )

  return (
    <div class="panel">
      <PanelHead page={page} view={view} />
      <main class="panel-main">
        <Tabs
          label={t('views')}
          tabs={[
            { id: 'invoices', label: t('tab-invoices') },
            { id: 'mailbox', label: t('tab-mailbox') },
            { id: 'declarations', label: t('tab-declarations') },
            { id: 'companies', label: t('tab-companies') },
            { id: 'activity', label: t('tab-activity') },
          ]}
          selected={tab.value}
          onSelect={id => {
            tab.value = id
          }}
        />
        <div class="panel-notices">
          {tab.value !== 'activity' && <SyncsRunning page={page} />}
          <SyncOutcomes page={page} />
          {overview && <RightsOffer page={page} mailbox={view.mailbox} />}
          {overview && (failed || (step && hasInvoices)) && <StepBanner page={page} step={step} />}
          {overview && tab.value === 'invoices' && !uploading && (wide || !selected.value) && (
            <Attention
              page={page}
              overview={overview}
              onFilings={() => {
                tab.value = 'activity'
              }}
              onDeclarations={() => {
                tab.value = 'declarations'
              }}
            />
          )}
        </div>
        <div class="panel-view" id={`panel-${tab.value}`} role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
          {!overview && !failed && <PanelPending />}
          {!overview && failed && <FirstSteps page={page} step={undefined} />}
          {overview && tab.value === 'companies' && <FirmsView page={page} lookups={lookups} />}
          {overview && tab.value === 'mailbox' && <MailboxView page={page} mailbox={view.mailbox} />}
          {overview && tab.value === 'declarations' && (
            <DeclarationsView
              page={page}
              state={declarations}
              cui={view.list.query.value.cui}
              onOpenMessage={id => {
                tab.value = 'mailbox'
                view.mailbox.open(id)
              }}
            />
          )}
          {overview && tab.value === 'activity' && (
            <ActivityView
              page={page}
              uploads={uploads}
              filings={filings}
              batches={lookups.batches}
              cui={view.list.query.value.cui}
              onUpload={openUploads}
              onOpen={id => {
                tab.value = 'invoices'
                uploads.open.value = false
                select(id)
              }}
              onBatch={id => {
                tab.value = 'companies'
                lookups.inFront.value = true
                lookups.show('batches')
                lookups.openBatch(id)
              }}
            />
          )}
          {uploading && <UploadsView page={page} uploads={uploads} filings={filings} />}
          {overview && tab.value === 'invoices' && !uploading && (step === undefined || hasInvoices) && (
            <InvoicesView
              page={page}
              list={view.list}
              selected={selected}
              select={select}
              filings={filings}
              onUpload={openUploads}
            />
          )}
          {overview && tab.value === 'invoices' && !uploading && step && !hasInvoices && (
            <>
              <FirstSteps page={page} step={step} />
              <p class="panel-check">
                <Button look="link" onClick={openUploads}>
                  {t('upload-check-only')}
                </Button>
              </p>
            </>
          )}
        </div>
      </main>
      <DropZone label={t(dropWords)} onFiles={takeFiles} />
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
