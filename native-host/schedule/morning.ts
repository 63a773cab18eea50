import { romaniaDay, romaniaDayStart } from '../../shared/domain/romania-time.ts'

/** When the morning begins, ms after midnight. */
const MORNING = 6 * 3_600_000

/**
 * Whether a session that has ended is to be told now: in the morning after the day on which it was last accepted. At night
 * nobody would act on it, and by day its owner knows. Moments are epoch ms.
 */
export function isTimeToTell(lastAcceptedAt: number, now: number): boolean {
  return romaniaDay(lastAcceptedAt) < romaniaDay(now) && isMorning(now)
}

/** Whether the morning of the day in Romania has begun. */
export function isMorning(now: number): boolean {
  return now >= romaniaDayStart(romaniaDay(now)) + MORNING
}
