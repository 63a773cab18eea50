import { BookState } from '../../../../shared/domain/books.ts'
import type { InvoiceItem } from '../../../../shared/protocol/invoices/invoices.ts'
import type { InvoiceFilter, InvoiceSort } from '../../../../shared/protocol/invoices/query.ts'
import { formatAmount, formatDay, formatDayOf } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { Status } from '../../../ui/status.tsx'
import { counterpartOf, kindKey, numberOf, stateOf } from '../../invoices/labels.ts'
import type { Page } from '../../page/page.ts'
import type { DeskView } from '../address.ts'
import { companyName } from './company-name.ts'
import { commonParams, daysOf } from './filter-values.ts'
import { column, type TableSpec } from './table-spec.ts'

const SHOWN = {
  all: {},
  received: { direction: 'received' },
  sent: { direction: 'sent' },
  errors: { kind: 'errors' },
  missing: { archived: false },
  unread: { unread: true },
} as const satisfies Record<string, InvoiceFilter>

const SORTS: readonly InvoiceSort[] = ['arrived', 'issued', 'number', 'partner', 'company', 'amount', 'state']

/** The host's filter for a view. `now`: epoch milliseconds, for periods in words. */
export function invoiceFilter(view: DeskView, now: number): InvoiceFilter {
  const { show = 'all', issued, arrived, currency, attachments, pdf, book } = view.filters
  const bookState = BookState.options.find(state => state === book)
  const [issuedIn, arrivedIn] = [daysOf(issued, now), daysOf(arrived, now)]
  return {
    ...commonParams(view),
    ...SHOWN[show as keyof typeof SHOWN],
    ...(issuedIn ? { issuedSince: issuedIn.since, issuedUntil: issuedIn.until } : {}),
    ...(arrivedIn ? { since: arrivedIn.since, until: arrivedIn.until } : {}),
    ...(currency ? { currency: currency.trim().toUpperCase().slice(0, 3) } : {}),
    ...(attachments ? { attachments: true } : {}),
    ...(pdf ? { pdf: false } : {}),
    ...(bookState ? { book: bookState } : {}),
  }
}

export function invoiceTable(page: Page): TableSpec<InvoiceItem> {
  /** Where pages begin, by their first row, so that the host need not count up to them. */
  let starts = { of: '', at: new Map<number, string>() }
  const filterOf = (view: DeskView) => invoiceFilter(view, page.now.peek())
  return {
    id: 'invoices',
    label: 'desk-invoices',
    rowHeight: 32,
    usualSort: { by: 'arrived', descending: true },
    usualChoice: 'all',
    choices: [
      { id: 'all', label: 'show-all' },
      { id: 'received', label: 'show-received' },
      { id: 'sent', label: 'show-sent' },
      { id: 'errors', label: 'show-errors' },
      { id: 'missing', label: 'show-missing' },
      { id: 'unread', label: 'show-unread' },
    ],
    filters: ['book', 'issued', 'arrived', 'currency', 'attachments', 'pdf'],
    columns: [
      column('issued', 'column-issued', 100, item =>
        item.invoice?.issueDate ? formatDay(locale.value, item.invoice.issueDate) : '',
      ),
      column('direction', 'column-direction', 116, item => t(kindKey(item)), { canSort: false }),
      column('number', 'column-number', 146, numberOf),
      column('partner', 'column-partner', 220, item => counterpartOf(item) ?? '', { grows: true }),
      column('company', 'column-company', 200, item => companyName(page, item.cui)),
      column('amount', 'column-amount', 140, amountOf, { isNumeric: true }),
      column('state', 'column-state', 130, item => <InvoiceState item={item} />),
      column('arrived', 'column-arrived', 100, item => formatDayOf(locale.value, item.createdAt)),
      column('book', 'books', 120, ({ book }) => (book ? t(`book-${book.state}`) : ''), {
        canSort: false,
        isUsual: false,
      }),
      column('partner-cui', 'column-partner-cui', 110, partnerCui, { canSort: false, isUsual: false }),
      column('upload-index', 'column-upload-index', 130, item => item.uploadIndex, { canSort: false, isUsual: false }),
    ],
    idOf: ({ id }) => id,
    isUnread: ({ unread }) => unread,
    async fetch(view, offset, limit) {
      const filter = filterOf(view)
      const by = SORTS.find(sort => sort === view.sort?.by) ?? 'arrived'
      const sort = { by, descending: view.sort?.descending ?? true }
      const of = JSON.stringify([filter, sort])
      // A question for the number alone is not about the rows in view.
      if (limit > 1 && starts.of !== of) starts = { of, at: new Map() }
      const after = starts.of === of ? starts.at.get(offset) : undefined
      const place = after === undefined ? { offset } : { after }
      const { items, total, next } = await page.host.request('invoices.list', { ...filter, sort, limit, ...place })
      if (next !== null && starts.of === of) starts.at.set(offset + items.length, next)
      return { items, total }
    },
  }
}

/** A credit note is money back. */
function amountOf({ invoice }: InvoiceItem): string {
  if (!invoice?.payableAmount) return ''
  const isBack = invoice.type === 'credit-note' && !invoice.payableAmount.startsWith('-')
  return formatAmount(locale.value, `${isBack ? '-' : ''}${invoice.payableAmount}`, invoice.currency)
}

function partnerCui({ invoice, cui, sellerCui, buyerCui }: InvoiceItem): string {
  const seller = (invoice?.sellerCui ?? sellerCui ?? '').replace(/^RO/i, '')
  return seller === cui ? (invoice?.buyerCui ?? buyerCui ?? '') : seller
}

/** Only what is not as usual has a mark: a green tick in every row says nothing. */
function InvoiceState({ item }: { item: InvoiceItem }) {
  const { word, text, tone } = stateOf(item)
  if (tone === 'good') return <span class="muted">{t(word)}</span>
  return (
    <span title={t(text)}>
      <Status tone={tone}>{t(word)}</Status>
    </span>
  )
}
