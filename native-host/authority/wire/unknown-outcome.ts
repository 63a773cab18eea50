import { describeReason, RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Http, HttpAnswer } from './http.ts'

/** What was sent once, in the words of the sentence about it: something filed, or a request for a report. */
export type SentOnce = 'filing' | 'request'

const REASONS = {
  filing: { lost: 'outcome-unknown', unclear: 'filing-answer-unclear' },
  request: { lost: 'request-unknown', unclear: 'request-answer-unclear' },
} as const satisfies Record<SentOnce, object>

/** Characters of the authority's own words that a sentence quotes. */
const QUOTED = 300

/** The failure of what was sent once, after its first byte, when no whole answer came: nobody knows whether it arrived. */
export function unknownOutcome(operation: string, cause: unknown, what: SentOnce = 'filing'): RecipisaError {
  const { lost, unclear } = REASONS[what]
  const isAnswered = cause instanceof RecipisaError && cause.reason === 'rate-limited'
  if (isAnswered) return new RecipisaError(unclear, { operation, answer: 'HTTP 429' }, { cause })
  const kept =
    cause instanceof RecipisaError && typeof cause.params.kept === 'string' ? { kept: cause.params.kept } : {}
  return new RecipisaError(lost, { operation, problem: problemOf(cause), ...kept }, { cause })
}

/** The same for an answer that proves nothing (`evidence.ts`); it is kept for a look, and tells where. */
export async function unclearAnswer(
  http: Pick<Http, 'keepAside'>,
  operation: string,
  answer: HttpAnswer,
  what: SentOnce = 'filing',
  cause?: unknown,
): Promise<RecipisaError> {
  // Unknown also where it cannot be kept.
  const keeping = answer.bytes.length > 0 ? http.keepAside(operation, answer.bytes).catch(() => undefined) : undefined
  const path = await keeping
  const kept = path === undefined ? {} : { kept: path }
  return new RecipisaError(
    REASONS[what].unclear,
    { operation, answer: wordsOf(answer), ...kept },
    cause === undefined ? {} : { cause },
  )
}

/** An answer in the words of all languages. */
function wordsOf({ status, body }: HttpAnswer): string {
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

/** Within a sentence: what happened, without what to do about it, which is another thing here. */
function problemOf(cause: unknown): string {
  if (!(cause instanceof RecipisaError)) return cause instanceof Error ? cause.message : String(cause)
  return describeReason(cause.reason, cause.params, 'en').what.replace(/\.$/, '')
}
