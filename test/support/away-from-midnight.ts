import { setTimeout as wait } from 'node:timers/promises'
import { romaniaDay } from '../../shared/domain/romania-time.ts'

/** How long a file of tests may take, ms, give or take. */
const MARGIN = 60_000

/**
 * For tests of what is counted by the day: returns at once, or, when a day is about to end in Romania, after its end. The
 * authority's days are real ones here, and what was counted before midnight is not counted after it.
 */
export async function awayFromMidnight(): Promise<void> {
  const begun = Date.now()
  const day = romaniaDay(begun + MARGIN)
  while (romaniaDay(Date.now()) !== day) await wait(1000)
}
