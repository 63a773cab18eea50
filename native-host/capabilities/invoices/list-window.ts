import { daysBefore } from '../../../shared/domain/romania-time.ts'

/** How far back the authority's lists reach, days. */
const RETENTION = 60

/**
 * How far before the last read to read a list again, ms. Entries appear up to about 15 minutes after their moment
 * (E-18). A whole day costs nothing and covers clocks that are far off too.
 */
const OVERLAP = 24 * 60 * 60 * 1000

/**
 * The start of the read of a company's list, epoch ms. A first read goes back a day further than the lists, since this
 * machine's clock may be ahead; `authority/` limits it to what the service's own clock allows. `gapless`: the read
 * reaches back to the last whole read, so its end may be remembered as the new `listedUntil`.
 */
export function listWindow(
  now: number,
  listedUntil: number | undefined,
  days: number | undefined,
): { since: number; gapless: boolean } {
  const oldest = daysBefore(now, RETENTION)
  // The moment comes from the service's clock, which may once have been far ahead: a future moment would leave nothing
  // to read.
  const known = listedUntil === undefined ? oldest : Math.min(listedUntil, now)
  const follow = Math.max(oldest, known) - OVERLAP
  if (days === undefined) return { since: follow, gapless: true }
  const since = daysBefore(now, days)
  return { since, gapless: since <= Math.max(oldest, listedUntil ?? oldest) }
}
