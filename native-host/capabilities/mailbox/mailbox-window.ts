/** How far back a list is read at most and the first time, days. */
export const LOOK_BACK = 60

const DAY = 86_400_000
/**
 * Days to add to those since the last whole list: a message with a day only counts from that day's start (S-03), and
 * this machine's clock may differ from the service's.
 */
const OVERLAP = 2

/**
 * How many days of the list to read. `isGapless`: the read reaches back to the last whole read, so the present moment may be
 * remembered as `listedUntil`.
 */
export function mailWindow(
  now: number,
  listedUntil: number | undefined,
  days: number | undefined,
): { days: number; isGapless: boolean } {
  // A future moment comes from a clock that was ahead: nothing shows when that read really was.
  const isKnown = listedUntil !== undefined && listedUntil <= now
  const needed = isKnown ? Math.min(LOOK_BACK, Math.floor((now - listedUntil) / DAY) + OVERLAP) : LOOK_BACK
  return days === undefined ? { days: needed, isGapless: true } : { days, isGapless: days >= needed }
}
