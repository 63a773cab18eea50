import type { Overview } from '../../../shared/protocol/overview.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { FirstSteps } from '../first-run/first-steps.tsx'
import { InvoicesView } from '../invoices/invoices-view.tsx'
import { numberOf } from '../invoices/labels.ts'
import { nextStep } from '../page/next-step.ts'
import type { TabProps } from './panel-tabs.tsx'

const Correction = lazy(async () => (await import('../uploads/correction.tsx')).Correction)
const Reply = lazy(async () => (await import('../uploads/reply.tsx')).Reply)
const UploadDraftsView = lazy(async () => (await import('../uploads/upload-drafts-view.tsx')).UploadDraftsView)
const LedgerView = lazy(async () => (await import('../books/ledger/ledger-view.tsx')).LedgerView)

/** Whether the archive holds an invoice. */
export const hasInvoices = ({ companies }: Overview): boolean => companies.some(({ archived }) => archived > 0)

/** The files being uploaded, the first steps of a newcomer, or the archive's invoices. */
export function InvoicesTab({ page, view, overview }: TabProps) {
  const { uploadDrafts, uploadList, selected, ledger } = view
  const step = nextStep(overview, page.isCertificateChosen.value)
  if (uploadDrafts.open.value)
    return <UploadDraftsView page={page} uploadDrafts={uploadDrafts} uploadList={uploadList} />
  if (ledger.open.value)
    return (
      <LedgerView
        host={page.host}
        ledger={ledger}
        companies={overview.companies}
        onOpen={view.openInvoice}
        onClose={() => {
          ledger.open.value = false
        }}
      />
    )
  if (step !== undefined && !hasInvoices(overview))
    return (
      <>
        <FirstSteps page={page} step={step} />
        <p class="panel-check">
          <Button look="link" onClick={view.openUploads}>
            {t('upload-check-only')}
          </Button>
        </p>
      </>
    )
  return (
    <InvoicesView
      page={page}
      list={view.list}
      bookExport={view.bookExport}
      selected={selected}
      select={id => {
        selected.value = id
      }}
      reply={item => <Reply item={item} invoiceNumber={numberOf(item)} page={page} uploadList={uploadList} />}
      correct={item => <Correction item={item} host={page.host} uploadDrafts={uploadDrafts} />}
      onUpload={view.openUploads}
      onLedger={view.openLedger}
    />
  )
}
