import * as v from 'valibot'
import { Register } from '../domain/registers.ts'
import { ErrorBody } from './envelope.ts'
import { CompanyLookup } from './lookups.ts'
import { AskedDay, base64, Count, Cui, Day, Moment, Nothing, Sha256 } from './values.ts'

/** Rows that a batch takes at most. */
export const MAX_ROWS = 100_000

/** What is wrong with a row that is not asked, by what stands in it. */
export const RowProblem = v.picklist(['empty', 'no-number', 'personal-number', 'too-short', 'too-long'])
export type RowProblem = v.InferOutput<typeof RowProblem>

const counts = {
  rows: Count,
  /** Different CUIs that are asked. */
  companies: Count,
  duplicates: Count,
  /** Rows with a CUI whose check digit is wrong: flagged and asked all the same (P-08). */
  wrongCheckDigit: Count,
  /** Rows that are not asked. */
  invalid: Count,
}

/** A list as it was read; the host keeps it until a batch begins with it. */
export const ListInspection = v.object({
  sha256: Sha256,
  fileName: v.string(),
  format: v.picklist(['text', 'csv', 'xlsx']),
  ...counts,
  /** Columns by their heads (or `A`, `B`…), and which one holds the CUI; guessed where it was not given. */
  columns: v.array(v.string()),
  column: Count,
  hasHead: v.boolean(),
  /** The first rows as they were read. */
  sample: v.array(v.object({ row: Count, text: v.string(), cui: v.nullable(Cui), problem: v.nullable(RowProblem) })),
  /** Requests that it takes, by register; at most one a second over all (P-10). */
  requests: v.array(v.object({ register: Register, requests: Count })),
})
export type ListInspection = v.InferOutput<typeof ListInspection>

export const Batch = v.object({
  id: Count,
  fileName: v.string(),
  registers: v.array(Register),
  day: Day,
  /** `interrupted`: nobody works on it now; the next host that starts takes it up (U-05). */
  state: v.picklist(['running', 'interrupted', 'paused', 'done', 'failed', 'cancelled']),
  createdAt: Moment,
  endedAt: v.nullable(Moment),
  ...counts,
  /** Requests done and to be done, and time left by the rule of one a second, ms; null once it has ended. */
  requestsDone: Count,
  requestsTotal: Count,
  timeLeft: v.nullable(Count),
  /** Why it stopped, or why the last request failed while it is still being tried. */
  error: v.nullable(ErrorBody),
})
export type Batch = v.InferOutput<typeof Batch>

/** A row of the input with what the registers say, joined in the input's order (P-09). */
export const BatchRow = v.object({
  /** 1 for the first row of the file. */
  row: Count,
  text: v.string(),
  problem: v.nullable(RowProblem),
  /** Row of the same CUI's first occurrence; null if this is it. */
  duplicateOf: v.nullable(Count),
  lookup: v.nullable(CompanyLookup),
})
export type BatchRow = v.InferOutput<typeof BatchRow>

const OfBatch = v.strictObject({ id: Count })
const One = v.object({ batch: Batch })

export const batches = {
  /** Reads a list without asking anybody: text, CSV or XLSX by its bytes. Throws `list-unreadable`, `list-empty`, `list-too-long`. */
  'batches.inspect': {
    params: v.strictObject({
      fileName: v.pipe(v.string(), v.maxLength(255)),
      data: base64(86_000_000),
      column: v.optional(Count),
    }),
    result: ListInspection,
  },
  'batches.begin': {
    params: v.strictObject({
      sha256: Sha256,
      column: v.optional(Count),
      registers: v.pipe(v.array(Register), v.minLength(1)),
      /** Romania's today where it is not given (P-11). */
      day: v.optional(AskedDay),
      /** Asks also for what is kept here already. */
      refresh: v.optional(v.boolean(), false),
      /** Through the asynchronous service; for the VAT registry only (P-07). */
      async: v.optional(v.boolean(), false),
    }),
    result: One,
  },
  'batches.list': { params: Nothing, result: v.object({ batches: v.array(Batch) }) },
  /** Streams a batch's progress and answers when it has ended. */
  'batches.follow': { params: OfBatch, progress: One, result: One },
  'batches.cancel': { params: OfBatch, result: One },
  /** Goes on with a cancelled or failed batch; what is there already is not asked again. */
  'batches.resume': { params: OfBatch, result: One },
  'batches.remove': { params: OfBatch, result: v.object({ removed: v.boolean() }) },
  /** Rows in the input's order, as many as an answer has room for (H-01). */
  'batches.rows': {
    params: v.strictObject({
      id: Count,
      offset: v.optional(Count, 0),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      only: v.optional(v.picklist(['all', 'problems', 'not-found', 'inactive']), 'all'),
    }),
    result: v.object({ items: v.array(BatchRow), total: Count }),
  },
}
