import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ReceiptDetails } from '../../shared/mailbox.ts'
import type { Declaration, StatusRow } from '../../shared/protocol/declarations.ts'
import { romaniaDay } from '../../shared/romania-time.ts'
import type { DeclarationPorts } from './ports.ts'

/** What the page says about a filing whose answer was lost; an `error` says why it cannot tell. */
export type Found = { kind: 'found'; filingNumber: string } | { kind: 'not-found'; error?: RecipisaError }

const DAY = 86_400_000
/** Another filing's number opens the page for so long, ms: it lists three months. */
const LISTED = 90 * DAY
/** Numbers that are tried to open the page. */
const KEYS = 5

/**
 * Looks for a declaration whose outcome is not known (D-03): among the receipts in the mailbox, which name form, period
 * and day, then on the filing-status page. The page is opened by the number of another filing of the
 * same company and lists all of them: the one of this form and day that nobody else has is this one. None says that it is
 * not listed yet, and not that it was not filed; several say that nobody knows, and so does
 * one that another lost filing, or one that is being sent, could be as well: the page does not tell the period.
 */
export async function findDeclaration(
  { archive, statusPage, now }: DeclarationPorts,
  declaration: Declaration,
  signal: AbortSignal,
): Promise<Found> {
  const { cui, form, createdAt } = declaration
  if (cui === null) return { kind: 'not-found', error: new RecipisaError('declaration-untraceable') }
  // Filed around midnight, or by a clock that goes a little wrong.
  const days = [createdAt - DAY / 24, createdAt, createdAt + DAY / 24].map(romaniaDay)
  const isFree = (number: string) => !archive.declarations.byFilingNumber(number, false)
  // One at a time for a company: of two of the same form and day each gets its own number.
  return archive.locks.withLock(`find-declaration ${cui}`, signal, async () => {
    const confirmed = confirmation(archive.declarations.confirmed(cui), declaration, days).filter(isFree)
    if (confirmed[0] && confirmed.length === 1) return { kind: 'found', filingNumber: confirmed[0] }
    const rows = await rowsOf(cui)
    if (!rows) return { kind: 'not-found', error: new RecipisaError('declaration-untraceable') }
    const candidates = rows.filter(
      row =>
        (form === null || row.form.toUpperCase() === form.toUpperCase()) &&
        days.includes(row.uploadedOn ?? row.registeredOn ?? '') &&
        isFree(row.filingNumber),
    )
    const [one, ...more] = candidates
    if (!one) return { kind: 'not-found' }
    const { items } = archive.declarations.list({ cui, limit: 500, offset: 0 })
    if (more.length > 0 || items.some(other => couldBe(declaration, other))) {
      return { kind: 'not-found', error: new RecipisaError('declaration-ambiguous', { form: form ?? '' }) }
    }
    return { kind: 'found', filingNumber: one.filingNumber }
  })

  /** All filings of a company that the page lists; undefined where no number of it is known that opens the page. */
  async function rowsOf(company: string): Promise<StatusRow[] | undefined> {
    const { items } = archive.declarations.list({ cui: company, limit: 500, offset: 0 })
    const followed = items.flatMap(one =>
      one.filingNumber !== null && !one.isCounter && now() - one.createdAt < LISTED ? [one.filingNumber] : [],
    )
    const oldest = romaniaDay(now() - LISTED)
    const told = archive.declarations
      .confirmed(company)
      .flatMap(({ uploadIndex, registeredOn }) => (uploadIndex && (registeredOn ?? '') >= oldest ? [uploadIndex] : []))
    for (const filingNumber of [...followed, ...told].slice(0, KEYS)) {
      const answer = await statusPage.query({ filingNumber, cui: company, isCounter: false }, signal)
      if (answer.kind === 'found') return answer.rows
    }
    return undefined
  }
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

/** Numbers of the filings that the mailbox confirms and that this one can be. */
function confirmation(
  receipts: readonly ReceiptDetails[],
  { form, period }: Declaration,
  days: readonly string[],
): string[] {
  if (form === null || period === null) return []
  return receipts.flatMap(receipt => {
    const isSame =
      receipt.form?.toUpperCase() === form.toUpperCase() &&
      receipt.period?.year === period.year &&
      receipt.period.month === period.month &&
      days.includes(receipt.registeredOn ?? '')
    return isSame && receipt.uploadIndex !== null ? [receipt.uploadIndex] : []
  })
}
