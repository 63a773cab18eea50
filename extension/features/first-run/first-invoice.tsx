import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import { openPanel } from '../../browser/open-pages.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { InvoiceRow } from '../invoices/invoice-row.tsx'
import type { Page } from '../page/page.ts'
import '../rows/rows.css'

/** The end of the guide: the latest invoice, once the first one is archived; or that there was none to download. */
export function FirstInvoice({ page }: { page: Page }) {
  const overview = page.overview.value
  const archived = overview?.companies.reduce((sum, company) => sum + company.archived, 0) ?? 0
  const item = useLatestInvoice(page, archived)
  if (!overview || (archived === 0 && overview.syncedAt === null)) return null
  return (
    <section class="first-invoice" aria-labelledby="first-invoice">
      <h2 id="first-invoice">{t(archived > 0 ? 'guide-first-invoice' : 'empty-list')}</h2>
      {item && (
        <div class="first-invoice-row">
          <InvoiceRow item={item} ownName={undefined} />
        </div>
      )}
      <p>{archived > 0 ? t('guide-archived', { n: archived }) : t('empty-list-hint')}</p>
      <div class="choices">
        <Button look={overview.syncedAt === null ? 'plain' : 'primary'} onClick={() => void openPanel()}>
          {t('open-panel')}
        </Button>
      </div>
    </section>
  )
}

function useLatestInvoice(page: Page, archived: number): InvoiceItem | undefined {
  const latest = useSignal<InvoiceItem | undefined>(undefined)
  useEffect(() => {
    if (archived === 0) return
    page.host.request('invoices.list', { limit: 20, offset: 0 }).then(
      ({ items }) => {
        latest.value = items.find(({ state }) => state === 'archived')
      },
      error => console.warn('recipisa:', error), // the count above is shown all the same
    )
  }, [page, archived, latest])
  return latest.value
}
