import type { ErrorBody } from './error-body.ts'
import { REASONS, type Reason } from './reasons.ts'
import { type ErrorParams, RecipisaError } from './recipisa-error.ts'

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
