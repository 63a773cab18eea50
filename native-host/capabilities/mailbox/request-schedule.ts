import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import { hasCome } from '../../jobs/schedule.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** First pause between a request and the look for its report, ms. */
export const FIRST_LOOK = 5 * SECOND
/** After so long a report is no longer looked for by itself, ms; the request stays open, and a sync may still bring it. */
const GIVES_UP = 5 * DAY
/** Pause after which it is tried again what only a new sign-in helps, ms; a new session wakes it at once. */
export const WITHOUT_SESSION = 5 * MINUTE
/** How long a request waits for a session before it is given up unsent, ms. */
export const WAITS_FOR_SESSION = 2 * DAY

/**
 * Pause before the next look for the report of a request of this age, ms: as long again as it has taken so far, from 5 to
 * 30 s; every 2 minutes after five, every 10 minutes after an hour, every half hour after six, every 2 hours after a day.
 * One look serves all requests that are due.
 */
export function pauseBeforeLook(age: number): number {
  if (age < 5 * MINUTE) return Math.min(30 * SECOND, Math.max(FIRST_LOOK, age))
  if (age < HOUR) return 2 * MINUTE
  if (age < 6 * HOUR) return 10 * MINUTE
  return age < DAY ? 30 * MINUTE : 2 * HOUR
}

/** When a request's report is looked for next, epoch ms; null for never again by itself. */
export function nextLook({ createdAt, answeredAt }: ReportRequest, now: number): number | null {
  const age = Math.max(0, now - (answeredAt ?? createdAt))
  return age > GIVES_UP ? null : now + pauseBeforeLook(age)
}

/** Whether something is to be done for it now. */
export function isRequestDue({ state, nextCheckAt }: ReportRequest, now: number): boolean {
  if (state === 'sending') return nextCheckAt === null || hasCome(nextCheckAt, now)
  return (state === 'requested' || state === 'delivered') && hasCome(nextCheckAt, now)
}
