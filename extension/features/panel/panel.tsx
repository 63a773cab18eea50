import type { Signal } from '@preact/signals'
import { t } from '../../locales/locale.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CompaniesView } from '../companies/companies-view.tsx'
import { InvoicesView } from '../invoices/invoices-view.tsx'
import type { InvoiceList } from '../invoices/list-model.ts'
import { nextStep } from '../page/next-step.ts'
import type { Page } from '../page/page.ts'
import { SyncOutcome, SyncRunning } from '../sync/sync-view.tsx'
import { FirstSteps, StepBanner } from './first-steps.tsx'
import { PanelHead } from './panel-head.tsx'
import './panel.css'

export type PanelTab = 'invoices' | 'companies'
/** What the user is looking at; it lives as long as the panel. */
export type PanelView = {
  list: InvoiceList
  tab: Signal<PanelTab>
  /** Id of the document in the detail. */
  selected: Signal<string | undefined>
  chooseCompany(cui: string | undefined): Promise<void>
}

/** The side panel: head, tabs, and the view that fits how far the user has come. */
export function Panel({ page, view }: { page: Page; view: PanelView }) {
  const overview = page.overview.value
  const step = overview && nextStep(overview)
  const hasInvoices = overview?.companies.some(({ archived }) => archived > 0) === true
  const failed = page.failure.value !== undefined
  const { tab } = view

  return (
    <div class="panel">
      <PanelHead page={page} view={view} />
      <Tabs
        label={t('views')}
        tabs={[
          { id: 'invoices', label: t('tab-invoices') },
          { id: 'companies', label: t('tab-companies') },
        ]}
        selected={tab.value}
        onSelect={id => {
          tab.value = id
        }}
      />
      <div class="panel-notices">
        {page.sync.running.value && <SyncRunning page={page} />}
        <SyncOutcome page={page} />
        {overview && (failed || (step && hasInvoices)) && <StepBanner page={page} step={step} />}
      </div>
      <main class="panel-main">
        <div class="panel-view" id={`panel-${tab.value}`} role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
          {!overview && !failed && <PanelPending />}
          {!overview && failed && <FirstSteps page={page} step={undefined} />}
          {overview && tab.value === 'companies' && <CompaniesView page={page} />}
          {overview && tab.value === 'invoices' && (step === undefined || hasInvoices) && (
            <InvoicesView
              page={page}
              list={view.list}
              selected={view.selected}
              select={id => {
                view.selected.value = id
              }}
            />
          )}
          {overview && tab.value === 'invoices' && step && !hasInvoices && <FirstSteps page={page} step={step} />}
        </div>
      </main>
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
