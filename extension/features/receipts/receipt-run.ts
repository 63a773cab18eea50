import * as v from 'valibot'
import { Count, Cui, WireId } from '../../../shared/domain/values.ts'
import { ErrorBody } from '../../../shared/errors/error-body.ts'

const common = {
  /** Epoch milliseconds; identifies the run. */
  startedAt: v.number(),
  cui: Cui,
  done: Count,
  total: Count,
  /** File names in Downloads. */
  saved: v.array(v.string()),
  /** Upload indexes whose receipt the authority no longer offers. */
  unavailable: v.array(WireId),
  failed: v.array(v.object({ uploadIndex: WireId, error: ErrorBody })),
}

/** The running or last download of a table's receipts, as the browser's session stores it. */
export const ReceiptRun = v.variant('phase', [
  v.object({ phase: v.literal('running'), ...common }),
  v.object({ phase: v.literal('done'), ...common }),
  /** Ended early: stopped by the user, or by a failure that would repeat for every receipt. */
  v.object({ phase: v.literal('stopped'), ...common, error: v.nullable(ErrorBody) }),
])
export type ReceiptRun = v.InferOutput<typeof ReceiptRun>
