import type {
  EInvoicingRecord,
  MemberRecord,
  Register,
  RegisterRecord,
  Statement,
  VatRecord,
} from '../../../shared/domain/registers.ts'
import type { Batch, RowProblem } from '../../../shared/protocol/batches.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { KnownCompany } from '../../../shared/protocol/lookups.ts'

/** What a register says of a company, by the register. */
export type RecordOf = {
  vat: VatRecord
  'e-invoicing': EInvoicingRecord
  farmers: MemberRecord
  cult: MemberRecord
}

/** A register's answer for a day as it is kept; `record` null: the register has no data. */
export type KeptAnswer<R extends Register = Register> = {
  day: string
  answeredAt: number
  record: RecordOf[R] | null
}

/** Answers of one request, as the wire gave them. */
export type AnsweredPage = { records: readonly RegisterRecord[]; notFound: readonly string[]; answeredAt: number }

export type KnownQuery = { search: string; favourites: boolean; limit: number; offset: number }

/**
 * What the registers said, kept by company, register and day (P-14), and the companies that were looked up. The same for
 * both environments: the registers know one Romania.
 */
export type Lookups = {
  keep(register: Register, day: string, page: AnsweredPage): void
  /** The answer for this day, whenever it was given. */
  answer<R extends Register>(register: R, cui: string, day: string): KeptAnswer<R> | undefined
  /** The answer for the latest day, whichever it is; one with a record before one without. */
  latest<R extends Register>(register: R, cui: string): KeptAnswer<R> | undefined
  /** Answers of this company, the latest first. */
  history(cui: string, limit: number): { register: Register; day: string; answeredAt: number; found: boolean }[]
  keepStatement(cui: string, year: number, statement: Statement | null, answeredAt: number): void
  statement(cui: string, year: number): { statement: Statement | null; answeredAt: number } | undefined
  /** Puts a company on the list of known ones, or to its top. */
  remember(cui: string): void
  known(query: KnownQuery): { items: KnownCompany[]; total: number }
  knownCompany(cui: string): KnownCompany | undefined
  mark(cui: string, change: { favourite?: boolean | undefined; note?: string | undefined }): KnownCompany
  forget(cui: string): boolean
  readonly questions: AsyncQuestions
}

/** A question that was handed over to the asynchronous service; its result is given out once (P-07). */
export type AsyncQuestion = { correlationId: string; day: string; cuis: readonly string[]; submittedAt: number }

/** Journal of such questions, so that a process that dies loses no result that can still be had. */
export type AsyncQuestions = {
  /** Writes it down for this process, on disk when it returns. */
  add(question: AsyncQuestion): void
  /** Takes over those for a day whose process has died. */
  adopt(day: string): AsyncQuestion[]
  /** Lets go of a question that is not asked for any more by this process; the next one may adopt it. */
  release(correlationId: string): void
  /** Keeps its result, if there is one, and forgets the question: both or neither, and on disk. */
  settle(question: AsyncQuestion, page: AnsweredPage | undefined): void
}

/** Lists that were read and wait for a batch, under their SHA-256. */
export type Lists = {
  put(bytes: Uint8Array, fileName: string): Promise<string>
  /** Undefined if it is not kept, or no longer those bytes. */
  get(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
}

/**
 * A row of a list. `cells` are the input's own, `duplicateOf` the first row with the same CUI; `isSuspect`: it is not
 * asked, or its check digit is wrong.
 */
export type ListRow = {
  row: number
  cui: string | null
  problem: RowProblem | null
  duplicateOf: number | null
  isSuspect: boolean
  cells: readonly string[]
}

/** Time left is a matter of the pace, which the archive does not know. */
export type KeptBatch = Omit<Batch, 'timeLeft'> & {
  /** Heads of the input's columns, and the one that holds the CUI. */
  columns: readonly string[]
  column: number
  /** Answers that were given before this moment do not count, epoch ms. */
  freshFrom: number
  /** The VAT registry is asked through its asynchronous service. */
  throughAsync: boolean
}

export type NewBatch = Pick<
  KeptBatch,
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

export type RowQuery = { offset: number; limit: number; only: 'all' | 'problems' | 'not-found' | 'inactive' }

/** Batches of lookups with the rows of their lists; answers are those of `Lookups`, for the batch's day. */
export type Batches = {
  /** Writes a batch down for a runner to take up; gives the unfinished one of the same content instead if there is one. */
  begin(batch: NewBatch): KeptBatch
  /** The latest first. */
  list(): KeptBatch[]
  get(id: number): KeptBatch | undefined
  remove(id: number): boolean
  /** Ids of those that are to be worked on, also by a living process. */
  unfinished(): number[]
  isClaimed(id: number): boolean
  /** Takes an unfinished batch that no living process works on. */
  claim(id: number): KeptBatch | undefined
  requestCancel(id: number): void
  cancelRequested(id: number): boolean
  /** Makes a cancelled or failed batch an unfinished one again. */
  reopen(id: number): void
  /**
   * Companies that the register is still to be asked about, from a position among the rows on, in the input's order; one
   * that it failed for alone does not come again.
   */
  missing(id: number, register: Register, query: { from: number; limit: number }): { position: number; cui: string }[]
  countMissing(id: number, register: Register): number
  setProgress(id: number, progress: Pick<Batch, 'requestsDone' | 'requestsTotal' | 'error'>): void
  /** Writes down that the register failed for these companies alone. */
  fail(id: number, register: Register, cuis: readonly string[], error: ErrorBody): void
  failure(id: number, register: Register, cui: string): ErrorBody | undefined
  /** How many such failures there are. */
  failures(id: number): number
  finish(id: number, outcome: { done: true } | { cancelled: true } | { error: ErrorBody }): void
  rows(id: number, query: RowQuery): { items: ListRow[]; total: number }
}
