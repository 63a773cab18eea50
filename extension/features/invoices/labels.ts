import type { InvoiceItem, InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import type { Key } from '../../locales/translate.ts'
import type { Tone } from '../../ui/status.tsx'

/** Label of a row's kind. */
export function kindKey({ direction, kind }: Pick<InvoiceItem, 'direction' | 'kind'>): Key {
  return direction === 'both' ? 'kind-both' : `kind-${kind}`
}

/** State of a document as a word and as a sentence: expired, failed or with errors first, then whether it is archived. */
export function stateOf({
  kind,
  state,
  undescribed,
  filed,
}: Pick<InvoiceItem, 'kind' | 'state' | 'undescribed' | 'filed'>): {
  word: Key
  text: Key
  tone: Tone
} {
  if (state === 'expired') return { word: 'state-expired-word', text: 'state-expired', tone: 'bad' }
  if (state === 'failed') return { word: 'state-failed-word', text: 'state-failed', tone: 'bad' }
  if (filed?.correction?.state === 'valid')
    return { word: 'state-corrected-word', text: 'state-corrected', tone: 'good' }
  if (kind === 'errors') return { word: 'kind-errors', text: 'kind-errors', tone: 'bad' }
  if (state === 'listed') return { word: 'state-listed-word', text: 'state-listed', tone: 'wait' }
  if (undescribed) return { word: 'state-undescribed-word', text: 'state-undescribed', tone: 'wait' }
  return { word: 'state-archived', text: 'state-archived', tone: 'good' }
}

/** Arrow for a document's direction: received, sent, or both. */
export function arrowOf({ direction }: Pick<InvoiceItem, 'direction'>): string {
  return direction === null ? '' : { received: '↓', sent: '↑', both: '↕' }[direction]
}

/** The invoice's number; the upload index when the XML has none or is not here yet. */
export function numberOf(item: Pick<InvoiceItem, 'invoice' | 'filed' | 'uploadIndex'>): string {
  return summaryOf(item)?.number || item.filed?.fileName || item.uploadIndex
}

/** The invoice in short: from its own XML, or from a filing with errors. */
export function summaryOf({ invoice, filed }: Pick<InvoiceItem, 'invoice' | 'filed'>): InvoiceSummary | null {
  return invoice ?? filed?.invoice ?? null
}

/** Name or CUI of the other party; undefined when neither the XML nor the list names it. */
export function counterpartOf(item: InvoiceItem): string | undefined {
  const { cui } = item
  const invoice = summaryOf(item)
  const seller = { name: invoice?.sellerName, cui: invoice?.sellerCui ?? item.sellerCui }
  const buyer = { name: invoice?.buyerName, cui: invoice?.buyerCui ?? item.buyerCui }
  const other = seller.cui?.replace(/^RO/i, '') === cui ? buyer : seller
  return other.name ?? (other.cui ? `CUI ${other.cui}` : undefined)
}
