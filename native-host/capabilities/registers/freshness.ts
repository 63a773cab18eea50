import { romaniaDay, romaniaDayStart } from '../../../shared/domain/romania-time.ts'

/**
 * Since when an answer for a day counts, epoch ms (P-14). An answer for a future day was a guess: it counts on the day when it
 * was given, and the register is asked again once the day has come.
 */
export function freshSince(day: string, now: number): number {
  const today = romaniaDay(now)
  return romaniaDayStart(day < today ? day : today)
}

/** How long the answer counts that a year has no statement, ms: statements come in throughout the year. */
const NO_STATEMENT_LIFE = 24 * 60 * 60 * 1000

/** Whether a stored answer still counts. */
export function isFreshStatement(stored: { statement: unknown; answeredAt: number }, now: number): boolean {
  return stored.statement !== null || now - stored.answeredAt < NO_STATEMENT_LIFE
}
