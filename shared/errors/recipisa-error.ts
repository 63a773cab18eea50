import type { ErrorCode, Locale, Side } from './codes.ts'
import type { Entry } from './entry.ts'
import { fill, type SentenceParams } from './fill.ts'
import { REASONS, type Reason } from './reasons.ts'

export type ErrorParams = SentenceParams

/**
 * Any failure shown to a person. `reason` names its sentences (`shared/errors/reasons.ts`), `code` is the stable word
 * for programs, `params` fill the sentences. Thrown when the wire, the disk or the input breaks its promise. Business
 * outcomes (nok, no messages, not found) are values, never errors.
 */
export class RecipisaError extends Error {
  readonly reason: Reason
  readonly params: ErrorParams

  constructor(reason: Reason, params: ErrorParams = {}, options?: ErrorOptions) {
    super(describeReason(reason, params, 'en').text, options)
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

/** Where a person reads about a failure, which decides the advice. */
export type Place = 'terminal' | 'browser'

/** What happened and what to do next, in one language; `text` joins both sentences. */
export type Description = { what: string; next: string; text: string; side: Side }

export function describeReason(
  reason: Reason,
  params: ErrorParams,
  locale: Locale,
  place: Place = 'terminal',
): Description {
  const entry: Entry = REASONS[reason]
  const { absent, again } = RETOLD[locale]
  const [sentence, command, inBrowser] = entry[locale]
  const advice = place === 'browser' ? (inBrowser ?? command) : command
  const what = fill(params.document === undefined ? sentence : `${sentence} ${absent}`, params, locale)
  const next = fill(params.again === true ? `${advice} ${again}` : advice, params, locale)
  return { what, next, text: `${what} ${next}`.trim(), side: entry.side }
}

/**
 * Sentences for a known failure, reported again. `document` is the message that is therefore missing, `since` when the
 * failure became known; `again` means that the next sync asks for it again.
 */
const RETOLD: Readonly<Record<Locale, { absent: string; again: string }>> = {
  ro: {
    absent: 'De aceea documentul {document} nu este în arhivă[ (din {since})].',
    again: 'Următoarea sincronizare îl cere din nou.',
  },
  en: {
    absent: 'That is why the document {document} is not in the archive[ (since {since})].',
    again: 'The next sync asks for it again.',
  },
}
