import * as v from 'valibot'
import { ErrorCode } from './codes.ts'
import { REASONS, type Reason } from './reasons.ts'
import { type ErrorParams, RecipisaError } from './recipisa-error.ts'

/**
 * `message` is English; `details.reason` and `details.params` let the extension say it in the user's language. A code that
 * only a newer version knows reads as `unexpected-answer`, so that one unknown word does not end the connection.
 */
export const ErrorBody = v.object({
  code: v.fallback(ErrorCode, 'unexpected-answer'),
  message: v.string(),
  details: v.optional(v.record(v.string(), v.unknown()), {}),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

/** The error in a body; undefined if this version does not know its reason. */
export function fromErrorBody(body: ErrorBody): RecipisaError | undefined {
  const { reason, params } = body.details ?? {}
  if (typeof reason !== 'string' || !Object.hasOwn(REASONS, reason)) return undefined
  return new RecipisaError(reason as Reason, isParams(params) ? params : {})
}

function isParams(value: unknown): value is ErrorParams {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      item =>
        ['string', 'number', 'boolean'].includes(typeof item) ||
        (Array.isArray(item) && item.every(text => typeof text === 'string')),
    )
  )
}
