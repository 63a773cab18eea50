/** The least pause after a 429, ms: after a past end or no time at all, the call would be refused again. */
const LEAST_PAUSE = 1000
/** Pause after a 429 that names no time, ms: the authority's limit is per minute. */
const PAUSE = 60_000

/**
 * How long a 429 asks to wait, ms. `Retry-After` names seconds, or a date by the clock of the answer's own `Date`
 * (RFC 9110, 10.2.3). Any other text counts as no time.
 */
export function pauseOf(retryAfter: string | undefined, date: string | undefined, now: number): number {
  const text = (retryAfter ?? '').trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Math.max(LEAST_PAUSE, Number(text) * 1000)
  const until = /^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  const answered = Date.parse(date ?? '')
  return Number.isNaN(until) ? PAUSE : Math.max(LEAST_PAUSE, until - (Number.isNaN(answered) ? now : answered))
}
