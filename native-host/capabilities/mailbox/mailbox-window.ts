/** How far back a list is read at the most, days; also what a first one reads. */
export const LOOK_BACK = 60

const DAY = 86_400_000
/**
 * Added to the days since the last whole list: messages that came with a day only count from its start (S-03), and this
 * machine's clock may differ from the service's.
 */
const OVERLAP = 2

/**
 * How many days of the list are to be read. `isGapless`: after it nothing between the last whole read and now is unread, so
 * this moment may be remembered as `listedUntil`.
 */
export function mailWindow(
  now: number,
  listedUntil: number | undefined,
  days: number | undefined,
): { days: number; isGapless: boolean } {
  // A moment still to come was written with a clock that was ahead.
  const since = listedUntil === undefined ? LOOK_BACK : Math.floor(Math.max(0, now - listedUntil) / DAY) + OVERLAP
  const needed = Math.min(LOOK_BACK, since)
  return days === undefined ? { days: needed, isGapless: true } : { days, isGapless: days >= needed }
}
