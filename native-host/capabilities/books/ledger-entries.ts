import { magnitude, parseDecimal } from '../../../shared/domain/decimal.ts'
import type { AgreementRow } from '../../../shared/protocol/invoices/ledgers.ts'
import { fold } from '../../../shared/text/fold.ts'
import type { ReadRow } from '../../reading/ledger/read-ledger.ts'
import { type NumberForms, numberForms } from './invoice-number.ts'
import type { Approximate } from './total-in-lei.ts'

/** An invoice of the archive. `total` includes VAT; `payable` and `inLei` are the ledger's alternatives. */
export type OwnInvoice = NonNullable<AgreementRow['invoice']> & { payable: string | null; inLei: Approximate | null }
export type BookRow = ReadRow

export type Invoice = OwnInvoice & {
  code: string | null
  forms: NumberForms
  /** Possible totals in a ledger: the sum with VAT, or the amount left to pay. */
  amounts: readonly bigint[]
}
/** The rows of a ledger for one document: an invoice with several rates can have several. */
export type Entry = {
  rows: BookRow[]
  first: BookRow
  code: string | null
  forms: NumberForms
  sum: bigint
  /** The total that every row repeats; undefined if they differ. */
  common: bigint | undefined
}
export type Pair = { invoice: Invoice; entry: Entry }

export const units = (amount: string | null): bigint => (amount === null ? 0n : (parseDecimal(amount) ?? 0n))

export function toInvoice(invoice: OwnInvoice): Invoice {
  const amounts = [invoice.total, invoice.payable].flatMap(amount => (amount === null ? [] : [units(amount)]))
  return { ...invoice, code: codeOf(invoice.cui), forms: numberForms(invoice.number), amounts }
}

/**
 * Rows of one partner and number are one document, with four exceptions: they are of different years; they have no CUI,
 * different names, and not the total of one invoice; there are as many such invoices or more, and each row has the
 * total of one; or their number says nothing.
 */
export function entriesOf(rows: readonly BookRow[], invoices: readonly Invoice[]): Entry[] {
  const nameOf = (code: string | null, number: string) => `${code} ${number}`
  const own = Map.groupBy(invoices, ({ code, forms }) => nameOf(code, forms.whole))
  const ofAnyone = Map.groupBy(invoices, ({ forms }) => forms.whole)
  const forms = new Map(rows.map(row => [row, numberForms(row.number)]))
  const groups = Map.groupBy(rows, row => nameOf(codeOf(row.cui), forms.get(row)?.whole ?? ''))
  return [...groups].flatMap(([name, same]) => {
    const twins = own.get(name) ?? []
    const areApart =
      same.every(row => forms.get(row)?.whole === '') ||
      (twins.length >= same.length && same.every(row => twins.some(one => isTotalOf(one, row, units(row.total)))))
    if (areApart) return same.map(row => toEntry([row], forms))
    return byYear(same).flatMap(rows => {
      const entry = toEntry(rows, forms)
      const isWhole = ofAnyone.get(entry.forms.whole)?.some(invoice => isSameTotal({ invoice, entry }))
      return entry.code !== null || isWhole ? [entry] : byName(rows).map(one => toEntry(one, forms))
    })
  })
}

/** Many suppliers count from 1 each year. A row without a date belongs to the one before it. */
function byYear(rows: readonly BookRow[]): BookRow[][] {
  let year = rows.find(({ date }) => date !== null)?.date?.slice(0, 4)
  return [...Map.groupBy(rows, ({ date }) => (year = date?.slice(0, 4) ?? year)).values()]
}

/** Partners without a CUI have only their names. A row without one belongs to the one before it. */
function byName(rows: readonly BookRow[]): BookRow[][] {
  let partner = ''
  return [...Map.groupBy(rows, ({ name }) => (partner = name === null ? partner : fold(name))).values()]
}

function toEntry(rows: BookRow[], forms: ReadonlyMap<BookRow, NumberForms>): Entry {
  const [first] = rows as [BookRow]
  // A journal can show the total only in the first of an invoice's rows.
  const stated = rows.filter(({ isComputed }) => !isComputed)
  const totals = (stated.length > 0 ? stated : rows).map(({ total }) => units(total))
  const isInEach = totals.length === rows.length && totals.every(total => total === totals[0])
  return {
    rows,
    first,
    code: codeOf(first.cui),
    forms: forms.get(first) ?? numberForms(first.number),
    sum: totals.reduce((sum, total) => sum + total, 0n),
    common: isInEach ? totals[0] : undefined,
  }
}

/**
 * A code in the form in which two can be equal, without the country's letters. Null if it has no digit but zeros: a dash,
 * a word, or the zeros of a person whose CNP the seller does not tell.
 */
function codeOf(cui: string | null): string | null {
  const code = cui?.toUpperCase().replace(/[^\p{L}\d]/gu, '') ?? ''
  return /[1-9]/.test(code) ? code.replace(/^[A-Z]{2}(?=\d)/, '') : null
}

/** The rows add up to the invoice's total, or each one repeats it. */
export function isSameTotal({ invoice, entry: { first, sum, common } }: Pair): boolean {
  return isTotalOf(invoice, first, sum) || (common !== undefined && isTotalOf(invoice, first, common))
}

/** Whether an amount of a ledger can be the invoice's total. */
export function isTotalOf(invoice: Invoice, row: BookRow, amount: bigint): boolean {
  return invoice.amounts.includes(amount) || isTotalInLei(invoice, row, amount)
}

/** Whether an amount is the invoice's total in lei: a ledger that names no currency is in lei. */
export function isTotalInLei({ inLei }: Invoice, { currency }: BookRow, amount: bigint): boolean {
  if (inLei === null || (currency !== null && currency !== 'RON')) return false
  return magnitude(amount - inLei.amount) <= inLei.within
}
