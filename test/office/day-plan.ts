import { romaniaDay } from '../../shared/domain/romania-time.ts'

/** Whole months before this one that an office's documents go back. */
const MONTHS = 13

/** How many documents come on a day by its weekday, Monday first; most on working days. */
const WEEK = [10, 11, 11, 11, 10, 1.5, 0.5]

export type OfficeDay = { day: string; documents: number }

/** The days of an office, up to today, with as many documents in all as were asked for. */
export function planDays(documents: number, now: number): OfficeDay[] {
  const today = Temporal.PlainDate.from(romaniaDay(now))
  const first = today.with({ day: 1 }).subtract({ months: MONTHS })
  const days = Array.from({ length: first.until(today).days + 1 }, (_, n) => first.add({ days: n }))
  const weights = days.map(weightOf)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [before, given] = [0, 0]
  return days.map((day, n) => {
    before += weights[n] ?? 0
    const until = Math.round((before / total) * documents)
    const count = until - given
    given = until
    return { day: day.toString(), documents: count }
  })
}

/** The ends of months and of the year are busy, August is quiet. */
function weightOf(day: Temporal.PlainDate): number {
  const week = WEEK[day.dayOfWeek - 1] ?? 1
  const isEnd = day.daysInMonth - day.day < 3
  return week * (isEnd ? 1.7 : 1) * (day.month === 8 ? 0.7 : 1) * (day.month === 12 ? 1.2 : 1)
}

/** On the tenth, the month before is booked: `yyyy-MM`. Undefined on other days. */
export function monthToBook(day: string): string | undefined {
  if (!day.endsWith('-10')) return undefined
  return Temporal.PlainYearMonth.from(day.slice(0, 7)).subtract({ months: 1 }).toString()
}
