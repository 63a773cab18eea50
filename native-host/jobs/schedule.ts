import type { UploadState } from '../../shared/protocol/uploads.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** First pause between a filing and the question what became of it, ms. */
export const FIRST_CHECK = 2 * SECOND

/** After so long without a trace in the lists, an unknown one is looked for no more by itself, ms. */
const GIVES_UP = 48 * HOUR
/** The same for the list entry of one that is over: the sync brings it anyway. */
const LEAVES_TO_SYNC = 24 * HOUR

/**
 * Pause before the next check of a filing of this age, ms: as long again as it has taken so far, from 2 s up to a minute;
 * every 5 minutes after ten, every 15 minutes after an hour, every hour after six. That is 62 checks on the first day and
 * 24 on each later one, of the 100 that stareMesaj allows (E-09).
 */
export function pauseAt(age: number): number {
  if (age < 10 * MINUTE) return Math.min(MINUTE, Math.max(FIRST_CHECK, age))
  if (age < HOUR) return 5 * MINUTE
  return age < 6 * HOUR ? 15 * MINUTE : HOUR
}

/** When a filing is checked next, epoch ms; null for never again by itself. */
export function nextCheck(attempt: { state: UploadState; createdAt: number }, now: number): number | null {
  const age = Math.max(0, now - attempt.createdAt)
  if (attempt.state === 'unknown' && age > GIVES_UP) return null
  if ((attempt.state === 'ok' || attempt.state === 'nok') && age > LEAVES_TO_SYNC) return null
  return now + pauseAt(age)
}

/** Pauses after a document's first, second and third failure, and each one after that, ms. */
const RETRIES = [0, HOUR, 6 * HOUR, 24 * HOUR]
/** From this age on a document is tried by every sync: the authority keeps it for 60 days, ms. */
const LAST_CHANCE = 57 * 24 * HOUR

/**
 * When a document is asked for again that has failed so often, epoch ms; the first time by whichever sync comes next. A try
 * takes up to four of the ten downloads that a message has a day (E-23).
 */
export function nextTry(failures: number, now: number): number {
  return now + (RETRIES[Math.min(failures, RETRIES.length) - 1] ?? 0)
}

/** Whether a sync leaves out a document that has failed before. */
export function isPutOff({ createdAt, retryAt }: { createdAt: number; retryAt: number | null }, now: number): boolean {
  return !hasCome(retryAt ?? 0, now) && now - createdAt < LAST_CHANCE
}

/** Longer than anything is ever put off: until the next day at the most, ms. */
const FURTHEST = 26 * HOUR

/**
 * Whether the moment of a next check (epoch ms, null for never) has come. One that lies further ahead than any check is
 * put off was written down by a clock that has been set back since: it has come too.
 */
export function hasCome(moment: number | null, now: number): boolean {
  return moment !== null && (moment <= now || moment > now + FURTHEST)
}

/** Whether something is to be done now for what is sent once and checked then. */
export function isDue({ state, nextCheckAt }: { state: string; nextCheckAt: number | null }, now: number): boolean {
  return state === 'sending' || hasCome(nextCheckAt, now)
}

/** Shortly after the next midnight in Romania, when daily limits start again, epoch ms. */
export function nextDay(now: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Europe/Bucharest').startOfDay()
  return today.add({ days: 1, minutes: 1 }).epochMilliseconds
}
