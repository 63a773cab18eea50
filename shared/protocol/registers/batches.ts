import * as v from 'valibot'
import { Register } from '../../domain/registers.ts'
import { AskedDay, base64, Count, Cui, Day, Moment, Nothing, Sha256 } from '../../domain/values.ts'
import { ErrorBody } from '../../errors/error-body.ts'
import { CompanyLookup } from './lookups.ts'

/** Most rows of a batch. */
export const MAX_ROWS = 100_000

/** Why a row gets no lookup, judged by its content. */
export const RowProblem = v.picklist(['empty', 'no-number', 'personal-number', 'too-short', 'too-long'])
export type RowProblem = v.InferOutput<typeof RowProblem>

const counts = {
  rows: Count,
  /** Different CUIs to look up. */
  companies: Count,
  duplicates: Count,
  /** Rows whose CUI has a wrong check digit: they are flagged but still looked up (P-08). */
  wrongCheckDigit: Count,
  /** Rows without a lookup. */
  invalid: Count,
}

/** A list after reading; the host keeps it until a batch begins with it. */
export const ListInspection = v.object({
  sha256: Sha256,
  fileName: v.string(),
  format: v.picklist(['text', 'csv', 'xlsx']),
  ...counts,
  /** The headings of the columns (or `A`, `B`…), and the column with the CUI, guessed if not given. */
  columns: v.array(v.string()),
  column: Count,
  hasHead: v.boolean(),
  /** The first rows after reading. */
  sample: v.array(v.object({ row: Count, text: v.string(), cui: v.nullable(Cui), problem: v.nullable(RowProblem) })),
  /** The number of requests for each register; at most one a second in total (P-10). */
  requests: v.array(v.object({ register: Register, requests: Count })),
})
export type ListInspection = v.InferOutput<typeof ListInspection>

export const Batch = v.object({
  id: Count,
  fileName: v.string(),
  registers: v.array(Register),
  day: Day,
  /** `interrupted`: no process works on it; the next started host takes it up (U-05). */
  state: v.picklist(['running', 'interrupted', 'paused', 'done', 'failed', 'cancelled']),
  createdAt: Moment,
  endedAt: v.nullable(Moment),
  ...counts,
  /** Requests done and planned. `timeLeft` follows from one request a second, ms; null once the batch has ended. */
  requestsDone: Count,
  requestsTotal: Count,
  timeLeft: v.nullable(Count),
  /** Why the batch stopped, or why its last request failed while it is being retried. */
  error: v.nullable(ErrorBody),
})
export type Batch = v.InferOutput<typeof Batch>

/** A row of the input with the registers' answers, in the input's order (P-09). */
export const BatchRow = v.object({
  /** 1 for the first row of the file. */
  row: Count,
  text: v.string(),
  problem: v.nullable(RowProblem),
  /** The first row with the same CUI; null if that is this one. */
  duplicateOf: v.nullable(Count),
  lookup: v.nullable(CompanyLookup),
})
export type BatchRow = v.InferOutput<typeof BatchRow>

/** A selection of a batch's rows. */
export const BatchFilter = v.picklist(['all', 'problems', 'not-found', 'inactive'])
export type BatchFilter = v.InferOutput<typeof BatchFilter>

const OfBatch = v.strictObject({ id: Count })
const One = v.object({ batch: Batch })

export const batches = {
  /**
   * Reads a list (text, CSV or XLSX, by its bytes) without any call. Throws `list-unreadable`, `list-empty`,
   * `list-too-long`.
   */
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
      /** Romania's today by default (P-11). */
      day: v.optional(AskedDay),
      /** Looks up cached answers again. */
      refresh: v.optional(v.boolean(), false),
      /** Through the asynchronous service; only for the VAT registry (P-07). */
      async: v.optional(v.boolean(), false),
    }),
    result: One,
  },
  'batches.list': { params: Nothing, result: v.object({ batches: v.array(Batch) }) },
  /** Streams the progress of a batch and answers when it has ended. */
  'batches.follow': { params: OfBatch, progress: One, result: One },
  'batches.cancel': { params: OfBatch, result: One },
  /** Continues a cancelled or failed batch; existing answers are not requested again. */
  'batches.resume': { params: OfBatch, result: One },
  'batches.remove': { params: OfBatch, result: v.object({ removed: v.boolean() }) },
  /** Rows in the input's order, as many as fit into an answer (H-01). */
  'batches.rows': {
    params: v.strictObject({
      id: Count,
      offset: v.optional(Count, 0),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      only: v.optional(BatchFilter, 'all'),
    }),
    result: v.object({ items: v.array(BatchRow), total: Count }),
  },
}
