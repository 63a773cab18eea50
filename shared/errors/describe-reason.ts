import type { Locale, Side } from './codes.ts'
import { REASONS, type Reason } from './reasons.ts'
import type { ErrorParams } from './recipisa-error.ts'
import { SENTENCES } from './sentences/sentences.ts'
import { type Place, type Told, tell } from './tell.ts'

/** `text` is both sentences. */
export type Description = Told & { text: string; side: Side }

/** A failure in one language. */
export function describeReason(
  reason: Reason,
  params: ErrorParams,
  locale: Locale,
  place: Place = 'terminal',
): Description {
  const { what, next } = tell(SENTENCES[reason], params, locale, place)
  return { what, next, text: `${what} ${next}`.trim(), side: REASONS[reason].side }
}
