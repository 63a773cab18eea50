import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import { formatDay } from '../../locales/format.ts'
import { localeTag } from '../../locales/translate.ts'

/** The numbers of months that the charts can show. */
export const LENGTHS = [1, 3, 6, 12, 24] as const
const USUAL = 12

/** Whole months: their number, and the last one (`yyyy-MM`). */
export type ChartPeriod = { months: number; until: string }

type Words = Readonly<Record<string, string>>

export const presentMonth = (now: number): string => romaniaDay(now).slice(0, 7)

/** Reads the period from the filters of the page's address; the usual one for invalid values. `now`: epoch ms. */
export function periodOf({ months, until }: Words, now: number): ChartPeriod {
  const present = presentMonth(now)
  const isMonth = until !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(until) && until <= present
  return { months: LENGTHS.find(length => String(length) === months) ?? USUAL, until: isMonth ? until : present }
}

/** The filters for a period: none for the usual one, which moves with the calendar. */
export function periodFilters({ months, until }: ChartPeriod, now: number): Words {
  return { ...(months === USUAL ? {} : { months: `${months}` }), ...(until === presentMonth(now) ? {} : { until }) }
}

/** The month this many months later. */
export function monthAfter(month: string, step: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months: step }).toString()
}

/** "noiembrie 2026", or "nov. 26" in little space. */
export function formatMonth(locale: Locale, month: string, style: 'long' | 'short' = 'long'): string {
  const form = { month: style, year: style === 'long' ? 'numeric' : '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(localeTag(locale), form).format(Date.parse(`${month}-01T00:00:00Z`))
}

export const formatSpanOfDays = (locale: Locale, { since, until }: { since: string; until: string }): string =>
  `${formatDay(locale, since)} – ${formatDay(locale, until)}`
