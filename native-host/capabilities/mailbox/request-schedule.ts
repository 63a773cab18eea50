import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import { hasCome } from '../../jobs/schedule.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** First pause before the look for a request's report, ms. */
export const FIRST_LOOK = 5 * SECOND
/** How long to look for a report, ms; later the request stays open, and a sync may still bring the report. */
const SEARCH_TIME = 5 * DAY
/** Pause before the next try without a session, ms; a new session wakes the requests at once. */
export const WITHOUT_SESSION = 5 * MINUTE
/** How long an unsent request waits for a session before it becomes `not-sent`, ms. */
export const SESSION_PATIENCE = 2 * DAY

/**
 * Pause before the next look for a report, by the age of the request; both ms. The pause is as long as the age, from 5
 * to 30 s; then every 2 minutes from five minutes on, every 10 minutes after an hour, every half hour after six, every
 * 2 hours after a day. One look serves all due requests.
 */
export function pauseBeforeLook(age: number): number {
  if (age < 5 * MINUTE) return Math.min(30 * SECOND, Math.max(FIRST_LOOK, age))
  if (age < HOUR) return 2 * MINUTE
  if (age < 6 * HOUR) return 10 * MINUTE
  return age < DAY ? 30 * MINUTE : 2 * HOUR
}

/** When to look for a request's report next, epoch ms; null for never again on its own. */
export function nextLook({ createdAt, answeredAt }: ReportRequest, now: number): number | null {
  const age = Math.max(0, now - (answeredAt ?? createdAt))
  return age > SEARCH_TIME ? null : now + pauseBeforeLook(age)
}

/** Whether the request has work due now. */
export function isRequestDue({ state, nextCheckAt }: ReportRequest, now: number): boolean {
  if (state === 'sending') return nextCheckAt === null || hasCome(nextCheckAt, now)
  return (state === 'requested' || state === 'delivered') && hasCome(nextCheckAt, now)
}
