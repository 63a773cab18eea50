import type { VatOfRate } from '../../../shared/documents/vat-by-rate.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import type { StoredDocument } from '../store/document-store.ts'
import type { Pdf } from './invoice-documents.ts'

/** A stored document and its content. */
export type StoredInvoice = StoredDocument & {
  invoice: InvoiceSummary | null
  /** Different words of the invoice's lines, folded. */
  lineWords: string
  vat: readonly VatOfRate[]
  /** Upload index of the invoice that a buyer's message is about. */
  refersTo: string | null
  /** The PDF beside the document. */
  pdf: Pdf | null
  /** Why the document has no description: it is still waiting, or describing failed. */
  undescribed: 'waiting' | ErrorBody | null
}
