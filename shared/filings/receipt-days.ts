import { daysBefore, romaniaDay } from '../domain/romania-time.ts'

/** How many days the authority hands out receipts (D-06). */
const RECEIPT_DAYS = 60

/** Whether the authority no longer hands out the receipt of a declaration submitted on this day; false if it is unknown. */
export function isReceiptGone(filedOn: string | null, now: number): boolean {
  return filedOn !== null && filedOn < romaniaDay(daysBefore(now, RECEIPT_DAYS))
}
