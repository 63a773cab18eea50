import type { ReceiptDetails } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Declaration, StatusRow } from '../../../shared/protocol/declarations.ts'
import { isAround, isNumberFree, pickRow, type SearchResult } from './match-row.ts'
import type { DeclarationPorts } from './ports.ts'

const DAY = 86_400_000
/** How long the number of another declaration opens the page, ms: it lists three months. */
const LISTED_TIME = 90 * DAY
/** How many numbers to try for opening the page. */
const MAX_KEYS = 5

/**
 * Looks for a declaration of unknown outcome (D-03): first among the receipts in the mailbox, which name form, period
 * and day, then on the declaration status page, which lists all declarations of a company once the number of any of
 * them opens it.
 */
export async function findDeclaration(
  { archive, statusPage, now }: DeclarationPorts,
  declaration: Declaration,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { cui } = declaration
  if (cui === null) return { kind: 'not-found', error: new RecipisaError('declaration-untraceable') }
  // One search at a time for a company, so that two declarations of the same form and day get different numbers.
  return archive.locks.withLock(findingLock(cui), signal, async () => {
    const confirmed = confirmation(archive.declarations.confirmed(cui), declaration).filter(number =>
      isNumberFree(archive, declaration, number),
    )
    if (confirmed[0] && confirmed.length === 1) return { kind: 'found', filingNumber: confirmed[0] }
    const rows = await rowsOf(cui)
    if (!rows) return { kind: 'not-found', error: new RecipisaError('declaration-untraceable') }
    return pickRow(archive, declaration, rows)
  })

  /** All declarations of a company on the page; undefined if no known number opens the page. */
  async function rowsOf(company: string): Promise<StatusRow[] | undefined> {
    const { items } = archive.declarations.list({ cui: company, limit: 500, offset: 0 })
    const followed = items.flatMap(one =>
      one.filingNumber !== null && !one.isCounter && now() - one.createdAt < LISTED_TIME ? [one.filingNumber] : [],
    )
    const oldest = romaniaDay(now() - LISTED_TIME)
    const receipts = archive.declarations
      .confirmed(company)
      .flatMap(({ uploadIndex, registeredOn }) => (uploadIndex && (registeredOn ?? '') >= oldest ? [uploadIndex] : []))
    for (const filingNumber of [...followed, ...receipts].slice(0, MAX_KEYS)) {
      const answer = await statusPage.query({ filingNumber, cui: company, isCounter: false }, signal)
      if (answer.kind === 'found') return answer.rows
    }
    return undefined
  }
}

/** The lock held during a search among a company's declarations. */
export const findingLock = (cui: string): string => `find-declaration ${cui}`

/** Numbers from receipts in the mailbox that may belong to this declaration. */
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
