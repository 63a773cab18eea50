import type { Locale } from '../../shared/errors/codes.ts'
import { type Plural, pluralForm } from '../../shared/text/plural.ts'
import type { ro } from './ro.ts'

/** The same keys in every language, with a plural where Romanian has one. */
export type SameKeys<T> = { readonly [K in keyof T]: T[K] extends string ? string : Plural }
export type Catalogue = SameKeys<typeof ro>
export type Key = keyof Catalogue
export type Values = Readonly<Record<string, string | number>>

/** The phrases that are here: each script has those that it says. */
const PHRASES: Record<Locale, Partial<Catalogue>> = { ro: {}, en: {} }

/** Adds phrases to those that `translate` knows. */
export function addPhrases(locale: Locale, phrases: Partial<Catalogue>): void {
  Object.assign(PHRASES[locale], phrases)
}

/** Whether there are phrases of a language. */
export const hasPhrases = (locale: Locale): boolean => Object.keys(PHRASES[locale]).length > 0

/**
 * The phrase `key` in `locale` with `{name}` filled from `values`. Plurals choose their form by `values.n`; numbers get the
 * locale's grouping.
 */
export function translate(locale: Locale, key: Key, values: Values = {}): string {
  // A script without the phrase that it says is a mistake (parts.test.ts); its key is better than an empty page.
  const phrase: string | Plural = PHRASES[locale][key] ?? key
  const text = typeof phrase === 'string' ? phrase : pluralForm(locale, phrase, Number(values.n))
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? new Intl.NumberFormat(localeTag(locale)).format(value) : (value ?? '?')
  })
}

/** BCP 47 tag of the locale for dates and numbers. */
export function localeTag(locale: Locale): string {
  return locale === 'ro' ? 'ro-RO' : 'en-GB'
}
