import { daysBefore } from '../../../shared/domain/romania-time.ts'

/** How far back the authority's lists reach, days. */
const RETENTION = 60

/**
 * How far before the last read to read a list again, ms. Entries appear up to about 15 minutes after their moment
 * (E-18). A whole day costs nothing and covers clocks that are far off too.
 */
const OVERLAP = 24 * 60 * 60 * 1000

/**
 * The start of the read of a company's list, epoch ms; undefined for all that the authority still lists. `now` and
 * `listedUntil` are of the authority's clock. `gapless`: the read reaches back to the last whole read, so its end may be
 * remembered as the new `listedUntil`.
 */
export function listWindow(
  now: number,
  listedUntil: number | undefined,
  days: number | undefined,
): { since: number | undefined; gapless: boolean } {
  // A start in the future would leave nothing to read: the authority's clock was wrong.
  const isKnown = listedUntil !== undefined && listedUntil - OVERLAP <= now
  const follow = isKnown ? listedUntil - OVERLAP : undefined
  if (days === undefined) return { since: follow, gapless: true }
  if (days >= RETENTION) return { since: undefined, gapless: true }
  const since = daysBefore(now, days)
  return { since, gapless: follow !== undefined && since <= follow }
}
