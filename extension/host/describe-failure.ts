import type { ErrorCode, Locale, Side } from '../../shared/errors/codes.ts'
import type { ErrorBody } from '../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../shared/errors/from-error-body.ts'
import type { Reason } from '../../shared/errors/reasons.ts'
import type { Entry } from '../../shared/errors/sentences/entry.ts'
import { tell } from '../../shared/errors/tell.ts'
import { failureBody } from './failure.ts'

/**
 * A failure in the user's language. `reason` is undefined when a newer host sends one that this version does not know.
 * `what` is empty while its sentences are still being loaded.
 */
export type Failure = {
  code: ErrorCode
  reason: Reason | undefined
  side: Side
  what: string
  next: string
}

/** The sentences that a script has, by reason. */
export type Sentences = Readonly<Partial<Record<Reason, Entry>>>

/** The source of this script's sentences; undefined while they are being loaded. */
let sentences: () => Sentences | undefined = () => ({})
/** The sentence for a failure without sentences of its own; undefined for its program's own words. */
let other: Entry | undefined

/** Sets the source of the sentences. Each script calls it once, before it describes a failure. */
export function takeSentencesFrom(source: () => Sentences | undefined, forOthers?: Entry): void {
  sentences = source
  other = forOthers
}

/** An error body in the user's language; the words of its program where this script has no sentences for it. */
export function describeBody(body: ErrorBody, locale: Locale): Failure {
  const known = fromErrorBody(body)
  if (!known) return { code: body.code, reason: undefined, side: 'ours', what: body.message, next: '' }
  const { code, reason, side, params } = known
  const from = sentences()
  if (!from) return { code, reason, side, what: '', next: '' }
  const entry = from[reason] ?? other
  return { code, reason, side, ...(entry ? tell(entry, params, locale, 'browser') : { what: body.message, next: '' }) }
}

/** Converts any thrown value to a failure in the user's language. */
export const describeFailure = (error: unknown, locale: Locale): Failure => describeBody(failureBody(error), locale)
