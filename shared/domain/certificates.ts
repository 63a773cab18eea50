/** Days before a certificate's end at which to warn, the latest last (H-11). */
export const WARNING_DAYS = [60, 30, 7, 1] as const

const DAY = 86_400_000

/**
 * The form for comparing serials: upper-case hex digits without separators and leading zeros. Tokens, OAuth tokens and
 * SPV write the same serial in different ways.
 */
export function serialKey(serial: string): string {
  return serial
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '')
}

/** Whole days until a moment (epoch ms), a begun one counted; 0 and less once it is over. */
export function daysUntilEnd(end: number, now: number): number {
  return Math.ceil((end - now) / DAY)
}

/**
 * The warning that is due for a certificate with this end (epoch ms): the smallest of `WARNING_DAYS` that its days left
 * do not exceed. Undefined while there is time, and once it is over: a warning is then pointless.
 */
export function warningDue(end: number, now: number): (typeof WARNING_DAYS)[number] | undefined {
  const left = daysUntilEnd(end, now)
  return left <= 0 ? undefined : WARNING_DAYS.findLast(days => left <= days)
}
