/** Days that are public holidays in every year (Labour Code, art. 139). Month and day. */
const FIXED = [
  '01-01',
  '01-02',
  '01-06',
  '01-07',
  '01-24',
  '05-01',
  '06-01',
  '08-15',
  '11-30',
  '12-01',
  '12-25',
  '12-26',
]
/** Good Friday, Easter Monday, Whit Sunday and Whit Monday, in days after Easter Sunday. */
const FROM_EASTER = [-2, 0, 1, 49, 50]

/**
 * Orthodox Easter Sunday, `yyyy-MM-dd`. Meeus' computus for the Julian calendar (Astronomical Algorithms, chapter 8),
 * moved to the civil calendar by 13 days: valid for 1900 to 2099.
 */
export function orthodoxEaster(year: number): string {
  const d = (19 * (year % 19) + 15) % 30
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7
  const julian = d + e + 114
  const day = Temporal.PlainDate.from({ year, month: Math.floor(julian / 31), day: (julian % 31) + 1 })
  return day.add({ days: 13 }).toString()
}

/** Romania's public holidays of a year (Labour Code, art. 139), `yyyy-MM-dd`. */
export function publicHolidays(year: number): ReadonlySet<string> {
  const easter = Temporal.PlainDate.from(orthodoxEaster(year))
  const moving = FROM_EASTER.map(days => easter.add({ days }).toString())
  return new Set([...FIXED.map(day => `${year}-${day}`), ...moving])
}
