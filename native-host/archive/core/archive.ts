import type { Environment } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { VerifyResult } from '../../../shared/protocol/archive.ts'
import type { Company } from '../../../shared/protocol/companies.ts'
import type { Job, SyncProgress, SyncResult } from '../../../shared/protocol/jobs.ts'
import type { Agreements, Books } from '../books/books-archive.ts'
import type { CertificateArchive } from '../certificates/certificate-archive.ts'
import type { Charts } from '../charts/charts.ts'
import type { Declarations } from '../declarations/declarations.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Exports } from '../exports/export-archive.ts'
import type { Files, Messages } from '../invoices/message-archive.ts'
import type { MailboxArchive } from '../mailbox/mailbox-archive.ts'
import type { Batches, Lists, Lookups } from '../registers/register-archive.ts'
import type { TodayFacts } from '../today/today-facts.ts'
import type { Uploads } from '../uploads/upload-archive.ts'

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

/**
 * State of the request pacer, shared by all processes; `limits/` does the arithmetic. Moments are epoch ms. `pausedFor`:
 * the requested length of the pause, ms.
 */
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
