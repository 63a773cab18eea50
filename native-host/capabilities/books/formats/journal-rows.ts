import type { BookedInvoice, BookedVat } from '../../../../shared/documents/booked/booked.ts'
import {
  divideDecimals,
  formatDecimal,
  magnitude,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
} from '../../../../shared/domain/decimal.ts'
import type { Column } from '../../../tables/table.ts'
import { partnerOf, type Taken } from './format.ts'

/** A row of a journal: one VAT rate of one invoice. */
export type JournalRow = { taken: Taken; vat: BookedVat; isFirst: boolean; remark: string }

/** VAT categories of EN 16931 as journals call them; any other letter stays as it is. */
const CATEGORIES: Readonly<Record<string, string>> = {
  S: 'Cotă standard sau redusă',
  Z: 'Cotă zero',
  E: 'Scutit',
  AE: 'Taxare inversă',
  K: 'Livrare intracomunitară',
  G: 'Export',
  O: 'Nu intră în sfera TVA',
  L: 'IGIC',
  M: 'IPSI',
}

export const categoryName = (category: string | null): string =>
  category === null ? '' : (CATEGORIES[category] ?? category)

/** The columns of both journals. */
export const COLUMNS: readonly Column<JournalRow>[] = [
  { head: 'Firmă', type: 'text', value: ({ taken }) => taken.company.name ?? taken.company.cui },
  { head: 'CUI firmă', type: 'text', value: ({ taken }) => taken.company.cui },
  { head: 'Număr', type: 'text', value: ({ taken }) => taken.invoice.number },
  { head: 'Data', type: 'day', value: ({ taken }) => taken.invoice.issueDate },
  { head: 'Scadența', type: 'day', value: ({ taken }) => taken.invoice.dueDate },
  { head: 'Partener', type: 'text', value: ({ taken }) => partnerOf(taken).name },
  { head: 'CUI partener', type: 'text', value: ({ taken }) => partnerOf(taken).vatId ?? partnerOf(taken).cui },
  { head: 'Tip document', type: 'text', value: ({ taken }) => taken.invoice.typeCode },
  { head: 'Storno', type: 'text', value: ({ taken }) => (isStorno(taken.invoice) ? 'DA' : '') },
  { head: 'Categorie TVA', type: 'text', value: ({ vat }) => categoryName(vat.category) },
  { head: 'Cota TVA', type: 'percent', value: ({ vat }) => vat.percent },
  { head: 'Bază', type: 'amount', hasTotal: true, value: ({ vat }) => vat.base },
  { head: 'TVA', type: 'amount', hasTotal: true, value: ({ vat }) => vat.vat },
  // Only in the first row of an invoice, so that the column adds up.
  {
    head: 'Total factură',
    type: 'amount',
    hasTotal: true,
    value: ({ taken, isFirst }) => (isFirst ? taken.invoice.gross : null),
  },
  {
    head: 'De plată',
    type: 'amount',
    hasTotal: true,
    value: ({ taken, isFirst }) => (isFirst ? taken.invoice.payable : null),
  },
  { head: 'Moneda', type: 'text', value: ({ taken }) => taken.invoice.currency },
  { head: 'Curs calculat', type: 'rate', value: ({ taken }) => rateOf(taken.invoice) },
  {
    head: 'TVA în a doua monedă',
    type: 'amount',
    value: ({ taken, isFirst }) => (isFirst ? taken.invoice.vatInCurrency : null),
  },
  { head: 'A doua monedă', type: 'text', value: ({ taken }) => taken.invoice.vatCurrency },
  { head: 'TVA la încasare', type: 'text', value: ({ taken }) => (taken.invoice.vatOnPayment ? 'DA' : '') },
  { head: 'Index încărcare', type: 'text', value: ({ taken }) => taken.uploadIndex },
  { head: 'Observații', type: 'text', value: ({ remark }) => remark },
]

/** The rows of the invoices by company, date and number; an invoice without a VAT breakdown has one row with its sums. */
export function journalRows(invoices: readonly Taken[]): JournalRow[] {
  const inOrder = invoices.toSorted(
    (a, b) =>
      (a.company.name ?? '').localeCompare(b.company.name ?? '', 'ro') ||
      a.company.cui.localeCompare(b.company.cui) ||
      (a.invoice.issueDate ?? '').localeCompare(b.invoice.issueDate ?? '') ||
      a.invoice.number.localeCompare(b.invoice.number, 'ro', { numeric: true }),
  )
  return inOrder.flatMap(taken => {
    const { invoice } = taken
    const remark = remarkOn(invoice)
    const rates = invoice.vat.length > 0 ? invoice.vat : [withoutRates(invoice)]
    return rates.map((vat, n) => ({ taken, vat, isFirst: n === 0, remark: n === 0 ? remark : '' }))
  })
}

const withoutRates = ({ net, totalVat }: BookedInvoice): BookedVat => ({
  category: null,
  percent: null,
  base: net ?? '0.00',
  vat: totalVat ?? '0.00',
})

/** A remark on what the rows alone do not show. */
function remarkOn(invoice: BookedInvoice): string {
  if (invoice.gross === null) return 'Factura nu are total'
  if (invoice.vat.length === 0) return 'Factura nu are defalcarea TVA pe cote'
  const rows = sum(invoice.vat.flatMap(({ base, vat }) => [base, vat]))
  return rows === parseDecimal(invoice.gross) ? '' : `Suma pe cote (${formatDecimal(rows)}) diferă de total`
}

export function isStorno({ gross, payable, net }: BookedInvoice): boolean {
  return (gross ?? payable ?? net ?? '').startsWith('-')
}

/**
 * The exchange rate: an invoice does not name it, but can have its VAT in lei, too. Null without that or for a VAT of
 * zero; four digits, as the National Bank quotes it.
 */
export function rateOf({ totalVat, vatCurrency, vatInCurrency }: BookedInvoice): string | null {
  if (vatCurrency !== 'RON' || vatInCurrency === null || totalVat === null) return null
  const rate = divideDecimals(parseDecimal(vatInCurrency) ?? 0n, parseDecimal(totalVat) ?? 0n)
  return rate === undefined || rate === 0n ? null : formatDecimal(roundDecimal(rate, 4), 4)
}

/** The VAT in lei is rounded: so much of it can be missing or too much. */
const HALF_BAN = parseDecimal('0.005') ?? 0n

/** How far the rate of `rateOf` can move the whole invoice, lei: the more, the smaller the share of the VAT. */
export function rateErrorOf({ totalVat, gross, payable }: BookedInvoice): bigint {
  const [vat = 0n, whole = 0n] = [totalVat, gross ?? payable].map(amount => parseDecimal(amount ?? ''))
  return magnitude(multiplyDecimals(HALF_BAN, divideDecimals(whole, vat) ?? 0n))
}

export function sum(amounts: readonly (string | null)[]): bigint {
  return amounts.reduce((total, amount) => total + ((amount === null ? 0n : parseDecimal(amount)) ?? 0n), 0n)
}

/** `2026-10` or `2026-10_2026-11` of the invoices' dates; empty if none has a date. */
function monthsOf(invoices: readonly Taken[]): string {
  const months = invoices.flatMap(({ invoice }) => invoice.issueDate?.slice(0, 7) ?? []).sort()
  const [first = '', last = ''] = [months[0], months.at(-1)]
  return first === last ? first : `${first}_${last}`
}

/** The name of a journal without its extension: `jurnal_14399840_2026-10`. */
export function journalName(invoices: readonly Taken[]): string {
  const companies = new Set(invoices.map(({ company }) => company.cui))
  const [only = ''] = companies
  return ['jurnal', companies.size === 1 ? only : `${companies.size}-firme`, monthsOf(invoices)]
    .filter(Boolean)
    .join('_')
}
