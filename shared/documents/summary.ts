import { negated } from '../domain/decimal.ts'
import type { InvoiceSummary } from '../protocol/invoices/invoices.ts'
import type { ReadDocument } from './taken.ts'

/** The fields of a document that lists and search show. A credit note's amounts are positive, whatever its seller wrote. */
export function summarize(document: ReadDocument): InvoiceSummary {
  const isNegative = document.type === 'credit-note' && document.storno === 'negative'
  const amount = (written: string | null) => (isNegative && written !== null ? negated(written) : written)
  return abridged({
    number: document.number,
    issueDate: document.issueDate,
    sellerName: document.seller.name,
    sellerCui: document.seller.cui,
    buyerName: document.buyer.name,
    buyerCui: document.buyer.cui,
    grossAmount: amount(document.totals.gross),
    payableAmount: amount(document.totals.payable),
    currency: document.currency,
    type: document.type === 'credit-note' || document.storno === 'credit-note' ? 'credit-note' : 'invoice',
    attachments: document.attachments.length,
  })
}

/** Longest text of a summary, characters: far longer than any number or name. */
const MOST_TEXT = 300

/** The summary with texts that fit into a list: one document must not fill an answer shared by many (H-01). */
function abridged(summary: InvoiceSummary): InvoiceSummary {
  const texts = Object.entries(summary).map(([field, text]) => [
    field,
    typeof text === 'string' && text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text,
  ])
  return Object.fromEntries(texts) as InvoiceSummary
}
