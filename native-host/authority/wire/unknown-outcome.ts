import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Http, HttpAnswer } from './http.ts'

/** The kind of item that was sent once. */
export type SentOnce = 'upload' | 'declaration' | 'request'

const OF_DOCUMENTS = { unanswered: 'outcome-unknown', unclear: 'filing-answer-unclear' } as const
const REASONS = {
  upload: OF_DOCUMENTS,
  declaration: OF_DOCUMENTS,
  request: { unanswered: 'request-unknown', unclear: 'request-answer-unclear' },
} as const satisfies Record<SentOnce, object>

/** Most characters to quote of the authority's own words. */
const QUOTED = 300

/**
 * The error after the first byte has left and no whole answer came: nobody knows whether the document arrived (E-05).
 */
export function unknownOutcome(operation: string, cause: unknown, what: SentOnce): RecipisaError {
  const { unanswered, unclear } = REASONS[what]
  const isAnswered = cause instanceof RecipisaError && cause.reason === 'rate-limited'
  if (isAnswered) return new RecipisaError(unclear, { operation, answer: 'HTTP 429' }, { cause })
  const kept =
    cause instanceof RecipisaError && typeof cause.params.kept === 'string' ? { kept: cause.params.kept } : {}
  const problem = problemOf(cause)
  return new RecipisaError(unanswered, { operation, ...(problem ? { problem } : {}), ...kept }, { cause })
}

/**
 * The error for an answer that proves nothing (docs/authority/evidence.md). The answer is kept for inspection, and the
 * error's `kept` names its path.
 */
export async function unclearAnswer(
  http: Pick<Http, 'keepAside'>,
  operation: string,
  answer: HttpAnswer,
  what: SentOnce,
  cause?: unknown,
): Promise<RecipisaError> {
  // The outcome is just as unknown if the answer cannot be kept.
  const keeping = answer.bytes.length > 0 ? http.keepAside(operation, answer.bytes).catch(() => undefined) : undefined
  const path = await keeping
  const kept = path === undefined ? {} : { kept: path }
  return new RecipisaError(
    REASONS[what].unclear,
    { operation, answer: summaryOf(answer), ...kept },
    cause === undefined ? {} : { cause },
  )
}

/** An answer in words that every language shares. */
function summaryOf({ status, body }: HttpAnswer): string {
  const head = `HTTP ${status}`
  switch (body.kind) {
    case 'note':
      return `${head}: ${body.note.slice(0, QUOTED)}`
    case 'firewall':
      return `${head}, support ID ${body.supportId}`
    case 'html':
    case 'maintenance':
    case 'login-wall':
      return `${head}, HTML`
    case 'xml':
    case 'json':
      return `${head}, ${body.kind.toUpperCase()}`
    default:
      return head
  }
}

/** The system's own code or words for what happened on the way; undefined if our sentence says it all. */
function problemOf(cause: unknown): string | undefined {
  if (!(cause instanceof RecipisaError)) return cause instanceof Error ? cause.message : String(cause)
  const { failure, problem } = cause.params
  return failure !== undefined && typeof problem === 'string' ? problem : undefined
}
