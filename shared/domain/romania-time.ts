/** The authority's clock: the wall time of Europe/Bucharest, as in its lists, limits and error messages. */

const ZONE = 'Europe/Bucharest'

/** The calendar day of a moment in Romania, `yyyy-MM-dd`. */
export function romaniaDay(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** The wall time of a moment in Romania to the minute, `yyyy-MM-ddTHH:mm`. */
export function romaniaMinute(epochMs: number): string {
  const wall = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(ZONE)
  return wall.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** Whether a text of the form `yyyy-MM-dd` names an existing day. */
export function isCalendarDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`)
  // Date.parse reads the 31st of February as the 3rd of March.
  return !Number.isNaN(moment) && new Date(moment).toISOString().slice(0, 10) === text
}

/**
 * A calendar day as `yyyy-MM-dd`; for later years their limit, 9999-12-31. A longer year would begin with a plus, and
 * sort before all others.
 */
export function dayText(day: Temporal.PlainDate): string {
  return day.year > 9999 ? '9999-12-31' : day.toString()
}

/** The moment at which a calendar day (`yyyy-MM-dd`) begins in Romania, epoch ms. */
export function romaniaDayStart(day: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(ZONE).epochMilliseconds
}

/** The moment at which a calendar day (`yyyy-MM-dd`) ends in Romania, which is the start of the next, epoch ms. */
export function romaniaDayEnd(day: string): number {
  return romaniaDayStart(Temporal.PlainDate.from(day).add({ days: 1 }).toString())
}

/** `data_creare` of the e-invoicing lists (`yyyyMMddHHmm`) as epoch ms; undefined for any other form. */
export function parseListMoment(text: string): number | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text.trim())
  return parts ? wallToEpoch(parts.slice(1).map(Number)) : undefined
}

/**
 * A moment as the notes about a list window quote it (`dd-MM-yyyy HH:mm:ss`), as epoch ms; undefined for any other
 * form.
 */
export function parseQuotedMoment(text: string): number | undefined {
  const parts = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text.trim())
  if (!parts) return undefined
  const [day, month, year, hour, minute, second] = parts.slice(1).map(Number)
  return wallToEpoch([year, month, day, hour, minute, second])
}

/**
 * `data_creare` of the SPV mailbox: `dd.MM.yyyy HH:mm:ss`, before November 2018 the day alone, whose start then counts
 * (S-03). Undefined for any other form.
 */
export function parseMailMoment(text: string): { at: number; hasTime: boolean } | undefined {
  const parts = /^(\d{1,2})[.\-/](\d{1,2})[.\-/](\d{4})(\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim())
  if (!parts) return undefined
  const [day, month, year, time, hour = 0, minute = 0, second = 0] = parts.slice(1)
  const at = wallToEpoch([year, month, day, hour, minute, second].map(Number))
  return at === undefined ? undefined : { at, hasTime: time !== undefined }
}

/** A day as the authority writes it (`dd.MM.yyyy`, `dd-MM-yyyy`) as `yyyy-MM-dd`; undefined if no such day exists. */
export function parseWrittenDay(text: string): string | undefined {
  const moment = parseMailMoment(text)
  return moment && !moment.hasTime ? romaniaDay(moment.at) : undefined
}

/** A moment as `data_creare` of the e-invoicing lists writes it, `yyyyMMddHHmm`. */
export function formatListMoment(epochMs: number): string {
  return wallParts(epochMs).slice(0, 5).join('')
}

/** A moment as the notes about a list window quote it, `dd-MM-yyyy HH:mm:ss`. */
export function formatQuotedMoment(epochMs: number): string {
  const [year, month, day, hour, minute, second] = wallParts(epochMs)
  return `${day}-${month}-${year} ${hour}:${minute}:${second}`
}

/**
 * The earliest moment within `days` days of `now`, both by elapsed time and by Romania's calendar. The two differ by an
 * hour if the clocks changed in between; the later moment satisfies both readings of the rule.
 */
export function daysBefore(now: number, days: number): number {
  const calendar = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(ZONE).subtract({ days })
  return Math.max(now - days * 86_400_000, calendar.epochMilliseconds)
}

function wallToEpoch(parts: (number | undefined)[]): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  try {
    const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }, { overflow: 'reject' })
    return wall.toZonedDateTime(ZONE).epochMilliseconds
  } catch {
    return undefined // no such day or hour exists
  }
}

function wallParts(epochMs: number): string[] {
  const wall = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(ZONE)
  const two = (n: number) => String(n).padStart(2, '0')
  return [String(wall.year), two(wall.month), two(wall.day), two(wall.hour), two(wall.minute), two(wall.second)]
}
