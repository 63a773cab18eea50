import type { RecordOf, Register, RegisterRecord, Statement } from '../../../shared/domain/registers.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Batch, BatchFilter } from '../../../shared/protocol/registers/batches.ts'
import type { KnownCompany } from '../../../shared/protocol/registers/lookups.ts'
import type { ListRow } from '../../reading/list/read-list.ts'

/** A register's stored answer for a day (`yyyy-MM-dd`); `record` is null if the register has no data. */
export type StoredAnswer<R extends Register = Register> = {
  day: string
  answeredAt: number
  record: RecordOf[R] | null
}

/** Answers to one call of a register. */
export type AnsweredPage = { records: readonly RegisterRecord[]; notFound: readonly string[]; answeredAt: number }

export type KnownQuery = { search: string; favourites: boolean; limit: number; offset: number }

/**
 * Answers of the registers, by company, register and day (P-14), and the companies looked up. They have no environment:
 * test and production use the same registers.
 */
export type Lookups = {
  storeAnswers(register: Register, day: string, page: AnsweredPage): void
  /** The answer for this day. */
  answer<R extends Register>(register: R, cui: string, day: string): StoredAnswer<R> | undefined
  /** The answer for the latest day; one with a record is preferred to one without. */
  latest<R extends Register>(register: R, cui: string): StoredAnswer<R> | undefined
  /** Answers for this company, the latest first. */
  history(cui: string, limit: number): { register: Register; day: string; answeredAt: number; found: boolean }[]
  storeStatement(cui: string, year: number, statement: Statement | null, answeredAt: number): void
  statement(cui: string, year: number): { statement: Statement | null; answeredAt: number } | undefined
  /** Adds a company to the known ones, or moves it to the top of their list. */
  remember(cui: string): void
  known(query: KnownQuery): { items: KnownCompany[]; total: number }
  knownCompany(cui: string): KnownCompany | undefined
  /** `givenName`: the person's own name for it; null removes it. */
  mark(
    cui: string,
    change: { favourite?: boolean | undefined; note?: string | undefined; givenName?: string | null | undefined },
  ): KnownCompany
  forget(cui: string): boolean
  readonly questions: AsyncQuestions
}

/** A question that was submitted to the asynchronous service, which hands out its result only once (P-07). */
export type AsyncQuestion = { correlationId: string; day: string; cuis: readonly string[]; submittedAt: number }

/** Records such questions, so that a dying process loses no result that the authority still keeps. */
export type AsyncQuestions = {
  /** Records a question, claimed by this process; it is on disk when this returns. */
  add(question: AsyncQuestion): void
  /** Claims the questions for a day whose process has died. */
  adopt(day: string): AsyncQuestion[]
  /** Releases the claim on a question; the next process can adopt it. */
  release(correlationId: string): void
  /** Stores the result, if there is one, and removes the question, in one durable transaction. */
  settle(question: AsyncQuestion, page: AnsweredPage | undefined): void
}

/** Files of lists that batches can begin from, by SHA-256. */
export type Lists = {
  put(bytes: Uint8Array, fileName: string): Promise<string>
  /** Undefined if the file is missing or has other bytes. */
  get(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
}

/** A batch without the time left: that follows from the pace, which the archive does not know. */
export type StoredBatch = Omit<Batch, 'timeLeft'> & {
  /** Headings of the input's columns, and the index of the column with the CUI. */
  columns: readonly string[]
  column: number
  /** Answers from before this moment do not count, epoch ms. */
  freshFrom: number
  /** Whether to ask the VAT registry's asynchronous service. */
  throughAsync: boolean
}

export type NewBatch = Pick<
  StoredBatch,
  | 'fileName'
  | 'registers'
  | 'day'
  | 'freshFrom'
  | 'throughAsync'
  | 'columns'
  | 'column'
  | 'rows'
  | 'companies'
  | 'duplicates'
  | 'wrongCheckDigit'
  | 'invalid'
> & { sha256: string; list: Iterable<ListRow> }

export type RowQuery = { offset: number; limit: number; only: BatchFilter }

/** Batches of lookups with the rows of their lists; `Lookups` holds the answers for the batch's day. */
export type Batches = {
  /** Records a batch for a runner to take up. Returns an unfinished batch with the same content instead if there is one. */
  begin(batch: NewBatch): StoredBatch
  /** The latest come first. */
  list(): StoredBatch[]
  get(id: number): StoredBatch | undefined
  remove(id: number): boolean
  /** Ids of unfinished batches, including those of living processes. */
  unfinished(): number[]
  isClaimed(id: number): boolean
  /** Claims an unfinished batch; undefined while another living process has it. */
  claim(id: number): StoredBatch | undefined
  /** Gives an unfinished batch back; another process can take it up. */
  release(id: number): void
  requestCancel(id: number): void
  cancelRequested(id: number): boolean
  /** Makes a cancelled or failed batch unfinished again. */
  reopen(id: number): void
  /**
   * Companies that the register has yet to be asked about, in the input's order, starting at a row position. Leaves out
   * companies for which the register failed.
   */
  missing(id: number, register: Register, query: { from: number; limit: number }): { position: number; cui: string }[]
  countMissing(id: number, register: Register): number
  setProgress(id: number, progress: Pick<Batch, 'requestsDone' | 'requestsTotal' | 'error'>): void
  /** Counts answers from this moment on, unless earlier ones count already. */
  countFrom(id: number, moment: number): void
  /** Records that the register failed for exactly these companies. */
  fail(id: number, register: Register, cuis: readonly string[], error: ErrorBody): void
  failure(id: number, register: Register, cui: string): ErrorBody | undefined
  /** Number of such failures. */
  failures(id: number): number
  finish(id: number, outcome: { done: true } | { cancelled: true } | { error: ErrorBody }): void
  rows(id: number, query: RowQuery): { items: ListRow[]; total: number }
}
