import { romaniaDay, romaniaDayStart } from '../../../shared/domain/romania-time.ts'

/**
 * The moment since which an answer for a day counts, epoch ms (P-14). A register's answer for a day that had not come yet
 * was a guess: once the day is there it is asked for again, and one for a day still to come is good for today.
 */
export function freshSince(day: string, now: number): number {
  const today = romaniaDay(now)
  return romaniaDayStart(day < today ? day : today)
}

/** How long it counts that a year has no statement yet, ms: statements come in throughout the year. */
const NO_STATEMENT = 24 * 60 * 60 * 1000

/** Whether a kept statement need not be asked for again. */
export function isFreshStatement(kept: { statement: unknown; answeredAt: number }, now: number): boolean {
  return kept.statement !== null || now - kept.answeredAt < NO_STATEMENT
}
