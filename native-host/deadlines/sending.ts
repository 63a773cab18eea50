import { afterWorkingDays, type OwnDays } from './working-days.ts'

/** The first day on which the period counts in working days and also covers invoices to persons (OUG 89/2025). */
const SINCE = '2026-01-01'
/** The first day on which suppliers known by a CNP are obliged (OG 6/2026). */
const SINCE_FOR_PERSONS = '2026-06-01'
const WORKING_DAYS = 5
const CNP_DIGITS = 13

/**
 * The last day on which an invoice can be sent in time, `yyyy-MM-dd`. Undefined if the rule does not apply: for
 * invoices issued before it began, and for texts that name no day. `seller`: the supplier's CUI or CNP.
 */
export function lastDayToSend(issueDate: string | null, seller: string | null, own: OwnDays): string | undefined {
  if (issueDate === null || !isDay(issueDate)) return undefined
  const since = seller !== null && /^\d+$/.test(seller) && seller.length === CNP_DIGITS ? SINCE_FOR_PERSONS : SINCE
  return issueDate < since ? undefined : afterWorkingDays(issueDate, WORKING_DAYS, own)
}

/** Issue dates are foreign text: 0000-00-00 and the 31st of February occur. */
function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false // no such day exists
  }
}
