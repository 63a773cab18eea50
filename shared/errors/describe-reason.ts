import type { Locale, Side } from './codes.ts'
import { fill } from './fill.ts'
import { REASONS, type Reason } from './reasons.ts'
import type { ErrorParams } from './recipisa-error.ts'
import { SENTENCES } from './sentences/sentences.ts'

/** Where a person reads of a failure, and so what there is to do next. */
export type Place = 'terminal' | 'browser'

/** What happened and what to do next, in one language; `text` is both sentences. */
export type Description = { what: string; next: string; text: string; side: Side }

export function describeReason(
  reason: Reason,
  params: ErrorParams,
  locale: Locale,
  place: Place = 'terminal',
): Description {
  const { absent, again } = RETOLD[locale]
  const [sentence, command, inBrowser] = SENTENCES[reason][locale]
  const advice = place === 'browser' ? (inBrowser ?? command) : command
  const what = fill(params.document === undefined ? sentence : `${sentence} ${absent}`, params, locale)
  const next = fill(params.again === true ? `${advice} ${again}` : advice, params, locale)
  return { what, next, text: `${what} ${next}`.trim(), side: REASONS[reason].side }
}

/**
 * Sentences for a known failure that is reported again. `document` is the message that is therefore not archived,
 * `since` when that became known; `again` means that the next sync asks for it again.
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
