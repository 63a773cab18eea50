import { pluralForm } from '../text/plural.ts'
import type { Locale } from './codes.ts'

/** Values that a sentence quotes, or that a program may need. Never a secret. */
export type SentenceParams = Readonly<Record<string, string | number | boolean | readonly string[]>>

/**
 * A sentence with its params in their places. `{name}` is replaced by the param, `{name|moment}` by that moment in
 * Romania's time, `{name|de}` by the number and the "de" that Romanian adds from 20 on, `{name|state}` by the word for that
 * state of a filing, which a number may follow. A part in square brackets appears only if its params are given.
 */
export function fill(sentence: string, params: SentenceParams, locale: Locale): string {
  const isGiven = (part: string) => [...part.matchAll(/\{(\w+)/g)].every(([, name = '']) => params[name] !== undefined)
  return sentence
    .replace(/\[([^[\]]*)\]/g, (_, part: string) => (isGiven(part) ? part : ''))
    .replace(/\{(\w+)(?:\|(moment|de|state))?\}/g, (_, name: string, as: string | undefined) => {
      const value = params[name] ?? '?'
      if (as === 'state') return String(value).replace(/^[a-z]+/, state => STATES[locale][state] ?? state)
      if (typeof value !== 'number' || as === undefined) return String(value)
      return as === 'moment' ? momentIn(locale, value) : `${value}${pluralForm('ro', PREPOSITION, value)}`
    })
}

/** States of a filing, as the office and the archive name them. */
const STATES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  ro: {
    claimed: 'se trimite acum',
    sent: 'trimis',
    unknown: 'rezultat necunoscut',
    accepted: 'acceptat',
    refused: 'respins',
  },
  en: {
    claimed: 'being sent',
    sent: 'sent',
    unknown: 'outcome unknown',
    accepted: 'accepted',
    refused: 'refused',
  },
}

const PREPOSITION = { one: '', few: '', other: ' de' }

/** A moment (epoch ms) on the authority's clocks. */
function momentIn(locale: Locale, moment: number): string {
  const format = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Bucharest' } as const
  return new Intl.DateTimeFormat(locale === 'ro' ? 'ro-RO' : 'en-GB', format).format(moment)
}
