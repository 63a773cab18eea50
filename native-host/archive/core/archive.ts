import type { ListedMessage, MessageKind } from '../../../shared/domain/invoices.ts'
import type { VerifyResult } from '../../../shared/protocol/archive.ts'
import type { Company } from '../../../shared/protocol/companies.ts'
import type { DocumentRef } from '../../../shared/protocol/documents.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices.ts'
import type { Job, SyncProgress, SyncResult } from '../../../shared/protocol/jobs.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Environment } from '../../../shared/protocol/values.ts'
import type { Declarations } from '../declarations/declarations.ts'
import type { MailboxArchive } from '../mailbox/mailbox-archive.ts'
import type { Batches, Lists, Lookups } from '../registers/register-archive.ts'

/**
 * The one door to what is kept on disk: SQLite index and document files. Everything else in the host speaks these types
 * and never sees SQL or a path (a second implementation will come). Each call is one short transaction; no caller
 * trusts its memory for what another process may have changed.
 */
export type Archive = MailboxArchive & {
  readonly environment: Environment
  /** Folder that people open to see their documents. */
  readonly folder: string
  readonly companies: Companies
  readonly messages: Messages
  readonly jobs: Jobs
  readonly files: Files
  readonly uploads: Uploads
  readonly declarations: Declarations
  readonly quotas: Quotas
  readonly lookups: Lookups
  readonly lists: Lists
  readonly batches: Batches
  readonly rates: Rates
  readonly locks: Locks
  /** Reads every archived file back and compares it with the index. */
  verify(onProgress: (p: { checked: number; total: number }) => void, signal: AbortSignal): Promise<VerifyResult>
  /** Keeps an answer that nobody understood for inspection; returns its path. At most 100 are kept. */
  keepAside(name: string, bytes: Uint8Array): Promise<string>
  close(): void
}

export type Companies = {
  list(): Company[]
  get(cui: string): Company | undefined
  /** Adds the company or updates its rights. */
  put(cui: string, rights: Company['rights']): Company
  remove(cui: string): boolean
  /** Moment up to which the authority's list has been read for this company; undefined before the first whole read. */
  listedUntil(cui: string): number | undefined
  setListedUntil(cui: string, moment: number): void
  setSynced(cui: string, moment: number): void
}

export type MessageQuery = {
  cui?: string | undefined
  direction?: 'sent' | 'received' | undefined
  kind?: MessageKind | undefined
  /** Romania's calendar days, both included. */
  since?: string | undefined
  until?: string | undefined
  search?: string | undefined
  limit: number
  offset: number
}

/** A message that wants its download; `failures`: how often that has failed, last with `error`. */
export type PendingMessage = {
  id: string
  cui: string
  createdAt: number
  failures: number
  retryAt: number | null
  error: ErrorBody | null
}
/** `note`: the authority's own word that it is not given out; `error`: of the last try; `at`: since when, where known. */
export type Told = { note: string | null; error: ErrorBody | null; at: number | null }

export type Messages = {
  /** Remembers list entries; those already known stay as they are. Returns how many were new. */
  record(entries: readonly ListedMessage[]): number
  /** Messages of these companies that still want a download (`listed` or `failed`), the oldest first (E-34). */
  pending(cuis: readonly string[]): PendingMessage[]
  /** Those of these messages that still want a download, whosever they are. */
  pendingOf(ids: readonly string[]): PendingMessage[]
  /**
   * Claims a message for download by this process; false while another living process holds it or when it is no longer
   * pending. A claim of a process that has died is free again.
   */
  claim(id: string): boolean
  release(id: string): void
  /** Finds bytes that an interrupted run had already brought to disk and archives them; true when there were any. */
  recover(id: string): Promise<boolean>
  /**
   * Archives the downloaded ZIP byte for byte: temporary name, fsync, rename, then index; only then is it looked into, so
   * that nothing in it can keep it from being archived. Idempotent.
   */
  store(id: string, zip: Uint8Array): Promise<void>
  /** Archived documents that wait to be described: a run that began to ended, or what they hold went beyond the bounds. */
  undescribed(): string[]
  /** Tries to describe one of them, unless another process does. Never fails for what is in the document. */
  describe(id: string): Promise<void>
  /**
   * Keeps a downloaded ZIP whose list entry has not come yet; `recover` archives it once the entry is recorded. Returns
   * the document in it; throws if the bytes are no whole ZIP.
   */
  hold(id: string, zip: Uint8Array): Promise<{ document: Uint8Array | undefined }>
  markExpired(id: string, note: string): void
  /** Counts a failed download; `retryAt` (epoch ms) is before when no sync shall try it again. */
  markFailed(id: string, error: ErrorBody, retryAt?: number): void
  list(query: MessageQuery): { items: InvoiceItem[]; total: number }
  /** Why the document of a message is not here, as far as that is known. */
  told(id: string): Told | undefined
  /** The message with its file's hash and size, or undefined if it is not known. */
  get(id: string): { item: InvoiceItem; sha256: string | null; size: number | null } | undefined
  /** Every entry of an upload index, the oldest first. */
  ofUpload(uploadIndex: string): InvoiceItem[]
  /** Buyers' messages, in a company's lists, about the invoice of this upload index; the oldest first (E-31). */
  thread(cui: string, uploadIndex: string): InvoiceItem[]
  /** Entries that are not archived and were created before a moment, and the earliest of their moments (E-34). */
  waitingSince(createdBefore: number): { count: number; oldest: number | null }
  /** Keeps the PDF of an archived message beside its ZIP, in place of an older one. */
  storePdf(id: string, pdf: NewPdf): Promise<void>
  /** How the kept PDF was made; undefined if there is none. */
  pdf(id: string): PdfOrigin | undefined
  /** The archived bytes, checked against the index; throws `document-missing` or `document-damaged`. */
  read(ref: Extract<DocumentRef, { area: 'invoices' }>): Promise<ArchivedDocument>
  markSeen(cui: string | undefined): void
  /** `unread`: archived and not yet seen; `refused`: those of them that are errors files. */
  unread(): { unread: number; refused: number }
}

/** `validated`: the authority checked the XML before it made the PDF (E-25); `access`: how it was asked. */
export type PdfOrigin = { validated: boolean; access: 'oauth' | 'public' }
export type NewPdf = PdfOrigin & { bytes: Uint8Array }

/** What was made of files that are no messages, by the SHA-256 of the file. */
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
  /** The latest of all kinds first. */
  list(limit: number): Job[]
  get(id: number): Job | undefined
  /**
   * Writes down a job to be done, owned by nobody yet (state `interrupted`), for a runner to take up with `acquire`;
   * gives the unfinished one of the kind instead if there is one.
   */
  request(kind: Job['kind'], params: JobParams): Job
  /**
   * Takes the lease of the kind's running or interrupted job, or starts a new one; undefined while another living process
   * runs it. `params` of an interrupted job win: it is finished as it was asked for.
   */
  acquire(kind: Job['kind'], params: JobParams): { id: number; params: JobParams } | undefined
  /** The job of a kind that is running in some process, or was interrupted and waits to be taken up. */
  unfinished(kind: Job['kind']): Job | undefined
  setProgress(id: number, progress: SyncProgress): void
  requestCancel(id: number): void
  cancelRequested(id: number): boolean
  /** Gives an unfinished job back, for whoever takes it up next. */
  release(id: number): void
  finish(id: number, outcome: { result: SyncResult } | { error: ErrorBody } | { cancelled: true }): void
}
export type JobParams = { cuis?: string[] | undefined; days?: number | undefined }

/** State of the request pacer, shared by all processes; `limits/` does the arithmetic. */
export type RateState = { nextFreeAt: number; pausedUntil: number }
export type Rates = {
  /** Reads and writes the state of a scope in one transaction. */
  update<T>(scope: string, change: (state: RateState) => { state: RateState; answer: T }): T
}

/**
 * Mutual exclusion between processes on this machine; a lock of a dead process is free, one of a living process is never
 * taken from it. Who has waited `patience` ms for one and the same holder is told so (`lock-held`).
 */
export type Locks = {
  withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>, patience?: number): Promise<T>
}

/** What is written down of a filing before its first byte goes out. */
export type UploadDraft = Pick<
  Upload,
  'sha256' | 'size' | 'fileName' | 'cui' | 'standard' | 'flags' | 'invoice' | 'corrects'
>
/** What becomes known of a filing later. */
export type UploadChange = Partial<
  Pick<Upload, 'state' | 'uploadIndex' | 'downloadId' | 'checkedAt' | 'nextCheckAt' | 'findings' | 'trouble'>
>

/**
 * Journal of uploads (docs/decisions/0010-uploads-are-attempts.md). Kept for good, and a second time in a file beside the
 * database: it is what keeps a document from being uploaded twice.
 */
export type Uploads = {
  /** Keeps the exact bytes to be sent and the name that they came under; idempotent. Returns their SHA-256. */
  stage(bytes: Uint8Array, fileName: string): Promise<string>
  /** The staged bytes, checked against their hash; undefined if they are not kept. */
  staged(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
  /** Forgets staged bytes that no attempt needs any more. */
  unstage(sha256: string): Promise<void>
  /**
   * Writes an attempt down as `sending`, which waits for a process to `claim` it. In one transaction over all processes:
   * when the same bytes were filed before (any state but `rejected` and `not-sent`) and `again` is false, nothing is
   * written and the earlier attempt is returned (E-06); one that is being sent wins even over `again`.
   */
  begin(draft: UploadDraft, again: boolean): { attempt: Upload } | { earlier: Upload }
  /**
   * Takes an attempt that is not over, to send or to check it; undefined while another living process has it. What was
   * claimed for sending is never claimed for sending again: when its process dies it is `unknown`.
   */
  claim(id: number): Upload | undefined
  release(id: number): void
  /** Whether a living process sends or checks it. */
  isClaimed(id: number): boolean
  /**
   * Changes an attempt; a state that is over (ok, nok, not-taken, rejected) is never changed into another. False instead
   * of the attempt when another one has the upload index already: one filing is never two uploads'.
   */
  update(id: number, change: UploadChange): Upload | false
  get(id: number): Upload | undefined
  byUploadIndex(uploadIndex: string): Upload | undefined
  /** The latest first. */
  byContent(sha256: string): Upload[]
  list(query: { cui?: string | undefined; state?: Upload['state'] | undefined; limit: number; offset: number }): {
    items: Upload[]
    total: number
  }
  /**
   * All that something is still to be done for: waiting to be sent, unknown, processing, or over with a check to come
   * (its document is not archived yet). Those whose sender has died become `unknown`, those that nobody began to send for
   * long `not-sent`.
   */
  open(): Upload[]
  /** `refused`: nok, rejected or not taken, and not corrected by another attempt. */
  counts(): { open: number; unknown: number; refused: number }
}

/** Daily counters over all processes (E-23, E-30). `day` is Romania's calendar day, `yyyy-MM-dd`. */
export type QuotaKey = { operation: string; subject: string; day: string }
export type Quotas = {
  /** Counts one call if fewer than `limit` are counted; false when the limit is reached. One transaction. */
  take(key: QuotaKey, limit: number): boolean
  /** The authority itself said that the limit is reached: nothing is left of that day. */
  exhaust(key: QuotaKey, limit: number): void
  used(key: QuotaKey): number
  /** Counters of a day, for display. */
  ofDay(day: string): { operation: string; subject: string; used: number }[]
}
