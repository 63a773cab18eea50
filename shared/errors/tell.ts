import type { Locale } from './codes.ts'
import { fill, type SentenceParams } from './fill.ts'
import type { Entry } from './sentences/entry.ts'

/** Where a person reads of a failure, and so what there is to do next. */
export type Place = 'terminal' | 'browser'

/** A failure and the next step, in one language. */
export type Told = { what: string; next: string }

/** The sentences of a failure with its params in their places. */
export function tell(entry: Entry, params: SentenceParams, locale: Locale, place: Place): Told {
  const { absent, again } = RETOLD[locale]
  const [sentence, command, inBrowser] = entry[locale]
  const advice = place === 'browser' ? (inBrowser ?? command) : command
  return {
    what: fill(params.document === undefined ? sentence : `${sentence} ${absent}`, params, locale),
    next: fill(params.again === true ? `${advice} ${again}` : advice, params, locale),
  }
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
