/** The authority's clock: wall time of Europe/Bucharest, as its lists, limits and error messages use it. */

const ZONE = 'Europe/Bucharest'

/** Calendar day in Romania of a moment, `yyyy-MM-dd`. */
export function romaniaDay(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** Whether a text of the form `yyyy-MM-dd` names a day that there is. */
export function isCalendarDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`)
  // A 31st of February is taken by Date.parse, for the 3rd of March.
  return !Number.isNaN(moment) && new Date(moment).toISOString().slice(0, 10) === text
}

/** The moment at which a calendar day (`yyyy-MM-dd`) begins in Romania, epoch milliseconds. */
export function romaniaDayStart(day: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(ZONE).epochMilliseconds
}

/** `data_creare` of the e-invoicing lists (`yyyyMMddHHmm`) as epoch milliseconds; undefined if it is not of that form. */
export function parseListMoment(text: string): number | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text.trim())
  return parts ? wallToEpoch(parts.slice(1).map(Number)) : undefined
}

/** A moment as the range errors quote it (`dd-MM-yyyy HH:mm:ss`) as epoch milliseconds. */
export function parseQuotedMoment(text: string): number | undefined {
  const parts = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(text.trim())
  if (!parts) return undefined
  const [day, month, year, hour, minute, second] = parts.slice(1).map(Number)
  return wallToEpoch([year, month, day, hour, minute, second])
}

/**
 * `data_creare` of the SPV mailbox: `dd.MM.yyyy HH:mm:ss`, and before November 2018 the day alone, which then counts from its
 * start (S-03). Undefined if it is not of that form.
 */
export function parseMailMoment(text: string): { at: number; hasTime: boolean } | undefined {
  const parts = /^(\d{1,2})[.\-/](\d{1,2})[.\-/](\d{4})(\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim())
  if (!parts) return undefined
  const [day, month, year, time, hour = 0, minute = 0, second = 0] = parts.slice(1)
  const at = wallToEpoch([year, month, day, hour, minute, second].map(Number))
  return at === undefined ? undefined : { at, hasTime: time !== undefined }
}

/** A day as the authority writes it (`dd.MM.yyyy`, `dd-MM-yyyy`) as `yyyy-MM-dd`; undefined if there is no such day. */
export function parseWrittenDay(text: string): string | undefined {
  const moment = parseMailMoment(text)
  return moment && !moment.hasTime ? romaniaDay(moment.at) : undefined
}

/** `yyyyMMddHHmm` of a moment, as `data_creare` writes it. */
export function formatListMoment(epochMs: number): string {
  return wallParts(epochMs).slice(0, 5).join('')
}

/** `dd-MM-yyyy HH:mm:ss` of a moment, as the range errors quote it. */
export function formatQuotedMoment(epochMs: number): string {
  const [year, month, day, hour, minute, second] = wallParts(epochMs)
  return `${day}-${month}-${year} ${hour}:${minute}:${second}`
}

/**
 * The earliest moment that is within `days` days of `now` by elapsed time and by Romania's calendar alike. The two
 * differ by an hour when the clocks changed in between; the later one satisfies both readings of the rule.
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
    return undefined // no such day or hour: the text is no moment
  }
}

function wallParts(epochMs: number): string[] {
  const wall = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(ZONE)
  const two = (n: number) => String(n).padStart(2, '0')
  return [String(wall.year), two(wall.month), two(wall.day), two(wall.hour), two(wall.minute), two(wall.second)]
}
