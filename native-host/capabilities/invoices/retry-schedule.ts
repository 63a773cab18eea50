import { hasCome } from '../../jobs/schedule.ts'

const HOUR = 3_600_000
/** Pauses after a document's first, second, third and later failed downloads, ms. */
const RETRY_PAUSES = [0, HOUR, 6 * HOUR, 24 * HOUR]
/** Age from which every sync tries the document, ms: the authority keeps it for 60 days. */
const LAST_CHANCE = 57 * 24 * HOUR

/**
 * When to download a document again after so many failures, epoch ms; after the first one, with the next sync, whenever
 * that is. One try takes up to four of a message's ten daily downloads (E-23).
 */
export function nextTry(failures: number, now: number): number {
  return now + (RETRY_PAUSES[Math.min(failures, RETRY_PAUSES.length) - 1] ?? 0)
}

/** Whether a sync leaves out a document whose earlier download failed. */
export function isPostponed(
  { createdAt, retryAt }: { createdAt: number; retryAt: number | null },
  now: number,
): boolean {
  return !hasCome(retryAt ?? 0, now) && now - createdAt < LAST_CHANCE
}
