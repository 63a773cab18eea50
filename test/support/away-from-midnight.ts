import { setTimeout as wait } from 'node:timers/promises'
import { romaniaDay } from '../../shared/domain/romania-time.ts'

/** Roughly how long a test file may take, ms. */
const MARGIN = 60_000

/**
 * For tests of daily limits: returns at once or, when a day is about to end in Romania, after midnight. The authority
 * counts by real days here, and starts again at midnight.
 */
export async function awayFromMidnight(): Promise<void> {
  const begun = Date.now()
  const day = romaniaDay(begun + MARGIN)
  while (romaniaDay(Date.now()) !== day) await wait(1000)
}
