import * as v from 'valibot'
import { ErrorCode } from './codes.ts'

/**
 * `message` is English; `details.reason` and `details.params` let the extension say it in the user's language. A code
 * known only to a newer version reads as `unexpected-answer`, so that one unknown word does not end the connection.
 */
export const ErrorBody = v.object({
  code: v.fallback(ErrorCode, 'unexpected-answer'),
  message: v.string(),
  details: v.optional(v.record(v.string(), v.unknown()), {}),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>
