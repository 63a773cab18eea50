import type { InvoiceItem } from '../../../shared/protocol/invoices.ts'
import type { Key } from '../../locales/translate.ts'
import type { Tone } from '../../ui/status.tsx'

/** What kind of thing a row is, in a word. */
export function kindKey({ direction, kind }: Pick<InvoiceItem, 'direction' | 'kind'>): Key {
  return direction === 'both' ? 'kind-both' : `kind-${kind}`
}

/** How a document stands, in a word and in a sentence: lost or refused first, then whether we have it. */
export function stateOf({ kind, state, undescribed }: Pick<InvoiceItem, 'kind' | 'state' | 'undescribed'>): {
  word: Key
  text: Key
  tone: Tone
} {
  if (state === 'expired') return { word: 'state-expired-word', text: 'state-expired', tone: 'bad' }
  if (state === 'failed') return { word: 'state-failed-word', text: 'state-failed', tone: 'bad' }
  if (kind === 'errors') return { word: 'kind-errors', text: 'kind-errors', tone: 'bad' }
  if (state === 'listed') return { word: 'state-listed-word', text: 'state-listed', tone: 'wait' }
  if (undescribed) return { word: 'state-undescribed-word', text: 'state-undescribed', tone: 'wait' }
  return { word: 'state-archived', text: 'state-archived', tone: 'good' }
}

/** Arrow of a document's direction: towards us, from us, or both. */
export function arrowOf({ direction }: Pick<InvoiceItem, 'direction'>): string {
  return direction === null ? '' : { received: '↓', sent: '↑', both: '↕' }[direction]
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
