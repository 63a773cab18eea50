import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import type { Again, Environment } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { VerifyResult } from '../../../shared/protocol/archive.ts'
import type { Company } from '../../../shared/protocol/companies.ts'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type {
  InvoiceChoice,
  InvoiceFilter,
  InvoiceGrouping,
  InvoiceSort,
  InvoicesSummary,
} from '../../../shared/protocol/invoices/query.ts'
import type { Job, SyncProgress, SyncResult } from '../../../shared/protocol/jobs.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Agreements, Books } from '../books/books-archive.ts'
import type { CertificateArchive } from '../certificates/certificate-archive.ts'
import type { Charts } from '../charts/charts.ts'
import type { Declarations } from '../declarations/declarations.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Exports } from '../exports/export-archive.ts'
import type { MailboxArchive } from '../mailbox/mailbox-archive.ts'
import type { Batches, Lists, Lookups } from '../registers/register-archive.ts'
import type { TodayFacts } from '../today/today-facts.ts'

/**
 * The only way to the data on disk: the SQLite index and the document files. The rest of the host uses these types and
 * sees neither SQL nor paths, so that a second implementation is possible. Each call is one short transaction. Other
 * processes change the data too: callers query again instead of remembering.
 */
export type Archive = MailboxArchive & {
  readonly environment: Environment
  /** The folder for a person to open to see the documents. */
  readonly folder: string
  readonly companies: Companies
  readonly certificates: CertificateArchive
  readonly messages: Messages
  readonly jobs: Jobs
  readonly files: Files
  readonly uploads: Uploads
  readonly declarations: Declarations
  readonly books: Books
  readonly agreements: Agreements
  readonly exports: Exports
  readonly quotas: Quotas
  readonly lookups: Lookups
  readonly lists: Lists
  readonly batches: Batches
  readonly rates: Rates
  readonly locks: Locks
  readonly todayFacts: TodayFacts
  readonly charts: Charts
  readonly exchange: Exchange
  /** Differs after each change of the archive, by any process; meaningless to another process. */
  revision(): string
  /** Whether a newer version of the program has the archive now; false once it is closed. */
  isOvertaken(): boolean
  /** Reads every archived file and compares it with the index. */
  verify(onProgress: (p: { checked: number; total: number }) => void, signal: AbortSignal): Promise<VerifyResult>
  /** Keeps an answer that the host does not understand, for inspection; the latest 100 stay. Returns the file's path. */
  keepAside(name: string, bytes: Uint8Array): Promise<string>
  close(): void
}

export type Companies = {
  list(): Company[]
  get(cui: string): Company | undefined
  /** Adds the company or updates its rights. */
  put(cui: string, rights: Company['rights']): Company
  remove(cui: string): boolean
  /** How far this company's list at the authority was read, epoch ms; undefined before the first complete read. */
  listedUntil(cui: string): number | undefined
  setListedUntil(cui: string, moment: number): void
  setSynced(cui: string, moment: number): void
}

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

export type ArchivedDocument = {
  fileName: string
  mediaType: string
  bytes: Uint8Array
  sha256: string
}

export type Jobs = {
  latest(kind: Job['kind']): Job | undefined
  /** Jobs of all kinds, the latest first. */
  list(limit: number): Job[]
  get(id: number): Job | undefined
  /**
   * Records a job to do. No process owns it yet (state `interrupted`); a runner takes it up with `acquire`. If there is
   * an unfinished job of this kind, returns that one instead, with its own `params`.
   */
  request(kind: Job['kind'], params: JobParams): Job & { params: JobParams }
  /**
   * Takes over the unfinished job of this kind, or starts a new one; undefined while another living process runs it. An
   * interrupted job keeps its own `params`: it is finished as requested.
   */
  acquire(kind: Job['kind'], params: JobParams): { id: number; params: JobParams } | undefined
  /** The job of this kind that runs in some process or waits, interrupted, for a runner. */
  unfinished(kind: Job['kind']): Job | undefined
  setProgress(id: number, progress: SyncProgress): void
  requestCancel(id: number): void
  cancelRequested(id: number): boolean
  /** Gives an unfinished job back; another process can take it up. */
  release(id: number): void
  finish(id: number, outcome: { result: SyncResult } | { error: ErrorBody } | { cancelled: true }): void
}
export type JobParams = { cuis?: string[] | undefined; days?: number | undefined }

/** State of the request pacer, shared by all processes, epoch ms; `limits/` does the arithmetic. */
/** Moments are epoch ms. `pausedFor`: the requested length of the pause, ms. */
export type RateState = { nextFreeAt: number; pausedUntil: number; pausedFor: number }
export type Rates = {
  /** Reads and writes the state of a scope in one transaction; `durable` survives a loss of power. */
  update<T>(
    scope: string,
    change: (state: RateState) => { state: RateState; answer: T },
    commit?: 'transaction' | 'durable',
  ): T
}

/**
 * Mutual exclusion between processes on this machine. The lock of a dead process is free; a living process never loses
 * its lock. Throws `lock-held` after `patience` ms of waiting for the same holder.
 */
export type Locks = {
  withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>, patience?: number): Promise<T>
}

export type UploadQuery = Pick<Partial<Params<'uploads.list'>>, 'cui' | 'state' | 'refused' | 'search' | 'sort'> & {
  limit: number
  offset: number
}

/** An upload's data that the journal records before the first byte goes out. */
export type UploadDraft = Pick<
  Upload,
  'sha256' | 'size' | 'fileName' | 'cui' | 'standard' | 'flags' | 'invoice' | 'corrects'
>
/** The fields of an upload that become known later. */
export type UploadChange = Partial<
  Pick<Upload, 'state' | 'uploadIndex' | 'downloadId' | 'checkedAt' | 'nextCheckAt' | 'findings' | 'trouble'>
>

/**
 * Journal of uploads. Kept for good, with a second copy in a file beside the database: it keeps a document from being
 * sent twice.
 */
export type Uploads = {
  /** Stores the exact bytes to be sent and their file name; idempotent. Returns their SHA-256. */
  stage(bytes: Uint8Array, fileName: string): Promise<string>
  /** The stored bytes, checked against their hash; undefined if they are missing. */
  staged(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
  /** Removes stored bytes, unless an upload still needs them or they were chosen again since. */
  unstage(sha256: string): Promise<void>
  /**
   * Records an attempt as `sending`; a process has to `claim` it. In one transaction over all processes: if the same
   * bytes were sent before (any state but `rejected` and `not-sent`) and `again` does not cover that, writes nothing and
   * returns the earlier attempt (E-06). An attempt that is being sent is returned in any case.
   */
  begin(draft: UploadDraft, again: Again): { attempt: Upload } | { earlier: Upload }
  /**
   * Claims an unfinished attempt, to send it or to check on it; undefined while another living process has it. An
   * attempt is claimed for sending only once: when its process dies, it becomes `unknown`.
   */
  claim(id: number): Upload | undefined
  release(id: number): void
  /** Whether a living process has the attempt. */
  isClaimed(id: number): boolean
  /**
   * Changes an attempt; a finished one (ok, nok, not-taken, rejected) keeps its state. False if another attempt has the
   * upload index already: one upload index belongs to one attempt.
   */
  update(id: number, change: UploadChange): Upload | false
  get(id: number): Upload | undefined
  byUploadIndex(uploadIndex: string): Upload | undefined
  /** Uploads that correct this one, the latest first. */
  correctionsOf(id: number): Upload[]
  /** The latest come first. */
  byContent(sha256: string): Upload[]
  list(query: UploadQuery): { items: Upload[]; total: number }
  /**
   * Unfinished attempts: waiting to be sent, unknown, processing, or over with a check to come (the document is not
   * archived yet). An attempt whose sender has died becomes `unknown`; one that no process claimed for five minutes
   * becomes `not-sent`, or for a day where it waits for the certificate.
   */
  open(): Upload[]
  /** `refused`: nok, rejected or not taken, and unresolved: no correction, no later upload of the invoice. */
  counts(): { open: number; unknown: number; refused: number }
}

/** Daily counters, shared by all processes (E-23, E-30). `day`: calendar day in Romania, `yyyy-MM-dd`. */
export type QuotaKey = { operation: string; subject: string; day: string }
export type Quotas = {
  /** Counts one call; false, without counting, if the limit is reached. One transaction. */
  take(key: QuotaKey, limit: number): boolean
  /** Sets the counter to the limit, because the authority reported it as reached. */
  exhaust(key: QuotaKey, limit: number): void
  used(key: QuotaKey): number
  /** All counters of a day, for display. */
  ofDay(day: string): { operation: string; subject: string; used: number }[]
}
