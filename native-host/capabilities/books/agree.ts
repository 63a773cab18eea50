import { dayText } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type {
  Agreement,
  AgreementRow,
  Finding,
  GivenColumns,
  LedgerInspection,
} from '../../../shared/protocol/invoices/ledgers.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { ReadLedger } from '../../reading/ledger/read-ledger.ts'
import { readLedgerInThread } from '../../reading/ledger/read-ledger-in-thread.ts'
import { ofCompany, ofSide } from './compared-rows.ts'
import type { BookRow, OwnInvoice } from './ledger-entries.ts'
import { matchLedger, plain } from './match-ledger.ts'
import { takeInvoices } from './take.ts'
import { totalInLei } from './total-in-lei.ts'

/** How many rows of a ledger to show before the comparison. */
const SAMPLE = 20
/** How far outside the period the ledger may have booked an invoice of another month, days. */
const AROUND = 31

/** Longest text of a row, characters. */
const MOST_TEXT = 300

type Watch = { signal: AbortSignal; progress: (value: { done: number; total: number }) => void }

/** Reads a ledger and keeps it for the comparison. Only the rows of the given side count. */
export async function inspectLedger(
  { lists }: Pick<Archive, 'lists'>,
  { bytes, fileName, columns }: { bytes: Uint8Array; fileName: string; columns: GivenColumns },
): Promise<LedgerInspection> {
  const { rows, opposite: _, ...ledger } = await readLedgerInThread(bytes, fileName, columns)
  const compared = ofSide(rows, columns.side)
  return {
    ...ledger,
    sha256: await lists.put(bytes, fileName),
    fileName,
    rows: compared.length,
    ...periodOf(compared, rows),
    sample: compared.slice(0, SAMPLE).map(plain),
  }
}

export type AgreeRequest = {
  sha256: string
  columns: GivenColumns
  cui: string
  direction: 'sent' | 'received'
  since: string | undefined
  until: string | undefined
}

type Ports = {
  archive: Pick<Archive, 'lists' | 'books' | 'agreements' | 'messages' | 'companies'>
  whyMissing: (id: string) => RecipisaError | undefined
  now: () => number
}

/**
 * Compares a ledger with the invoices of a company. Throws `ledger-missing`, `ledger-columns`, or the error of reading
 * the ledger.
 */
export async function agreeWithLedger(
  { archive, whyMissing, now }: Ports,
  { sha256, columns, cui, direction, ...asked }: AgreeRequest,
  watch: Watch,
): Promise<Agreement> {
  const staged = await archive.lists.get(sha256)
  if (!staged) throw new RecipisaError('ledger-missing')
  const { fileName } = staged
  const ledger = await readLedgerInThread(staged.bytes, fileName, columns)
  const missing = missingColumn(ledger.columns)
  if (missing) throw new RecipisaError('ledger-columns', { fileName, missing })
  const compared = ofCompany(ofSide(ledger.rows, direction), cui)
  const opposite = ofCompany(ofSide(ledger.opposite, direction), cui)
  const own = periodOf(compared, ledger.rows)
  const period = { since: asked.since ?? own.since, until: asked.until ?? own.until }
  const items = archive.books.select({ filter: { cui, direction, ...widened(period) } })
  const { taken, problems } = await takeInvoices({ archive, whyMissing }, items, () => undefined, watch)
  const side = direction === 'sent' ? 'sale' : 'purchase'
  const invoices = taken
    .filter(one => one.side === side)
    .map(({ id, invoice }): OwnInvoice => {
      const partner = side === 'sale' ? invoice.buyer : invoice.seller
      return {
        id,
        // Foreign texts: a page of rows has to fit into an answer.
        number: invoice.number.slice(0, MOST_TEXT),
        cui: partner.cui?.slice(0, MOST_TEXT) ?? null,
        name: partner.name?.slice(0, MOST_TEXT) ?? null,
        date: invoice.issueDate,
        total: invoice.gross ?? invoice.payable,
        payable: invoice.payable,
        inLei: totalInLei(invoice),
        currency: invoice.currency,
      }
    })
  const notArchived = archive.books
    .select({ filter: { cui, direction, since: period.since ?? undefined, until: period.until ?? undefined } })
    .filter(({ state }) => state !== 'archived')
  const left = new Set([...problems, ...notArchived].map(({ id }) => id))
  // These were read only because the period was widened.
  for (const { id, invoice } of items) if (invoice?.issueDate && !isInPeriod(invoice.issueDate, period)) left.delete(id)
  watch.signal.throwIfAborted()
  const rows = matchLedger(invoices, compared, opposite)
    .filter(row => isWithin(row, period))
    .toSorted(byFinding)
  const count = (finding: Finding) => rows.filter(row => row.finding === finding).length
  return archive.agreements.put(
    {
      at: now(),
      fileName,
      cui,
      direction,
      ...period,
      agrees: count('agrees'),
      differs: count('differs'),
      notInBooks: count('not-in-books'),
      notInSpv: count('not-in-spv'),
      unreadable: count('unreadable'),
      left: left.size,
      aside: ledger.rows.length - compared.length,
    },
    rows,
  )
}

/** The column that the comparison needs and lacks, in Romanian like the heads. */
function missingColumn({ number, total, net }: ReadLedger['columns']): string | undefined {
  if (number === null) return 'numărul facturii'
  return total === null && net === null ? 'totalul' : undefined
}

type Period = { since: string | null; until: string | null }

/**
 * The whole months of the rows, or of the whole ledger if none counts: the invoices after the last row are the ones most
 * often missing.
 */
function periodOf(compared: readonly BookRow[], rows: readonly BookRow[]): Period {
  const days = (compared.length > 0 ? compared : rows).flatMap(({ date }) => date ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { since: null, until: null }
  const inMonth = (text: string, day: number) => Temporal.PlainDate.from(text).with({ day }).toString()
  return { since: inMonth(first, 1), until: inMonth(last, 31) } // 31 becomes the last day of a shorter month
}

/** A month later or earlier: books and invoice can name different days. */
function widened({ since, until }: Period): { issuedSince?: string; issuedUntil?: string } {
  const shift = (day: string, days: number) => dayText(Temporal.PlainDate.from(day).add({ days }))
  return {
    ...(since === null ? {} : { issuedSince: shift(since, -AROUND) }),
    ...(until === null ? {} : { issuedUntil: shift(until, AROUND) }),
  }
}

/** Whether either side's day is in the period; a missing day counts as inside. */
function isWithin({ invoice, ledger }: AgreementRow, period: Period): boolean {
  const days = [invoice?.date, ledger?.date].filter(day => day !== null && day !== undefined)
  return days.length === 0 || days.some(day => isInPeriod(day, period))
}

function isInPeriod(day: string, { since, until }: Period): boolean {
  return (since === null || day >= since) && (until === null || day <= until)
}

const ORDER: readonly Finding[] = ['differs', 'not-in-books', 'not-in-spv', 'unreadable', 'agrees']

/** The most urgent findings first; within a finding by day. */
function byFinding(a: AgreementRow, b: AgreementRow): number {
  const day = ({ invoice, ledger }: AgreementRow) => invoice?.date ?? ledger?.date ?? ''
  return ORDER.indexOf(a.finding) - ORDER.indexOf(b.finding) || day(a).localeCompare(day(b))
}
