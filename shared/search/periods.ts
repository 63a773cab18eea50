/** Calendar days, both included. */
export type Period = { since: string; until: string }

/** Most words in a period: "ultimele 30 de zile". */
export const MOST_PERIOD_WORDS = 4

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Words for a unit, and how many units to go back, without accents. */
const SPOKEN: readonly (readonly [words: RegExp, unit: Unit, back: number])[] = [
  [/^(azi|astazi|today)$/, 'day', 0],
  [/^(ieri|yesterday)$/, 'day', 1],
  [/^(saptamana (asta|aceasta|curenta)|this week)$/, 'week', 0],
  [/^(saptamana trecuta|last week)$/, 'week', 1],
  [/^(luna (asta|aceasta|curenta)|this month)$/, 'month', 0],
  [/^(luna trecuta|last month)$/, 'month', 1],
  [/^(trimestrul (asta|acesta|curent)|this quarter)$/, 'quarter', 0],
  [/^(trimestrul trecut|last quarter)$/, 'quarter', 1],
  [/^(anul (asta|acesta|curent)|this year)$/, 'year', 0],
  [/^(anul trecut|last year)$/, 'year', 1],
]

const MONTHS: readonly string[] = [
  'ianuarie january',
  'februarie february',
  'martie march',
  'aprilie april',
  'mai may',
  'iunie june',
  'iulie july',
  'august august',
  'septembrie september',
  'octombrie october',
  'noiembrie november',
  'decembrie december',
]
const SHORT_MONTHS: readonly string[] = [
  'ian jan',
  'feb',
  'mar',
  'apr',
  'mai may',
  'iun jun',
  'iul jul',
  'aug',
  'sep sept',
  'oct',
  'noi nov',
  'dec',
]

/**
 * A period in words or numbers, without accents and in lower case: "luna trecuta", "octombrie", "oct 2026", "10.2026",
 * "2026-10", "15.10.2026", "15 octombrie", "trim 3 2026", "ultimele 30 de zile", "1.10.2026 - 15.10.2026", and the same
 * in English. Undefined for any other text. `today` is the calendar day (`yyyy-MM-dd`) from which the words count.
 */
export function readPeriod(text: string, today: string): Period | undefined {
  const now = Temporal.PlainDate.from(today)
  return spoken(text, now) ?? lastOnes(text, now) ?? named(text, now) ?? written(text)
}

function spoken(text: string, now: Temporal.PlainDate): Period | undefined {
  const found = SPOKEN.find(([words]) => words.test(text))
  return found && unitBack(now, found[1], found[2])
}

/** The unit around a day, or an earlier one. Weeks begin on Monday. */
function unitBack(now: Temporal.PlainDate, unit: Unit, back: number): Period {
  switch (unit) {
    case 'day':
      return days(now.subtract({ days: back }), { days: 1 })
    case 'week':
      return days(now.subtract({ days: now.dayOfWeek - 1, weeks: back }), { weeks: 1 })
    case 'month':
      return days(now.with({ day: 1 }).subtract({ months: back }), { months: 1 })
    case 'quarter':
      return days(now.with({ day: 1, month: Math.floor((now.month - 1) / 3) * 3 + 1 }).subtract({ months: back * 3 }), {
        months: 3,
      })
    case 'year':
      return days(now.with({ day: 1, month: 1 }).subtract({ years: back }), { years: 1 })
  }
}

function lastOnes(text: string, now: Temporal.PlainDate): Period | undefined {
  const parts = /^(?:ultimele|last) (\d{1,3}) (?:de )?(zile|days|saptamani|weeks|luni|months)$/.exec(text)
  if (!parts) return undefined
  const [count, unit] = [Number(parts[1]), parts[2] ?? '']
  const span = /^(zile|days)$/.test(unit)
    ? { days: count }
    : /^(luni|months)$/.test(unit)
      ? { months: count }
      : { weeks: count }
  return { since: now.subtract(span).add({ days: 1 }).toString(), until: now.toString() }
}

/** Months, quarters and years by name. A month without a year means the latest one that has begun. */
function named(text: string, now: Temporal.PlainDate): Period | undefined {
  const year = /^(?:anul|year) (\d{4})$/.exec(text)?.[1]
  if (year) return daysOf(Number(year), 1, { years: 1 })
  const [, name = '', which = '', of] =
    /^(trim\.?|trimestrul|t|q|quarter) ?([1-4]|i{1,3}|iv)(?: (\d{4}))?$/.exec(text) ?? []
  // T3 alone can be anything.
  if (of !== undefined || name.length > 1) {
    const n = ['', 'i', 'ii', 'iii', 'iv'].indexOf(which)
    const first = ((n > 0 ? n : Number(which)) - 1) * 3 + 1
    return daysOf(of === undefined ? latestOf(first, now) : Number(of), first, { months: 3 })
  }
  const [, before, day, word = '', given] = /^(luna |(\d{1,2}) )?([a-z]+)\.?(?: (\d{4}))?$/.exec(text) ?? []
  // A short name alone may be the beginning of any word.
  const names = (before ?? given) === undefined ? MONTHS : MONTHS.map((long, n) => `${long} ${SHORT_MONTHS[n]}`)
  const month = names.findIndex(all => word !== '' && all.split(' ').includes(word)) + 1
  if (month === 0) return undefined
  const inYear = given === undefined ? latestOf(month, now) : Number(given)
  return day === undefined ? daysOf(inYear, month, { months: 1 }) : dayOf(inYear, month, Number(day))
}

/** The year of the latest time that a month has begun. */
const latestOf = (month: number, now: Temporal.PlainDate): number => (month > now.month ? now.year - 1 : now.year)

/** Months and days in numbers, two for a span. A slash alone would mean an invoice's number: 12/2026. */
function written(text: string): Period | undefined {
  const [from, to, ...more] = text.split(SPAN)
  const [first, last] = [one(from ?? ''), to === undefined ? undefined : one(to)]
  if (!first || more.length > 0 || (to !== undefined && !last)) return undefined
  return last ? { since: first.since, until: last.until } : first
}

/** Between two days: `..`, or a hyphen that is part of neither. */
const SPAN = / ?(?:\.\.|–) ?| - |(?<=\.\d{4})-(?=\d)/

function one(text: string): Period | undefined {
  const [, month, year] = /^(0?[1-9]|1[0-2])\.(\d{4})$/.exec(text) ?? []
  if (month && year) return daysOf(Number(year), Number(month), { months: 1 })
  const iso = /^(\d{4})-(0[1-9]|1[0-2])(?:-(\d{2}))?$/.exec(text)
  if (iso) {
    if (iso[3] === undefined) return daysOf(Number(iso[1]), Number(iso[2]), { months: 1 })
    return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  }
  const day = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text)
  return day ? dayOf(Number(day[4]), Number(day[3]), Number(day[1])) : undefined
}

function dayOf(year: number, month: number, day: number): Period | undefined {
  try {
    return days(Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }), { days: 1 })
  } catch {
    return undefined // no such day exists
  }
}

function daysOf(year: number, month: number, span: { months?: number; years?: number }): Period | undefined {
  if (year < 1900) return undefined
  return days(Temporal.PlainDate.from({ year, month, day: 1 }), span)
}

function days(first: Temporal.PlainDate, span: Temporal.DurationLike): Period {
  return { since: first.toString(), until: first.add(span).subtract({ days: 1 }).toString() }
}
