import { dayText } from '../../shared/domain/romania-time.ts'
import { publicHolidays } from './public-holidays.ts'

/** Days that a person's own file adds to or removes from the public holidays, `yyyy-MM-dd`. */
export type OwnDays = { readonly free: ReadonlySet<string>; readonly working: ReadonlySet<string> }

/**
 * Whether a day is a working day: any day except Saturday, Sunday and public holidays (Regulation (EEC, Euratom)
 * 1182/71, art. 2). Extra free days and make-up days of single years come from the person's file.
 */
function isWorkingDay(day: string, own: OwnDays): boolean {
  if (own.working.has(day)) return true
  if (own.free.has(day)) return false
  const { dayOfWeek, year } = Temporal.PlainDate.from(day)
  return dayOfWeek < 6 && !publicHolidays(year).has(day)
}

/** The last day of a period in working days: the day of the event itself does not count (art. 3 (1), 3 (3)). */
export function afterWorkingDays(event: string, days: number, own: OwnDays): string {
  let day = Temporal.PlainDate.from(event)
  for (let left = days; left > 0; ) {
    day = day.add({ days: 1 })
    if (isWorkingDay(day.toString(), own)) left -= 1
  }
  return dayText(day)
}

/** Calendar days from one day to another; negative if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days
}

export function addDays(day: string, days: number): string {
  return dayText(Temporal.PlainDate.from(day).add({ days }))
}
