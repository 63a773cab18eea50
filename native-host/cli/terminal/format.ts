import type { Locale } from '../../../shared/errors/codes.ts'

const ZONE = 'Europe/Bucharest'

/** A moment (epoch ms) in Romania's time. */
export function moment(epochMs: number | null, locale: Locale): string {
  if (epochMs === null) return '–'
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE }).format(epochMs)
}

/** An amount of the XML, with grouped digits; text that is not a number stays unchanged. */
export function amount(value: string | null, currency: string | null, locale: Locale): string {
  if (value === null) return '–'
  if (!/^-?\d+(\.\d+)?$/.test(value)) return [value, currency].filter(Boolean).join(' ')
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  // The text is formatted, not a float, so that no cent is lost.
  return [format.format(value as `${number}`), currency].filter(Boolean).join(' ')
}
