import type { ErrorBody } from '../../../shared/errors/error-body.ts'

/** SQL: the value of `told_at` for a failed message: since when the download has failed for the same reason. */
export const FAILED_SINCE = `CASE WHEN state = 'failed' AND json_extract(error, '$.details.reason') IS :reason
  THEN coalesce(told_at, :now) ELSE :now END`

/** The params for `FAILED_SINCE` and for `error = :error`, apart from `now`. */
export function errorParams(error: ErrorBody): { error: string; reason: string | null } {
  const { reason } = error.details
  return { error: JSON.stringify(error), reason: typeof reason === 'string' ? reason : null }
}
