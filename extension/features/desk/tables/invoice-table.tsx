import { signedAmount } from '../../../../shared/documents/storno.ts'
import { BookState } from '../../../../shared/domain/books.ts'
import { MessageState } from '../../../../shared/domain/invoices.ts'
import type { InvoiceItem } from '../../../../shared/protocol/invoices/invoices.ts'
import {
  INVOICE_CHOICES,
  InvoiceChoice,
  type InvoiceFilter,
  type InvoiceSort,
} from '../../../../shared/protocol/invoices/query.ts'
import { formatAmount, formatDay, formatDayOf } from '../../../locales/format.ts'
import { locale, t } from '../../../locales/locale.ts'
import { markedWords } from '../../books/marked-words.ts'
import { counterpartOf, kindKey, numberOf, stateOf, summaryOf } from '../../invoices/labels.ts'
import type { Page } from '../../page/page.ts'
import type { DeskView } from '../address.ts'
import { companyName } from './company-name.ts'
import { amountsOf, commonParams, daysOf } from './filter-values.ts'
import { StateCell } from './state-cell.tsx'
import { column, type TableSpec } from './table-spec.ts'

const SORTS: readonly InvoiceSort[] = ['arrived', 'issued', 'number', 'partner', 'company', 'amount', 'state']

/** The pressed chip. */
export const choiceOf = ({ filters }: DeskView): InvoiceChoice =>
  InvoiceChoice.options.find(choice => choice === filters.show) ?? 'all'

/** The host's filter for a view. `now`: epoch milliseconds, for periods in words. */
export const invoiceFilter = (view: DeskView, now: number): InvoiceFilter => ({
  ...otherFilters(view, now),
  ...INVOICE_CHOICES[choiceOf(view)],
})

/** The same without the chip, whose alternatives the host counts. */
export function otherFilters(view: DeskView, now: number): InvoiceFilter {
  const { issued, arrived, amount, currency, state, unread, attachments, pdf, unexported, book } = view.filters
  const bookState = BookState.options.find(one => one === book)
  const archiveState = MessageState.options.find(one => one === state)
  const [issuedIn, arrivedIn, amounts] = [daysOf(issued, now), daysOf(arrived, now), amountsOf(amount, now)]
  return {
    ...commonParams(view),
    ...(issuedIn ? { issuedSince: issuedIn.since, issuedUntil: issuedIn.until } : {}),
    ...(arrivedIn ? { since: arrivedIn.since, until: arrivedIn.until } : {}),
    ...(amounts ? { amount: amounts } : {}),
    ...(currency ? { currency: currency.trim().toUpperCase().slice(0, 3) } : {}),
    ...(archiveState ? { state: archiveState } : {}),
    ...(unread ? { unread: true } : {}),
    ...(attachments ? { attachments: true } : {}),
    ...(pdf ? { pdf: false } : {}),
    ...(unexported ? { exported: false } : {}),
    ...(bookState ? { book: bookState } : {}),
  }
}

export function invoiceTable(page: Page): TableSpec<InvoiceItem> {
  /** Page cursors by first row, so that the host need not count up to them. */
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
      { id: 'messages', label: 'show-buyer-messages' },
      { id: 'missing', label: 'show-missing' },
      { id: 'unread', label: 'show-unread' },
    ],
    filters: ['book', 'unexported', 'state', 'unread', 'issued', 'arrived', 'amount', 'currency', 'attachments', 'pdf'],
    columns: [
      column('issued', 'column-issued', 100, item => {
        const day = summaryOf(item)?.issueDate
        return day ? formatDay(locale.value, day) : ''
      }),
      column('direction', 'column-direction', 116, item => t(kindKey(item)), { canSort: false }),
      column('number', 'column-number', 146, numberOf),
      column('partner', 'column-partner', 188, item => counterpartOf(item) ?? '', { grows: true }),
      column('company', 'column-company', 184, item => companyName(page, item.cui)),
      column('amount', 'column-amount', 140, amountOf, { isNumeric: true }),
      column('state', 'column-state', 130, item => <InvoiceState item={item} />),
      column('arrived', 'column-arrived', 100, item => formatDayOf(locale.value, item.createdAt)),
      column('book', 'books', 120, BookCell, { canSort: false }),
      column('marked', 'column-marked', 200, ({ book }) => (book ? markedWords(book) : ''), {
        canSort: false,
        isUsual: false,
      }),
      column('note', 'book-note', 180, ({ book }) => book?.note ?? '', { canSort: false, isUsual: false }),
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
      // A request for the number alone does not concern the rows in view.
      if (limit > 1 && starts.of !== of) starts = { of, at: new Map() }
      const after = starts.of === of ? starts.at.get(offset) : undefined
      const place = after === undefined ? { offset } : { after }
      const count = filter.search !== undefined && limit > 1 ? { count: 'later' as const } : {}
      const question = { ...filter, sort, limit, ...place, ...count }
      const { items, total, isCounted, next } = await page.host.request('invoices.list', question)
      if (next !== null && starts.of === of) starts.at.set(offset + items.length, next)
      return { items, total, isCounted }
    },
  }
}

function amountOf(item: InvoiceItem): string {
  const invoice = summaryOf(item)
  const amount = invoice && signedAmount(invoice)
  return amount ? formatAmount(locale.value, amount, invoice.currency) : ''
}

function partnerCui({ invoice, cui, sellerCui, buyerCui }: InvoiceItem): string {
  const seller = (invoice?.sellerCui ?? sellerCui ?? '').replace(/^RO/i, '')
  return seller === cui ? (invoice?.buyerCui ?? buyerCui ?? '') : seller
}

function InvoiceState({ item }: { item: InvoiceItem }) {
  const { word, text, tone } = stateOf(item)
  return (
    <span title={tone === 'good' ? undefined : t(text)}>
      <StateCell word={word} tone={tone} />
    </span>
  )
}

/** The state in the books; new is the default. The tooltip adds who set it, and the note. */
function BookCell({ book }: InvoiceItem) {
  if (!book) return ''
  const more = [markedWords(book), book.note].filter(text => text !== '').join(' · ')
  return (
    <span class={book.state === 'new' ? 'muted' : ''} title={more}>
      {t(`book-${book.state}`)}
    </span>
  )
}
