import { romaniaDayEnd, romaniaDayStart } from '../../../shared/domain/romania-time.ts'
import type { Database } from '../core/database.ts'
import type { Condition } from '../search/search-conditions.ts'

/** Number of skipped rows from which the counters skip whole days. */
const FAR = 500

/**
 * The beginning of a page far down a list: bounds that exclude the earlier days, and the number of rows to skip after
 * that.
 */
export type Jump = { bounds: Condition; offset: number }

/** `where` must also fit the counters of days; `descending`: the latest first. */
export function jumpTo(
  db: Database,
  { where, params }: Condition,
  by: 'arrived' | 'issued',
  { descending, offset }: { descending: boolean; offset: number },
): Jump | undefined {
  if (offset < FAR) return undefined
  const day = by === 'arrived' ? 'created_day' : 'day'
  const days = db.all<{ day: string; count: number }>(
    `SELECT ${day} AS day, sum(count) AS count FROM counted_by_day WHERE ${where} GROUP BY 1 ORDER BY 1`,
    params,
  )
  let left = offset
  const first = (descending ? days.reverse() : days).find(({ count }) => {
    if (left < count) return true
    left -= count
    return false
  })
  return first && { bounds: from(first.day, by, descending), offset: left }
}

function from(day: string, by: 'arrived' | 'issued', descending: boolean): Condition {
  if (by === 'issued') return { where: `day ${descending ? '<=' : '>='} :jumpDay`, params: { jumpDay: day } }
  if (!descending) return { where: 'created_at >= :jumpAt', params: { jumpAt: romaniaDayStart(day) } }
  return { where: 'created_at < :jumpAt', params: { jumpAt: romaniaDayEnd(day) } }
}
