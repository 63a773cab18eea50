/**
 * Whether a moment (epoch ms) is less than `within` ms ago. A moment still to come is from a clock that has been set
 * back since: nobody knows how long ago it was, so it is not recent.
 */
export function isRecent(moment: number, within: number, now: number): boolean {
  return moment <= now && now - moment < within
}
