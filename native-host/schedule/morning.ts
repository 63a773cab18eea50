import { romaniaDay, romaniaDayStart } from '../../shared/domain/romania-time.ts'

/** When the morning begins, ms after midnight. */
const MORNING = 6 * 3_600_000

/**
 * Whether now is the time to report an ended session: the morning after the day of its last acceptance. At night nobody
 * would act on the report, and by day its owner knows. Moments are epoch ms.
 */
export function isTimeToTell(lastAcceptedAt: number, now: number): boolean {
  return romaniaDay(lastAcceptedAt) < romaniaDay(now) && isMorning(now)
}

/** Whether the morning of the day in Romania has begun. */
export function isMorning(now: number): boolean {
  return now >= romaniaDayStart(romaniaDay(now)) + MORNING
}
