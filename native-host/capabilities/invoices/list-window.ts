import { daysBefore } from '../../../shared/domain/romania-time.ts'

/** How far back the authority's lists go, days. */
const RETENTION = 60

/**
 * How much of what was already read is read again, ms. Entries appear up to about 15 minutes after their moment (E-18);
 * a day costs nothing and forgives clocks that are far off too.
 */
const OVERLAP = 24 * 60 * 60 * 1000

/**
 * From when on a company's list is read; a day more than the lists go back where all of it is wanted, since this machine's
 * clock may be ahead (`authority/` leaves out what the service's own clock no longer allows). `gapless`: after it nothing
 * between the last whole read and now is unread, so the end of this read may be remembered as the new `listedUntil`.
 */
export function listWindow(
  now: number,
  listedUntil: number | undefined,
  days: number | undefined,
): { since: number; gapless: boolean } {
  const oldest = daysBefore(now, RETENTION)
  // By the service's clock, which may once have been far ahead: a moment still to come would leave nothing to read.
  const known = listedUntil === undefined ? oldest : Math.min(listedUntil, now)
  const follow = Math.max(oldest, known) - OVERLAP
  if (days === undefined) return { since: follow, gapless: true }
  const since = daysBefore(now, days)
  return { since, gapless: since <= Math.max(oldest, listedUntil ?? oldest) }
}
