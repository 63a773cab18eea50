import * as v from 'valibot'
import { ErrorBody } from '../../../shared/protocol/envelope.ts'
import { Count, Cui, WireId } from '../../../shared/protocol/values.ts'

const common = {
  /** Epoch milliseconds; tells one run from the next. */
  startedAt: v.number(),
  cui: Cui,
  done: Count,
  total: Count,
  /** Names in Downloads. */
  saved: v.array(v.string()),
  /** Indexes whose receipt the authority no longer gives out. */
  unavailable: v.array(WireId),
  failed: v.array(v.object({ uploadIndex: WireId, error: ErrorBody })),
}

/** The one download of a table's receipts that is under way or was the last, as the browser's session keeps it. */
export const ReceiptRun = v.variant('phase', [
  v.object({ phase: v.literal('running'), ...common }),
  v.object({ phase: v.literal('done'), ...common }),
  /** Ended early: stopped, or by what stood against all of it. */
  v.object({ phase: v.literal('stopped'), ...common, error: v.nullable(ErrorBody) }),
])
export type ReceiptRun = v.InferOutput<typeof ReceiptRun>
