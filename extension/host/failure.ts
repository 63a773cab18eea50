import type { ErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** A failure that the host reported; `body` is unchanged from the protocol. */
export class HostFailure extends Error {
  readonly body: ErrorBody

  constructor(body: ErrorBody) {
    super(body.message)
    this.name = 'HostFailure'
    this.body = body
  }
}

/** Converts any thrown value to an error body, which storage.session can hold. */
export function failureBody(error: unknown): ErrorBody {
  if (error instanceof HostFailure) return error.body
  const { code, message, reason, params } = asRecipisaError(error)
  return { code, message, details: { reason, params } }
}

/** Whether the user or a closing page stopped the work; then there is nothing to report. */
export function isCancelled(error: unknown): boolean {
  if (error instanceof HostFailure) return error.body.code === 'cancelled'
  return error instanceof RecipisaError && error.code === 'cancelled'
}

function asRecipisaError(error: unknown): RecipisaError {
  if (error instanceof RecipisaError) return error
  const problem = error instanceof Error ? error.message : String(error)
  const log = import.meta.env.FIREFOX ? 'about:debugging' : 'chrome://extensions'
  return new RecipisaError('unexpected', { problem, log }, { cause: error })
}
