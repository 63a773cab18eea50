import { daysBefore } from '../../../shared/domain/romania-time.ts'

/** How far back the authority's lists go, days. */
const RETENTION = 60

/**
 * How far a list is read again before the last read, ms. Entries appear up to about 15 minutes after their moment (E-18). A
 * whole day costs nothing and covers clocks that are far off too.
 */
const OVERLAP = 24 * 60 * 60 * 1000

/**
 * From when on a company's list is read, epoch ms. A first read goes back a day more than the lists do, since this machine's
 * clock may be ahead; `authority/` limits it to what the service's own clock allows. `gapless`: the read reaches back to the
 * last whole read, so its end may be remembered as the new `listedUntil`.
 */
export function listWindow(
  now: number,
  listedUntil: number | undefined,
  days: number | undefined,
): { since: number; gapless: boolean } {
  const oldest = daysBefore(now, RETENTION)
  // It was written by the service's clock, which may once have been far ahead: a future moment would leave nothing to read.
  const known = listedUntil === undefined ? oldest : Math.min(listedUntil, now)
  const follow = Math.max(oldest, known) - OVERLAP
  if (days === undefined) return { since: follow, gapless: true }
  const since = daysBefore(now, days)
  return { since, gapless: since <= Math.max(oldest, listedUntil ?? oldest) }
}
