/** A phrase whose form follows a number: 1 factură, 2 facturi, 20 de facturi. English has no `few` and uses `other`. */
export type Plural = { one: string; few?: string; other: string }

/** The form of a phrase for a number, by the plural rules of a language. */
export function pluralForm(language: string, phrase: Plural, n: number): string {
  const form = new Intl.PluralRules(language).select(n)
  if (form === 'one') return phrase.one
  return form === 'few' ? (phrase.few ?? phrase.other) : phrase.other
}
