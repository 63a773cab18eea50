import { signedAmount, signedPayable } from '../../../shared/documents/storno.ts'
import type { BookState } from '../../../shared/domain/books.ts'
import type { MessageKind, MessageState } from '../../../shared/domain/invoices.ts'
import { romaniaMinute } from '../../../shared/domain/romania-time.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { Column } from '../../tables/table.ts'
import type { ListColumns } from './table.ts'

const KINDS: Readonly<Record<MessageKind, string>> = {
  sent: 'Trimisă',
  received: 'Primită',
  errors: 'Cu erori',
  'buyer-message': 'Mesaj cumpărător',
  other: '',
}
const STATES: Readonly<Record<MessageState, string>> = {
  listed: 'nedescărcată',
  archived: 'arhivată',
  expired: 'nu mai poate fi descărcată',
  failed: 'descărcare nereușită',
}
const BOOKS: Readonly<Record<BookState, string>> = { new: 'nouă', checked: 'verificată', exported: 'exportată' }

const isCreditNote = ({ invoice }: InvoiceItem) => invoice?.type === 'credit-note'

/** Name and CUI of the other party. */
function partnerOf({ invoice, cui, sellerCui, buyerCui }: InvoiceItem): { name: string | null; cui: string | null } {
  const seller = { name: invoice?.sellerName ?? null, cui: invoice?.sellerCui ?? sellerCui }
  const buyer = { name: invoice?.buyerName ?? null, cui: invoice?.buyerCui ?? buyerCui }
  return seller.cui?.replace(/^RO/i, '') === cui ? buyer : seller
}

/**
 * The list of e-Factura documents: the index's facts about each, so that documents not yet downloaded have a row too.
 */
export function invoiceColumns({ companies }: Pick<Archive, 'companies'>): ListColumns<InvoiceItem> {
  const names = new Map(companies.list().map(({ cui, name }) => [cui, name]))
  const columns: Column<InvoiceItem>[] = [
    { head: 'Firmă', type: 'text', width: 28, value: ({ cui }) => names.get(cui) ?? cui },
    { head: 'CUI firmă', type: 'text', width: 14, value: ({ cui }) => cui },
    { head: 'Fel', type: 'text', value: ({ kind, type }) => KINDS[kind] || type },
    { head: 'Număr', type: 'text', value: ({ invoice }) => invoice?.number },
    { head: 'Data', type: 'day', value: ({ invoice }) => invoice?.issueDate },
    { head: 'Partener', type: 'text', width: 28, value: item => partnerOf(item).name },
    { head: 'CUI partener', type: 'text', width: 14, value: item => partnerOf(item).cui },
    { head: 'Total cu TVA', type: 'amount', hasTotal: true, value: ({ invoice }) => invoice && signedAmount(invoice) },
    { head: 'De plată', type: 'amount', hasTotal: true, value: ({ invoice }) => invoice && signedPayable(invoice) },
    { head: 'Moneda', type: 'text', width: 9, value: ({ invoice }) => invoice?.currency },
    { head: 'Notă de creditare', type: 'text', width: 10, value: item => (isCreditNote(item) ? 'DA' : '') },
    { head: 'Atașamente', type: 'count', value: ({ invoice }) => String(invoice?.attachments ?? 0) },
    { head: 'Înregistrată în SPV', type: 'moment', value: ({ createdAt }) => romaniaMinute(createdAt) },
    { head: 'Stare', type: 'text', value: ({ state }) => STATES[state] },
    { head: 'În contabilitate', type: 'text', value: ({ book }) => book && BOOKS[book.state] },
    { head: 'Marcată de', type: 'text', value: ({ book }) => book?.by },
    { head: 'Marcată la', type: 'moment', value: ({ book }) => (book?.at ? romaniaMinute(book.at) : null) },
    { head: 'Notă', type: 'text', width: 28, value: ({ book }) => book?.note },
    { head: 'Index încărcare', type: 'text', value: ({ uploadIndex }) => uploadIndex },
    { head: 'Id în SPV', type: 'text', value: ({ id }) => id },
  ]
  // An invoice with errors counts in no sum, as in lists.
  return { name: 'Facturi', columns, totalOf: ({ kind, invoice }) => (kind === 'errors' ? null : invoice?.currency) }
}
