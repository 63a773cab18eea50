import type { ErrorBody } from '../../../shared/protocol/envelope.ts'

/** SQL of `told_at` for a failed message: since when it fails for the same reason, however often it is tried again. */
export const TOLD_OF_ERROR = `CASE WHEN state = 'failed' AND json_extract(error, '$.details.reason') IS :reason
  THEN coalesce(told_at, :now) ELSE :now END`

/** What it and `error = :error` are filled with, beside `now`. */
export function toldError(error: ErrorBody): { error: string; reason: string | null } {
  const { reason } = error.details
  return { error: JSON.stringify(error), reason: typeof reason === 'string' ? reason : null }
}
