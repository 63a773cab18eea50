import { setTimeout as wait } from 'node:timers/promises'
import { romaniaDay } from '../../shared/domain/romania-time.ts'

/** Rough maximum duration of a test file, ms. */
const MARGIN = 60_000

/**
 * For tests of daily limits: returns at once or, shortly before midnight in Romania, after it. The authority
 * counts by real days here, and restarts at midnight.
 */
export async function awayFromMidnight(): Promise<void> {
  const begun = Date.now()
  const day = romaniaDay(begun + MARGIN)
  while (romaniaDay(Date.now()) !== day) await wait(1000)
}
