import type { ErrorCode, Side } from './codes.ts'
import type { SentenceParams } from './fill.ts'
import { REASONS, type Reason } from './reasons.ts'

export type ErrorParams = SentenceParams

/**
 * Any failure that a person may see. `reason` names its sentences (`shared/errors/sentences/`), `code` is the stable
 * word for programs, `params` fill the sentences. It is thrown when the wire, the disk or the input breaks its promise.
 * Business outcomes (nok, no messages, not found) are values and never this. Its `message` is for programmers: people
 * read `describeReason`.
 */
export class RecipisaError extends Error {
  readonly reason: Reason
  readonly params: ErrorParams

  constructor(reason: Reason, params: ErrorParams = {}, options?: ErrorOptions) {
    super(`${reason} ${JSON.stringify(params)}`, options)
    this.name = 'RecipisaError'
    this.reason = reason
    this.params = params
  }

  get code(): ErrorCode {
    return REASONS[this.reason].code
  }

  get side(): Side {
    return REASONS[this.reason].side
  }
}
