import type { ReceiptDetails } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration, StatusRow } from '../../../shared/protocol/declarations.ts'
import { type Found, isAround, isOpen, pickRow } from './lost.ts'
import type { DeclarationPorts } from './ports.ts'

const DAY = 86_400_000
/** Another filing's number opens the page for so long, ms: it lists three months. */
const LISTED = 90 * DAY
/** Numbers that are tried to open the page. */
const KEYS = 5

/**
 * Looks for a declaration whose outcome is not known (D-03): among the receipts in the mailbox, which name form, period
 * and day, then on the filing-status page, which is opened by the number of another filing of the same company and lists
 * all of them.
 */
export async function findDeclaration(
  { archive, statusPage, now }: DeclarationPorts,
  declaration: Declaration,
  signal: AbortSignal,
): Promise<Found> {
  const { cui } = declaration
  if (cui === null) return { kind: 'not-found', error: new RecipisaError('declaration-untraceable') }
  // One at a time for a company: of two of the same form and day each gets its own number.
  return archive.locks.withLock(findingLock(cui), signal, async () => {
    const confirmed = confirmation(archive.declarations.confirmed(cui), declaration).filter(number =>
      isOpen(archive, declaration, number),
    )
    if (confirmed[0] && confirmed.length === 1) return { kind: 'found', filingNumber: confirmed[0] }
    const rows = await rowsOf(cui)
    if (!rows) return { kind: 'not-found', error: new RecipisaError('declaration-untraceable') }
    return pickRow(archive, declaration, rows)
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

/** Held while it is found out which of a company's filings one is. */
export const findingLock = (cui: string): string => `find-declaration ${cui}`

/** Numbers of the filings that the mailbox confirms and that this one can be. */
function confirmation(receipts: readonly ReceiptDetails[], { form, period, createdAt }: Declaration): string[] {
  if (form === null || period === null) return []
  return receipts.flatMap(receipt => {
    const isSame =
      receipt.form?.toUpperCase() === form.toUpperCase() &&
      receipt.period?.year === period.year &&
      receipt.period.month === period.month &&
      isAround(receipt.registeredOn, createdAt)
    return isSame && receipt.uploadIndex !== null ? [receipt.uploadIndex] : []
  })
}
