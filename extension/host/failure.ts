import * as v from 'valibot'
import type { ErrorCode, Locale, Side } from '../../shared/errors/codes.ts'
import { describeReason } from '../../shared/errors/describe-reason.ts'
import type { ErrorBody } from '../../shared/errors/error-body.ts'
import { REASONS, type Reason } from '../../shared/errors/reasons.ts'
import { type ErrorParams, RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** A failure that the host reported; `body` is unchanged from the protocol. */
export class HostFailure extends Error {
  readonly body: ErrorBody

  constructor(body: ErrorBody) {
    super(body.message)
    this.name = 'HostFailure'
    this.body = body
  }
}

/** A failure in the user's language. `reason` is undefined when a newer host sends one that this version does not know. */
export type Failure = {
  code: ErrorCode
  reason: Reason | undefined
  side: Side
  what: string
  next: string
}

const Params = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]))

/** An error body in the user's language; the host's English text when its reason is unknown here. */
export function describeBody(body: ErrorBody, locale: Locale): Failure {
  const reason = body.details.reason
  const params = v.safeParse(Params, body.details.params ?? {})
  if (!isReason(reason) || !params.success) {
    return { code: body.code, reason: undefined, side: 'ours', what: body.message, next: '' }
  }
  return describe(reason, params.output, locale)
}

/** Converts any thrown value to a failure in the user's language. */
export function describeFailure(error: unknown, locale: Locale): Failure {
  if (error instanceof HostFailure) return describeBody(error.body, locale)
  const known = asRecipisaError(error)
  return describe(known.reason, known.params, locale)
}

/** Converts any thrown value to an error body, which storage.session can hold. */
export function failureBody(error: unknown): ErrorBody {
  if (error instanceof HostFailure) return error.body
  const known = asRecipisaError(error)
  return { code: known.code, message: known.message, details: { reason: known.reason, params: known.params } }
}

/** Whether the user or a closing page stopped the work; then there is nothing to report. */
export function isCancelled(error: unknown): boolean {
  if (error instanceof HostFailure) return error.body.code === 'cancelled'
  return error instanceof RecipisaError && error.code === 'cancelled'
}

function describe(reason: Reason, params: ErrorParams, locale: Locale): Failure {
  const { what, next, side } = describeReason(reason, params, locale, 'browser')
  return { code: REASONS[reason].code, reason, side, what, next }
}

function isReason(value: unknown): value is Reason {
  return typeof value === 'string' && Object.hasOwn(REASONS, value)
}

function asRecipisaError(error: unknown): RecipisaError {
  if (error instanceof RecipisaError) return error
  const problem = error instanceof Error ? error.message : String(error)
  const log = import.meta.env.FIREFOX ? 'about:debugging' : 'chrome://extensions'
  return new RecipisaError('unexpected', { problem, log }, { cause: error })
}
