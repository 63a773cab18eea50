/** A declaration that was filed for a period; `on`: the day of filing, where it is known. */
export type Filed = { cui: string; form: string; year: number; month: number; on: string | null }

/** A declaration that a company files by rhythm and that is not there for its latest period. */
export type MissingDeclaration = {
  cui: string
  form: string
  year: number
  month: number
  /** Months between two periods: 1, 3 or 6. */
  every: number
  /** The latest day of the month on which the earlier ones were filed; null if none of their days is known. */
  usualDay: number | null
}

const RHYTHMS = [1, 3, 6] as const
/** So many periods in a row make a rhythm. */
const IN_A_ROW = 3

/**
 * What was filed for three periods in a row, each a month, a quarter or half a year after the one before, and not for the
 * period after them although that has ended. Says nothing of duties: a company may file less often, or have stopped. More
 * than one period without it is no rhythm any more, and nothing is said. `today`: `yyyy-MM-dd`.
 */
export function missingByRhythm(filed: readonly Filed[], today: string): MissingDeclaration[] {
  const byForm = Map.groupBy(filed, ({ cui, form }) => `${cui} ${form}`)
  return [...byForm.values()].flatMap(same => missingOf(same, today) ?? [])
}

function missingOf(filed: readonly Filed[], today: string): MissingDeclaration | undefined {
  const [one] = filed
  if (!one) return undefined
  const periods = new Map(filed.map(each => [indexOf(each), each]))
  const latest = Math.max(...periods.keys())
  const every = RHYTHMS.find(months => range(IN_A_ROW).every(n => periods.has(latest - n * months)))
  if (every === undefined) return undefined
  // The period after the latest one must have ended, and the one after that not yet.
  const due = latest + every
  const now = indexOf({ year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) })
  if (due >= now || due + every < now) return undefined
  const days = range(IN_A_ROW).flatMap(n => {
    const on = periods.get(latest - n * every)?.on
    return on ? [Number(on.slice(8, 10))] : []
  })
  const usualDay = days.length > 0 ? Math.max(...days) : null
  return { cui: one.cui, form: one.form, year: Math.floor(due / 12), month: (due % 12) + 1, every, usualDay }
}

const indexOf = ({ year, month }: { year: number; month: number }) => year * 12 + month - 1
const range = (length: number) => Array.from({ length }, (_, n) => n)
