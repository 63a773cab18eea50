import { isRecent } from '../../../shared/domain/recent.ts'
import { romaniaDay, romaniaDayStart } from '../../../shared/domain/romania-time.ts'

/**
 * The earliest moment whose answers count for a day, epoch ms (P-14). An answer for a future day was a guess: it counts
 * on the day of the answer, and the register is asked again once the future day has come.
 */
export function freshSince(day: string, now: number): number {
  const today = romaniaDay(now)
  return romaniaDayStart(day < today ? day : today)
}

/** How long the answer "no statement for the year" counts, ms: statements come in throughout the year. */
const NO_STATEMENT_LIFE = 24 * 60 * 60 * 1000

/** Whether a stored answer still counts. */
export function isFreshStatement(stored: { statement: unknown; answeredAt: number }, now: number): boolean {
  return stored.statement !== null || isRecent(stored.answeredAt, NO_STATEMENT_LIFE, now)
}
