import type { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { NetworkFailure } from '../authority/wire/network-failure.ts'
import {
  type TransportAnswer,
  TransportFailure,
  type TransportHead,
  type TransportRequest,
} from '../authority/wire/transports/transport.ts'
import type { TokenLine } from './token-frames.ts'

/** A call by the process with the token, and that process's reports about it. */
export type OpenCall = {
  readonly answer: Promise<TransportAnswer>
  leaves(): void
  head(line: Extract<TokenLine, { head: number }>): void
  done(body: string): void
  lost(failure: NetworkFailure, problem: string): void
  /** The process is gone or no longer usable. */
  fail(reason: RecipisaError): void
  abort(reason: unknown): void
}

/**
 * When the process ends, calls under way stay in doubt: only a call whose first byte was not announced has certainly
 * not left. An abandoned call is in doubt as well: the process may announce it before it hears about that.
 */
export function createOpenCall({ onBytes, onHead }: TransportRequest): OpenCall {
  const { promise, resolve, reject } = Promise.withResolvers<TransportAnswer>()
  let hasLeft = false
  let head: TransportHead | undefined
  let told: Promise<void> | undefined
  const leaves = () => {
    hasLeft = true
    onBytes?.()
  }
  return {
    answer: promise,
    leaves,
    head({ status, headers, setCookies }) {
      head = { status, header: name => headers[name], setCookies }
      told = onHead?.(head)
    },
    done(body) {
      const bytes = Buffer.from(body, 'base64')
      const answered = head
      if (!answered) return reject(new TransportFailure('reset', 'an answer without a head'))
      void Promise.resolve(told).then(() => resolve({ head: answered, bytes }), reject)
    },
    lost: (failure, problem) => reject(new TransportFailure(failure, problem)),
    fail: reason => reject(hasLeft ? new TransportFailure(head ? 'cut-short' : 'reset', reason.reason) : reason),
    abort(reason) {
      if (!hasLeft) leaves()
      reject(reason)
    },
  }
}
