/** How far back a list is read at most and the first time, days. */
export const LOOK_BACK = 60

const DAY = 86_400_000
/** Days to add to those since the last whole list: a message with a day only counts from that day's start (S-03). */
const OVERLAP = 2

/**
 * How many days of the list to read. `listedUntil` is of the service's clock. `isGapless`: the read reaches back to the last
 * whole read, so its own moment may be remembered as `listedUntil`. To be sure of that, `now` has to be of the service's
 * clock too.
 */
export function mailWindow(
  now: number,
  listedUntil: number | undefined,
  days: number | undefined,
): { days: number; isGapless: boolean } {
  // A moment in the future comes from a clock that was ahead: nothing shows when that read really was. Some hours are this
  // machine's own clock, which may be slow.
  const isKnown = listedUntil !== undefined && listedUntil - DAY <= now
  const since = isKnown ? Math.floor(Math.max(0, now - listedUntil) / DAY) : LOOK_BACK
  const needed = Math.min(LOOK_BACK, since + OVERLAP)
  return days === undefined ? { days: needed, isGapless: true } : { days, isGapless: days >= needed }
}
