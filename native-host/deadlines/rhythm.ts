/** A declaration that was filed for a period; `on`: the day of filing, if known. */
export type Filed = { cui: string; form: string; year: number; month: number; on: string | null }

/** A declaration that a company files regularly, missing for the next period. */
export type MissingDeclaration = {
  cui: string
  form: string
  year: number
  month: number
  /** Months between two periods: 1, 3 or 6. */
  every: number
  /**
   * The latest filing day of the earlier ones, relative to their periods, `yyyy-MM-dd`; null if none of their days is
   * known.
   */
  usualOn: string | null
}

const RHYTHMS = [1, 3, 6] as const
/** Periods in a row that make a rhythm. */
const IN_A_ROW = 3

/**
 * Declarations filed for three periods in a row, each a month, a quarter or half a year after the previous one, but not
 * for the next period although it has ended. This proves no duty: a company may file less often, or have stopped. Once
 * the usual day of the period after that has passed as well, the rhythm is over and gives no result. `today`:
 * `yyyy-MM-dd`.
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
  const earlier = range(IN_A_ROW).flatMap(n => periods.get(latest - n * every) ?? [])
  const due = latest + every
  const now = indexOf({ year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) })
  const isOver = due + every < now && (usualDayOf(earlier, due + every) ?? '') < today
  if (due >= now || isOver) return undefined
  const usualOn = usualDayOf(earlier, due)
  return { cui: one.cui, form: one.form, year: Math.floor(due / 12), month: (due % 12) + 1, every, usualOn }
}

/** The usual number of months after the period; one filed a month later than the others does not count. */
function usualDayOf(filed: readonly Filed[], due: number): string | null {
  const days = filed.flatMap(each => {
    if (each.on === null) return []
    const [year = 0, month = 0, day = 0] = each.on.split('-').map(Number)
    return [{ after: indexOf({ year, month }) - indexOf(each), day }]
  })
  if (days.length === 0) return null
  const after = Math.min(...days.map(each => each.after))
  const day = Math.max(...days.filter(each => each.after === after).map(each => each.day))
  const month = due + after
  // In a month without that day, its last day counts.
  return Temporal.PlainDate.from({ year: Math.floor(month / 12), month: (month % 12) + 1, day }).toString()
}

const indexOf = ({ year, month }: { year: number; month: number }) => year * 12 + month - 1
const range = (length: number) => Array.from({ length }, (_, n) => n)
