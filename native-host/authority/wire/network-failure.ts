import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/**
 * How a call failed below HTTP. `unreachable`: no connection; `reset`: it ended after the request was sent and before
 * an answer; `silent`: no answer came in time; `cut-short`: it ended within the answer.
 */
export type NetworkFailure = 'untrusted' | 'unreachable' | 'reset' | 'silent' | 'cut-short'

const NOT_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]
const SILENT = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

export function networkFailureOf(error: unknown, inBody: boolean): { failure: NetworkFailure; problem: string } {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const problem = code ?? (error instanceof Error ? error.message : String(error))
  const is = (failure: NetworkFailure) => ({ failure, problem })
  if (code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS/.test(code)) return is('untrusted')
  if (code !== undefined && NOT_CONNECTED.includes(code)) return is('unreachable')
  if (error instanceof Error && error.message.includes('before secure TLS connection')) return is('unreachable')
  if (code !== undefined && SILENT.includes(code)) return { failure: 'silent', problem: 'no answer in time' }
  return is(inBody ? 'cut-short' : 'reset')
}

/** The error for a call that failed below HTTP, as the underlying library reports it. */
export function networkError(error: unknown, inBody: boolean, operation: string, host: string): RecipisaError {
  return failureError({ ...networkFailureOf(error, inBody), cause: error }, operation, host)
}

type Failed = { failure: NetworkFailure; problem: string; cause?: unknown }

/** The error for such a failure; its `params.failure` is what `failureKind` reads. */
export function failureError({ failure, problem, cause }: Failed, operation: string, host: string): RecipisaError {
  // The sentence says it all, in the person's language.
  const words = failure === 'silent' ? {} : { problem }
  const params = { host, ...words, operation, failure }
  const reasons = { untrusted: 'tls-untrusted', 'cut-short': 'answer-truncated' } as const
  const reason = failure === 'untrusted' || failure === 'cut-short' ? reasons[failure] : 'unreachable'
  return new RecipisaError(reason, params, { cause })
}

/** The kind of a failure that `networkError` made; undefined for any other error. */
export function failureKind(error: unknown): NetworkFailure | undefined {
  if (!(error instanceof RecipisaError)) return undefined
  const { failure } = error.params
  return typeof failure === 'string' ? (failure as NetworkFailure) : undefined
}
