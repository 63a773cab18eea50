import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration, StatusRow } from '../../../shared/protocol/declarations.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { isStandIn } from '../../archive/declarations/declarations.ts'

/** Whether the page lists a declaration of unknown outcome; `error` says why the page cannot decide. */
export type SearchResult = { kind: 'found'; filingNumber: string } | { kind: 'not-found'; error?: RecipisaError }

type Known = Pick<Archive, 'declarations'>

const DAY = 86_400_000
/**
 * How far the page's day may be from the moment of submission, ms: around midnight, or with a clock that is a little
 * off.
 */
const MAX_DISTANCE = DAY / 24
/** The same for a row that a person compared, ms. */
const MAX_COMPARED_DISTANCE = 2 * DAY

/**
 * Finds the page's row of a declaration of unknown outcome: the only one of its form and day that fits no other
 * declaration. The page does not name the period, so the result is ambiguous if several rows fit, or if another
 * declaration that is unknown or being sent could be the same row. No row means that the declaration is not listed yet,
 * not that it was not submitted.
 */
export function pickRow(known: Known, unknown: Declaration, rows: readonly StatusRow[]): SearchResult {
  const [one, ...more] = rows.filter(
    row => isNumberFree(known, unknown, row.filingNumber) && !contradicts(known, unknown, row),
  )
  if (!one) return { kind: 'not-found' }
  const { items } = known.declarations.list({ cui: unknown.cui ?? undefined, limit: 500, offset: 0 })
  if (more.length > 0 || items.some(other => couldBe(unknown, other))) {
    return { kind: 'not-found', error: new RecipisaError('declaration-ambiguous', { form: unknown.form ?? '' }) }
  }
  return { kind: 'found', filingNumber: one.filingNumber }
}

/** Whether the number is free: no other declaration has it, except one that may be the same (`isStandIn`). */
export function isNumberFree({ declarations }: Known, unknown: Declaration, filingNumber: string): boolean {
  const holder = declarations.byFilingNumber(filingNumber, false)
  return holder === undefined || holder.id === unknown.id || isStandIn(holder, unknown)
}

/**
 * Whether the form, the day or the period (as the mailbox has it for the row's number) belongs to another declaration.
 * `isCompared`: a person says that the row is this declaration's.
 */
export function contradicts(
  { declarations }: Known,
  unknown: Declaration,
  row: StatusRow,
  isCompared = false,
): boolean {
  const { cui, form, period } = unknown
  // A declaration sent over the portal was not handed in at a counter.
  if (row.isCounter) return true
  if (form !== null && form.toUpperCase() !== row.form.toUpperCase()) return true
  if (
    !isAround(row.uploadedOn ?? row.registeredOn, unknown.createdAt, isCompared ? MAX_COMPARED_DISTANCE : MAX_DISTANCE)
  )
    return true
  const confirmed = declarations
    .confirmed(cui ?? '')
    .find(({ uploadIndex }) => uploadIndex === row.filingNumber)?.period
  return !!confirmed && period !== null && (confirmed.year !== period.year || confirmed.month !== period.month)
}

/** Whether a day of Romania's calendar is that of a moment (epoch ms), give or take `reach` (ms). */
export function isAround(day: string | null, moment: number, reach = MAX_DISTANCE): boolean {
  return day !== null && day >= romaniaDay(moment - reach) && day <= romaniaDay(moment + reach)
}

/** Whether a row of the page that fits one declaration could just as well be the other one's. */
function couldBe({ id, form, createdAt }: Declaration, other: Declaration): boolean {
  return (
    other.id !== id &&
    (other.state === 'unknown' || other.state === 'sending') &&
    (form === null || other.form === null || other.form.toUpperCase() === form.toUpperCase()) &&
    Math.abs(other.createdAt - createdAt) < 2 * DAY
  )
}
