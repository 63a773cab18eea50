import { isCalendarDay } from '../domain/romania-time.ts'
import type { Locale } from '../errors/codes.ts'

const TAGS: Readonly<Record<Locale, string>> = { ro: 'ro-RO', en: 'en-GB' }

/** A decimal string with the locale's separators; a text that is not a decimal number stays unchanged. */
export function decimalText(locale: Locale, value: string, leastDecimals = 0): string {
  const plain = value.trim()
  if (!/^[+-]?\d+(\.\d+)?$/.test(plain)) return value
  const format = new Intl.NumberFormat(TAGS[locale], {
    minimumFractionDigits: leastDecimals,
    maximumFractionDigits: 10,
  })
  // Decimal strings are formatted exactly; the cast only repeats the pattern's check.
  return format.format(plain.replace(/^\+/, '') as `${number}`)
}

/** An amount as in the XML, with at least two decimals. No digit is lost to floating point. */
export function amountText(locale: Locale, amount: string, currency: string | null): string {
  const text = decimalText(locale, amount, 2)
  if (!currency) return text
  return `${text}\u00a0${currency === 'RON' && locale === 'ro' ? 'lei' : currency}`
}

/** A calendar day `yyyy-MM-dd` in the locale's form; any other text, such as the 31st of February, stays unchanged. */
export function dayText(locale: Locale, text: string): string {
  if (!isCalendarDay(text)) return text
  const day = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(TAGS[locale], day).format(Date.parse(`${text}T00:00:00Z`))
}

/** The name of a country by its code (ISO 3166-1); any other text stays unchanged. */
export function countryName(locale: Locale, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(TAGS[locale], { type: 'region', fallback: 'code' }).of(code) ?? code
}
