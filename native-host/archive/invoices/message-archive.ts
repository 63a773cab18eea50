import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type {
  InvoiceChoice,
  InvoiceFilter,
  InvoiceGrouping,
  InvoiceSort,
  InvoicesSummary,
} from '../../../shared/protocol/invoices/query.ts'
import type { ArchivedDocument } from '../core/archive.ts'

/** `cui` is normalized here. */
export type MessageQuery = Partial<InvoiceFilter> & {
  sort?: { by: InvoiceSort; descending: boolean } | undefined
  limit: number
  offset: number
  after?: string | undefined
  /** `later`: if messages would have to be counted one by one, `total` is only what is known without counting. */
  count?: 'later' | undefined
}

/** A message with a document to download. `failures`: the number of failed downloads, the last one with `error`. */
export type PendingMessage = {
  id: string
  cui: string
  createdAt: number
  failures: number
  retryAt: number | null
  error: ErrorBody | null
}
/**
 * Why a document is not in the archive. `note`: the authority's own reason for withholding it; `error`: the last
 * download's; `since`: since when, epoch ms, if known.
 */
export type Absence = { note: string | null; error: ErrorBody | null; since: number | null }

export type Messages = {
  /** Records list entries; known entries stay unchanged. Returns the number of new ones. */
  record(entries: readonly ListedMessage[]): number
  /** Messages of these companies not yet downloaded (`listed` or `failed`), the oldest first (E-34). */
  pending(cuis: readonly string[]): PendingMessage[]
  /** These messages, of any company, as far as not yet downloaded. */
  pendingOf(ids: readonly string[]): PendingMessage[]
  /**
   * Claims a message for download by this process. False while another living process holds it, while a process works
   * on the upload that it answers and will bring it (E-33), or if it needs no download any more. The claim of a dead
   * process is free.
   */
  claim(id: string): boolean
  /** The same for the follow-up of an upload, which has the upload's claim. */
  claimForUpload(id: string): boolean
  release(id: string): void
  /** Archives the bytes that an interrupted run left on disk; false if there are none. */
  recover(id: string): Promise<boolean>
  /**
   * Archives the downloaded ZIP byte for byte: the file first, then the index. Only then is the ZIP read, so that its
   * content cannot prevent its archiving. Idempotent. Throws `answer-unexpected` if the bytes are not a whole ZIP.
   */
  store(id: string, zip: Uint8Array): Promise<void>
  /** Adds the texts of new messages to the search index, slice by slice; searches find them even before that. */
  indexTexts(signal: AbortSignal): Promise<void>
  /** Ids of archived documents not yet described: a run ended too early, or the reading exceeded its bounds. */
  undescribed(): string[]
  /** Tries to describe such a document, unless another process does. Never throws because of the document's content. */
  describe(id: string): Promise<void>
  /**
   * Stores a downloaded ZIP whose list entry is still unknown; `recover` archives it once the entry is recorded.
   * Returns the document in it. Throws `answer-unexpected` if the bytes are not a whole ZIP.
   */
  hold(id: string, zip: Uint8Array): Promise<{ document: Uint8Array | undefined }>
  /** The document in a held ZIP; undefined if there is none. */
  held(id: string): Promise<{ document: Uint8Array | undefined } | undefined>
  markExpired(id: string, note: string): void
  /** Counts a failed download; no sync tries it again before `retryAt` (epoch ms). */
  markFailed(id: string, error: ErrorBody, retryAt?: number): void
  /** `next`: the beginning of the next page, for `after`; null after the last row. */
  list(query: MessageQuery): { items: InvoiceItem[]; total: number; isCounted: boolean; next: string | null }
  /** Numbers and sums of all messages that match both filter and choice. */
  summary(filter: InvoiceFilter, groupBy?: InvoiceGrouping, choice?: InvoiceChoice): InvoicesSummary
  /** Ids of all messages that match, the oldest first. */
  idsOf(filter: InvoiceFilter): string[]
  /** Why the document of a message is not in the archive, as far as known. */
  absence(id: string): Absence | undefined
  /** The message with its file's hash and size (bytes); undefined if the message is unknown. */
  get(id: string): { item: InvoiceItem; sha256: string | null; size: number | null } | undefined
  /** Every entry with this upload index, the oldest first. */
  ofUpload(uploadIndex: string): InvoiceItem[]
  /** Buyers' messages about the invoice with this upload index, from one company's lists, the oldest first (E-31). */
  thread(cui: string, uploadIndex: string): InvoiceItem[]
  /**
   * Number of entries to download that were created before a moment, and the earliest creation among them (E-34). Those of a
   * company that is off the list, or whose right is denied, do not count: no sync asks for them.
   */
  pendingBefore(createdBefore: number): { count: number; oldest: number | null }
  /** Stores the PDF of an archived message beside its ZIP; replaces an older one. */
  storePdf(id: string, pdf: NewPdf): Promise<void>
  /** How the stored PDF was made; undefined if there is none. */
  pdf(id: string): PdfOrigin | undefined
  /** The archived bytes, checked against the index. Throws `document-missing`, `document-damaged` or `pdf-missing`. */
  read(ref: Extract<DocumentRef, { area: 'invoices' }>): Promise<ArchivedDocument>
  /** Marks one message with its other entry (E-17), a company's messages, or all. */
  markSeen(which: { id?: string | undefined; cui?: string | undefined }): void
  /** `unread`: archived and not seen yet; `refused`: the number of errors files among them. */
  unread(): { unread: number; refused: number }
}

/** `validated`: the authority checked the XML before it made the PDF (E-25); `access`: the service that was asked. */
export type PdfOrigin = { validated: boolean; access: 'oauth' | 'public' }
export type NewPdf = PdfOrigin & { bytes: Uint8Array }

/** PDFs made from a person's own files, by the file's SHA-256. */
export type Files = {
  storePdf(sha256: string, fileName: string, pdf: NewPdf): Promise<void>
  read(ref: Extract<DocumentRef, { area: 'files' }>): Promise<ArchivedDocument>
}
