import { type BookMark, UNMARKED } from '../../../shared/domain/books.ts'
import type { ListedMessage, MessageState } from '../../../shared/domain/invoices.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { InvoiceItem, InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import { fold } from '../../../shared/text/search-words.ts'
import { BOOK_OF_MESSAGE } from '../books/book-conditions.ts'

/** A row of `messages`, as `MESSAGE_COLUMNS` select it. */
export type MessageRow = Omit<ListedMessage, 'selfBilled'> & {
  selfBilled: number
  twinId: string | null
  state: MessageState
  seen: number
  path: string | null
  sha256: string | null
  size: number | null
  archivedAt: number | null
  invoice: string | null
  /** `Pdf` as JSON. */
  pdf: string | null
  /** `waiting`, an ErrorBody as JSON, or null once the document is described. */
  undescribed: string | null
  /** `BookMark` as JSON; null for an unmarked one. */
  book: string | null
}

export const WAITING = 'waiting'

export const MESSAGE_COLUMNS = `id, upload_index AS uploadIndex, cui, kind, type, created_at AS createdAt, details,
  seller_cui AS sellerCui, buyer_cui AS buyerCui, self_billed AS selfBilled, twin_id AS twinId, state, seen, path,
  sha256, size, archived_at AS archivedAt, invoice, pdf, undescribed,
  ${BOOK_OF_MESSAGE} AS book`

export function toMessage(row: MessageRow): ListedMessage {
  const { id, uploadIndex, cui, kind, type, createdAt, details, sellerCui, buyerCui } = row
  return { id, uploadIndex, cui, kind, type, createdAt, details, sellerCui, buyerCui, selfBilled: row.selfBilled === 1 }
}

export function toItem(row: MessageRow): InvoiceItem {
  const { id, uploadIndex, cui, kind, type, createdAt, details, sellerCui, buyerCui, twinId, state } = row
  const direction = twinId !== null ? 'both' : kind === 'sent' || kind === 'received' ? kind : null
  const unread = state === 'archived' && row.seen === 0
  const invoice = row.invoice === null ? null : (JSON.parse(row.invoice) as InvoiceSummary)
  const undescribed =
    state !== 'archived' || row.undescribed === null || row.undescribed === WAITING
      ? null
      : (JSON.parse(row.undescribed) as ErrorBody)
  return {
    id,
    twinId,
    uploadIndex,
    cui,
    kind,
    direction,
    type,
    createdAt,
    details,
    sellerCui,
    buyerCui,
    state,
    unread,
    invoice,
    ...(undescribed === null ? {} : { undescribed }),
    ...(direction === null ? {} : { book: row.book === null ? UNMARKED : (JSON.parse(row.book) as BookMark) }),
  }
}

/**
 * Folded words for searches. Those look for parts of words, so that a word within another does not stand there again. Of the
 * sentence in which the list names an invoice only the numbers: the rest is the same in each.
 */
export function searchText(message: SearchedEntry, invoice: SearchedInvoice | null): string {
  const isInvoice = message.kind === 'sent' || message.kind === 'received'
  const parts = [
    message.id,
    message.uploadIndex,
    message.cui,
    ...(isInvoice ? (message.details.match(/\d+/g) ?? []) : [message.details]),
    message.sellerCui,
    message.buyerCui,
    invoice?.number,
    invoice?.sellerName,
    invoice?.sellerCui,
    invoice?.buyerName,
    invoice?.buyerCui,
  ]
  const kept: string[] = []
  const words = fold(parts.filter(part => part).join(' ')).split(' ')
  for (const word of words.toSorted((a, b) => b.length - a.length))
    if (!kept.some(longer => longer.includes(word))) kept.push(word)
  return kept.join(' ')
}

type SearchedEntry = Pick<ListedMessage, 'id' | 'uploadIndex' | 'cui' | 'kind' | 'details' | 'sellerCui' | 'buyerCui'>
type SearchedInvoice = Pick<InvoiceSummary, 'number' | 'sellerName' | 'sellerCui' | 'buyerName' | 'buyerCui'>
