import { isCalendarDay } from '../../shared/domain/romania-time.ts'
import type { Locale } from '../../shared/errors/codes.ts'
import { localeTag } from './translate.ts'

/** The authority and its users go by Romanian time, whatever the zone of the computer. */
const ZONE = 'Europe/Bucharest'
const SPANS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const DAY = 86_400_000

/** A calendar day `yyyy-MM-dd` in the locale's form; any other text, such as the 31st of February, stays as it is. */
export function formatDay(locale: Locale, day: string): string {
  return isCalendarDay(day) ? dayFormat(locale, 'UTC').format(Date.parse(`${day}T00:00:00Z`)) : day
}

/** The day in Romania of a moment in epoch milliseconds. */
export function formatDayOf(locale: Locale, moment: number): string {
  return dayFormat(locale, ZONE).format(moment)
}

/** Day and minute in Romania of a moment in epoch milliseconds. */
export function formatMoment(locale: Locale, moment: number): string {
  return momentFormat(locale).format(moment)
}

/** The minute in Romania of a moment, with its day unless that is today's. */
export function formatTime(locale: Locale, moment: number, now: number): string {
  if (calendarDay(moment) !== calendarDay(now)) return formatMoment(locale, moment)
  return new Intl.DateTimeFormat(localeTag(locale), { timeStyle: 'short', timeZone: ZONE }).format(moment)
}

/**
 * How long ago a moment was, in the largest whole unit up to days: "acum 6 minute", or "acum 6 min" in the short style.
 * From 24 hours on the days are those of the Romanian calendar, so that "ieri" is never the day before.
 */
export function formatAgo(locale: Locale, moment: number, now: number, style: 'long' | 'short' = 'long'): string {
  const format = new Intl.RelativeTimeFormat(localeTag(locale), { numeric: 'auto', style })
  const elapsed = Math.max(0, now - moment)
  const days = elapsed < DAY ? 0 : (calendarDay(now) - calendarDay(moment)) / DAY
  if (days > 0) return format.format(-days, 'day')
  const [unit, span] = SPANS.find(([, size]) => elapsed >= size) ?? []
  if (!unit) return locale === 'ro' ? 'acum' : 'just now'
  return format.format(-Math.floor(elapsed / span), unit)
}

/** Days on the Romanian calendar from today until a moment's day; 0 on that day and later. */
export function daysUntil(moment: number, now: number): number {
  return Math.max(0, (calendarDay(moment) - calendarDay(now)) / DAY)
}

/**
 * An amount as the invoice's XML has it (a decimal string), with the locale's separators and at least two decimals.
 * No digit is lost to floating point. A text that is not a decimal number stays as it is.
 */
export function formatAmount(locale: Locale, amount: string, currency: string | null): string {
  const text = formatDecimal(locale, amount, 2)
  if (!currency) return text
  return `${text}\u00a0${currency === 'RON' && locale === 'ro' ? 'lei' : currency}`
}

/** A decimal string with the locale's separators. */
export function formatDecimal(locale: Locale, value: string, leastDecimals = 0): string {
  const plain = value.trim()
  if (!/^[+-]?\d+(\.\d+)?$/.test(plain)) return value
  const format = decimalFormat(locale, leastDecimals)
  // Decimal strings are formatted exactly; the cast only says what the pattern has checked.
  return format.format(plain.replace(/^\+/, '') as `${number}`)
}

/** A number to the nearest whole one, with the locale's grouping. */
export function formatWhole(locale: Locale, value: number): string {
  return wholeFormat(locale).format(value)
}

/** A number in short form, for the axis of a chart: "1,2 mil.". Nobody says the "K" of the browser in Romanian. */
export function formatShort(locale: Locale, value: number): string {
  const notation = locale === 'ro' && Math.abs(value) < 1_000_000 ? 'standard' : 'compact'
  return new Intl.NumberFormat(localeTag(locale), { notation, maximumFractionDigits: 1 }).format(value)
}

/** A length of time in its two largest units, never less than a second: "2 ore, 47 minute". Milliseconds. */
export function formatSpan(locale: Locale, span: number): string {
  const seconds = Math.max(1, Math.ceil(span / 1000))
  const minutes = Math.ceil(seconds / 60)
  const parts =
    seconds < 60 ? { seconds } : minutes < 60 ? { minutes } : { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  return new Intl.DurationFormat(localeTag(locale), { style: 'long' }).format(parts)
}

/** Midnight UTC of a moment's day in Romania, so that clock changes do not affect the count of days. */
function calendarDay(moment: number): number {
  return Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(moment))
}

/** Caches the results of `make`: making a format takes longer than drawing a whole row of a table. */
function keep<A extends readonly (string | number)[], T>(make: (...given: A) => T): (...given: A) => T {
  const made = new Map<string, T>()
  return (...given) => {
    const key = given.join()
    const known = made.get(key) ?? make(...given)
    made.set(key, known)
    return known
  }
}

const dayFormat = keep(
  (locale: Locale, timeZone: string) =>
    new Intl.DateTimeFormat(localeTag(locale), { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }),
)
const momentFormat = keep(
  (locale: Locale) =>
    new Intl.DateTimeFormat(localeTag(locale), { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE }),
)
const decimalFormat = keep(
  (locale: Locale, leastDecimals: number) =>
    new Intl.NumberFormat(localeTag(locale), { minimumFractionDigits: leastDecimals, maximumFractionDigits: 10 }),
)
const wholeFormat = keep((locale: Locale) => new Intl.NumberFormat(localeTag(locale), { maximumFractionDigits: 0 }))
