import type { InvoiceItem } from '../../../shared/protocol/invoices.ts'
import type { Key } from '../../locales/translate.ts'
import type { Tone } from '../../ui/status.tsx'

/** What kind of thing a row is, in a word. */
export function kindKey({ direction, kind }: Pick<InvoiceItem, 'direction' | 'kind'>): Key {
  return direction === 'both' ? 'kind-both' : `kind-${kind}`
}

/** How a document stands: refused by the authority first, then whether we have it. */
export function stateOf({ kind, state }: Pick<InvoiceItem, 'kind' | 'state'>): { key: Key; tone: Tone } {
  if (state === 'expired') return { key: 'state-expired', tone: 'bad' }
  if (state === 'failed') return { key: 'state-failed', tone: 'bad' }
  if (kind === 'errors') return { key: 'kind-errors', tone: 'bad' }
  return state === 'listed' ? { key: 'state-listed', tone: 'wait' } : { key: 'state-archived', tone: 'good' }
}

/** The number that people know a document by; the upload index where its XML has none or is not here yet. */
export function numberOf({ invoice, uploadIndex }: Pick<InvoiceItem, 'invoice' | 'uploadIndex'>): string {
  return invoice?.number || uploadIndex
}

/** Name, or CUI, of the other side of a document; undefined where neither the XML nor the list tells. */
export function counterpartOf(item: InvoiceItem): string | undefined {
  const { invoice, cui } = item
  const seller = { name: invoice?.sellerName, cui: invoice?.sellerCui ?? item.sellerCui }
  const buyer = { name: invoice?.buyerName, cui: invoice?.buyerCui ?? item.buyerCui }
  const other = seller.cui?.replace(/^RO/i, '') === cui ? buyer : seller
  return other.name ?? (other.cui ? `CUI ${other.cui}` : undefined)
}
