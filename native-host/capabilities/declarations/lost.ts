import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration, StatusRow } from '../../../shared/protocol/declarations.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { isStandIn } from '../../archive/declarations/declarations.ts'

/** What the page says about a filing whose answer was lost; an `error` says why it cannot tell. */
export type Found = { kind: 'found'; filingNumber: string } | { kind: 'not-found'; error?: RecipisaError }

type Known = Pick<Archive, 'declarations'>

const DAY = 86_400_000
/** Filed around midnight, or by a clock that goes a little wrong. Milliseconds. */
const AROUND = DAY / 24
/** The same for a day that somebody has compared, ms. */
const AROUND_COMPARED = 2 * DAY

/**
 * Which of the page's rows a lost declaration is: the one of its form and day that can be nobody else's. Several say that
 * nobody knows, and so does one that another lost filing, or one that is being sent, could be as well: the page does not
 * tell the period. None says that it is not listed yet, and not that it was not filed.
 */
export function pickRow(known: Known, lost: Declaration, rows: readonly StatusRow[]): Found {
  const [one, ...more] = rows.filter(row => isOpen(known, lost, row.filingNumber) && !contradicts(known, lost, row))
  if (!one) return { kind: 'not-found' }
  const { items } = known.declarations.list({ cui: lost.cui ?? undefined, limit: 500, offset: 0 })
  if (more.length > 0 || items.some(other => couldBe(lost, other))) {
    return { kind: 'not-found', error: new RecipisaError('declaration-ambiguous', { form: lost.form ?? '' }) }
  }
  return { kind: 'found', filingNumber: one.filingNumber }
}

/** Whether no other filing has the number, but one that may be the same (`isStandIn`). */
export function isOpen({ declarations }: Known, lost: Declaration, filingNumber: string): boolean {
  const holder = declarations.byFilingNumber(filingNumber, false)
  return holder === undefined || holder.id === lost.id || isStandIn(holder, lost)
}

/** Whether form, day or what the mailbox says of the number's period is another filing's. `isCompared`: somebody says so. */
export function contradicts({ declarations }: Known, lost: Declaration, row: StatusRow, isCompared = false): boolean {
  const { cui, form, period } = lost
  // What was sent over the portal was not filed at a counter.
  if (row.isCounter) return true
  if (form !== null && form.toUpperCase() !== row.form.toUpperCase()) return true
  if (!isAround(row.uploadedOn ?? row.registeredOn, lost.createdAt, isCompared ? AROUND_COMPARED : AROUND)) return true
  const told = declarations.confirmed(cui ?? '').find(({ uploadIndex }) => uploadIndex === row.filingNumber)?.period
  return !!told && period !== null && (told.year !== period.year || told.month !== period.month)
}

/** Whether a day of Romania's calendar is that of a moment (epoch ms), or the next one within reach. */
export function isAround(day: string | null, moment: number, reach = AROUND): boolean {
  return day !== null && day >= romaniaDay(moment - reach) && day <= romaniaDay(moment + reach)
}

/** Whether a row of the page that fits one could be the other's just as well. */
function couldBe({ id, form, createdAt }: Declaration, other: Declaration): boolean {
  return (
    other.id !== id &&
    (other.state === 'unknown' || other.state === 'sending') &&
    (form === null || other.form === null || other.form.toUpperCase() === form.toUpperCase()) &&
    Math.abs(other.createdAt - createdAt) < 2 * DAY
  )
}
