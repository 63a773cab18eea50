import { hasCome } from '../../jobs/schedule.ts'

const HOUR = 3_600_000
/** Pauses after a document's first, second and third failed download, and after each later one, ms. */
const RETRY_PAUSES = [0, HOUR, 6 * HOUR, 24 * HOUR]
/** From this age on every sync tries the document, ms: the authority keeps it for 60 days. */
const LAST_CHANCE = 57 * 24 * HOUR

/**
 * When a document is downloaded again after so many failures, epoch ms; after the first one by the next sync, whenever that
 * is. One try takes up to four of the ten downloads that a message has a day (E-23).
 */
export function nextTry(failures: number, now: number): number {
  return now + (RETRY_PAUSES[Math.min(failures, RETRY_PAUSES.length) - 1] ?? 0)
}

/** Whether a sync leaves out a document whose download has failed before. */
export function isPostponed(
  { createdAt, retryAt }: { createdAt: number; retryAt: number | null },
  now: number,
): boolean {
  return !hasCome(retryAt ?? 0, now) && now - createdAt < LAST_CHANCE
}
