import { isCalendarDay } from '../../../shared/domain/romania-time.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import { localeTag } from '../../locales/translate.ts'

/**
 * A day as people write it, day first (`20.11.2026`, `20/11/26`, `20 11`, `20112026`), or as `2026-11-20`; as `yyyy-MM-dd`. Without a
 * year it is that of `today`. Undefined for any other text, and for days that do not exist.
 */
export function readDay(text: string, today: string): string | undefined {
  const written = text.trim().replace(/^(\d\d)(\d\d)(\d{4})$/, '$1.$2.$3')
  const [, y = '', m = '', d = ''] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written) ??
    inOrder(/^(\d{1,2})[./\s-](\d{1,2})(?:[./\s-](\d{4}|\d{2}))?\.?$/, written)
  if (d === '') return undefined
  const year = y === '' ? today.slice(0, 4) : y.padStart(4, '20')
  const day = `${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isCalendarDay(day) ? day : undefined
}

/** Day, month and year of a match, turned round to year, month and day. */
function inOrder(pattern: RegExp, text: string): (string | undefined)[] {
  const [all, d, m, y] = pattern.exec(text) ?? []
  return [all, y, m, d]
}

/** A month as a calendar shows it: its name, the names of the weekdays from Monday on, and its days in whole weeks. */
export type MonthSheet = { name: string; weekdays: readonly string[]; weeks: readonly (readonly string[])[] }

/** The month of a day, in the language of the page. Days of the adjacent months fill the first and last week. */
export function monthSheet(day: string, locale: Locale): MonthSheet {
  const first = `${day.slice(0, 7)}-01`
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeTag(locale), { ...options, timeZone: 'UTC' })
  const monday = shiftDay(first, -((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7))
  const weeks: string[][] = []
  for (let at = monday; weeks.length === 0 || at.slice(0, 7) === day.slice(0, 7); at = shiftDay(at, 7))
    weeks.push(Array.from({ length: 7 }, (_, n) => shiftDay(at, n)))
  return {
    name: format({ month: 'long', year: 'numeric' }).format(utc(first)),
    weekdays: (weeks[0] ?? []).map(each => format({ weekday: 'short' }).format(utc(each))),
    weeks,
  }
}

/** The day this many days later. */
export function shiftDay(day: string, days: number): string {
  return new Date(utc(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The same day some months later, or the last day of a shorter month. */
export function shiftMonth(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** A day in full: "vineri, 20 noiembrie 2026". */
export function formatFullDay(locale: Locale, day: string): string {
  return new Intl.DateTimeFormat(localeTag(locale), { dateStyle: 'full', timeZone: 'UTC' }).format(utc(day))
}

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`)
