import { formatDecimal, parseDecimal } from '../../../shared/domain/decimal.ts'
import type { AgreementRow, Difference, LedgerRow } from '../../../shared/protocol/invoices/ledgers.ts'
import { fold } from '../../../shared/text/fold.ts'
import type { ReadRow } from '../../reading/ledger/read-ledger.ts'
import { type NumberForms, numberForms } from './invoice-number.ts'

/** An invoice of the archive. `total` includes VAT; `payable` is the ledger's alternative. */
export type OwnInvoice = NonNullable<AgreementRow['invoice']> & { payable: string | null }
export type BookRow = ReadRow

type Invoice = OwnInvoice & {
  code: string | null
  forms: NumberForms
  /** Possible totals in a ledger: the sum with VAT, or the amount left to pay. */
  amounts: readonly bigint[]
}
/** The rows of a ledger for one document: an invoice with several rates can have several. */
type Entry = {
  rows: BookRow[]
  first: BookRow
  code: string | null
  forms: NumberForms
  sum: bigint
  /** The total that every row repeats; undefined if they differ. */
  common: bigint | undefined
}
type Pair = { invoice: Invoice; entry: Entry }

/**
 * Joins a ledger with invoices. The steps, in this order and each only if exactly one invoice and one entry fit: by CUI
 * and number (among several, those whose total or date agrees come first, and those that agree in both are joined in
 * their order); by CUI and digits, if one of the two has no series; by CUI and the number without year or branch, if
 * total or date agree too; by number, if the ledger has no CUI, or another one and the same total; by CUI, date and
 * total. Pairs joined by less than the number differ in their numbers, and the person sees that. See
 * [the decision](../../../docs/decisions/0051-a-ledger-is-joined-in-steps.md).
 */
export function matchLedger(invoices: readonly OwnInvoice[], rows: readonly BookRow[]): AgreementRow[] {
  const own = invoices.map(toInvoice)
  const left = { invoices: new Set(own), entries: new Set(entriesOf(rows.filter(isComparable), own)) }
  const pairs = STEPS.flatMap(step => joinBy(left, step))
  return [
    ...pairs.map(rowOf),
    ...[...left.invoices].map(
      (invoice): AgreementRow => ({
        finding: 'not-in-books',
        differences: [],
        ledger: null,
        ledgerRows: 0,
        invoice: shown(invoice),
      }),
    ),
    ...[...left.entries].map(
      (entry): AgreementRow => ({
        finding: 'not-in-spv',
        differences: [],
        ledger: { ...plain(entry.first), total: formatDecimal(entry.sum) },
        ledgerRows: entry.rows.length,
        invoice: null,
      }),
    ),
    ...rows
      .filter(row => !isComparable(row))
      .map(
        (row): AgreementRow => ({
          finding: 'unreadable',
          differences: [],
          ledger: plain(row),
          ledgerRows: 1,
          invoice: null,
        }),
      ),
  ]
}

const isComparable = ({ problem }: BookRow): boolean => problem === null || problem === 'wrong-date'

const units = (amount: string | null): bigint => (amount === null ? 0n : (parseDecimal(amount) ?? 0n))

function toInvoice(invoice: OwnInvoice): Invoice {
  const amounts = [invoice.total, invoice.payable].flatMap(amount => (amount === null ? [] : [units(amount)]))
  return { ...invoice, code: codeOf(invoice.cui), forms: numberForms(invoice.number), amounts }
}

/**
 * Rows of one partner and number are one document, with four exceptions: they are of different years; they have no CUI,
 * different names, and not the total of one invoice; there are as many such invoices or more, and each row has the
 * total of one; or their number says nothing.
 */
function entriesOf(rows: readonly BookRow[], invoices: readonly Invoice[]): Entry[] {
  const nameOf = (code: string | null, number: string) => `${code} ${number}`
  const own = Map.groupBy(invoices, ({ code, forms }) => nameOf(code, forms.whole))
  const ofAnyone = Map.groupBy(invoices, ({ forms }) => forms.whole)
  const forms = new Map(rows.map(row => [row, numberForms(row.number)]))
  const groups = Map.groupBy(rows, row => nameOf(codeOf(row.cui), forms.get(row)?.whole ?? ''))
  return [...groups].flatMap(([name, same]) => {
    const twins = own.get(name) ?? []
    const amounts = new Set(twins.flatMap(one => one.amounts))
    const areApart =
      same.every(row => forms.get(row)?.whole === '') ||
      (twins.length >= same.length && same.every(({ total }) => amounts.has(units(total))))
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

/**
 * A way to join: the keys under which both sides meet (none: this way does not apply), and any further condition.
 * `areTwins`: all that fit are alike, such as an invoice that was uploaded twice, so that it is the same which are joined.
 */
type Step = {
  ofInvoice: (invoice: Invoice) => string | undefined
  ofEntry: (entry: Entry) => string | undefined
  also?: (pair: Pair) => boolean
  areTwins?: boolean
}

const key = (...parts: (string | null)[]): string | undefined =>
  parts.every(part => part !== null && part !== '') ? parts.join(' ') : undefined

const BY_NUMBER: Step = {
  ofInvoice: one => key(one.code, one.forms.whole),
  ofEntry: one => key(one.code, one.forms.whole),
}

const BY_NUMBER_ALONE: Step = {
  ofInvoice: one => key(one.forms.whole),
  ofEntry: one => key(one.forms.whole),
}

const STEPS: readonly Step[] = [
  { ...BY_NUMBER, also: pair => isSameTotal(pair) && isSameDay(pair), areTwins: true },
  { ...BY_NUMBER, also: isSameTotal },
  { ...BY_NUMBER, also: isSameDay },
  BY_NUMBER,
  {
    ofInvoice: one => key(one.code, one.forms.digits),
    ofEntry: one => key(one.code, one.forms.digits),
    also: ({ invoice, entry }) => invoice.forms.hasLetters !== entry.forms.hasLetters,
  },
  {
    ofInvoice: one => key(one.code, one.forms.last),
    ofEntry: one => key(one.code, one.forms.last),
    also: pair => isSameTotal(pair) || isSameDay(pair),
  },
  { ...BY_NUMBER_ALONE, also: isSameTotal },
  { ...BY_NUMBER_ALONE, also: isOneUnknown },
  {
    ofInvoice: one => key(one.forms.digits),
    ofEntry: one => key(one.forms.digits),
    also: pair => isOneUnknown(pair) && isSameTotal(pair),
  },
  { ofInvoice: one => key(one.code, one.date), ofEntry: one => key(one.code, one.first.date), also: isSameTotal },
]

/** Most pairs to examine under one key: with more, no two would be each other's only match. */
const MOST_PAIRS = 5000

/** Joins pairs that meet under one key if only one of each side fits, and removes them from the rest. */
function joinBy(left: { invoices: Set<Invoice>; entries: Set<Entry> }, step: Step): Pair[] {
  const { ofInvoice, ofEntry, also, areTwins = false } = step
  const invoices = Map.groupBy(left.invoices, ofInvoice)
  const entries = Map.groupBy(left.entries, ofEntry)
  const joined: Pair[] = []
  for (const [name, own] of entries) {
    const others = name === undefined ? [] : (invoices.get(name) ?? [])
    if (own.length * others.length > MOST_PAIRS) continue
    const pairs = own.flatMap(entry => others.map(invoice => ({ invoice, entry })))
    const fitting = also ? pairs.filter(also) : pairs
    const chosen = areTwins ? inOrder(fitting) : onlyOnes(fitting)
    for (const pair of chosen) {
      left.invoices.delete(pair.invoice)
      left.entries.delete(pair.entry)
    }
    joined.push(...chosen)
  }
  return joined
}

/** The pairs whose two sides are in no other. */
function onlyOnes(pairs: readonly Pair[]): Pair[] {
  const uses = new Map<Invoice | Entry, number>()
  for (const side of pairs.flatMap(({ invoice, entry }) => [invoice, entry])) uses.set(side, (uses.get(side) ?? 0) + 1)
  return pairs.filter(({ invoice, entry }) => uses.get(invoice) === 1 && uses.get(entry) === 1)
}

/** The first pair of each side. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  const used = new Set<Invoice | Entry>()
  return pairs.filter(({ invoice, entry }) => {
    if (used.has(invoice) || used.has(entry)) return false
    used.add(invoice).add(entry)
    return true
  })
}

/** The invoice or the ledger does not tell the partner's code. */
function isOneUnknown({ invoice, entry }: Pair): boolean {
  return invoice.code === null || entry.code === null
}

/** The rows add up to the invoice's total, or each one repeats it. */
function isSameTotal({ invoice: { amounts }, entry: { sum, common } }: Pair): boolean {
  return amounts.includes(sum) || (common !== undefined && amounts.includes(common))
}

function isSameDay({ invoice, entry }: Pair): boolean {
  return invoice.date !== null && invoice.date === entry.first.date
}

function rowOf(pair: Pair): AgreementRow {
  const { invoice, entry } = pair
  const differences = differencesOf(pair)
  const total = (isRepeated(pair) ? entry.common : undefined) ?? entry.sum
  const { payable } = invoice
  const isPayable = payable !== null && total === units(payable) && total !== units(invoice.total)
  return {
    finding: differences.length === 0 ? 'agrees' : 'differs',
    differences,
    ledger: { ...plain(entry.first), total: formatDecimal(total) },
    ledgerRows: entry.rows.length,
    invoice: shown(invoice),
    ...(isPayable ? { payable } : {}),
  }
}

/** Each row has the whole total. */
const isRepeated = (pair: Pair): boolean => isSameTotal(pair) && !pair.invoice.amounts.includes(pair.entry.sum)

function differencesOf(pair: Pair): Difference[] {
  const { invoice, entry } = pair
  const { first, rows } = entry
  // A journal with a row for each rate repeats the total beside different bases; rows of an invoice booked twice are
  // equal.
  const isTwice = isRepeated(pair) && rows.every(({ net }) => net === first.net)
  return [
    ...(isSameTotal(pair) ? [] : [invoice.amounts.includes(-entry.sum) ? ('sign' as const) : ('total' as const)]),
    ...(invoice.date !== null && first.date !== null && !isSameDay(pair) ? ['date' as const] : []),
    ...(isSameNumber(pair) ? [] : ['number' as const]),
    ...(isOneUnknown(pair) || entry.code === invoice.code ? [] : ['cui' as const]),
    ...(first.currency !== null && invoice.currency !== null && first.currency !== invoice.currency
      ? ['currency' as const]
      : []),
    ...(isTwice ? ['repeated' as const] : []),
  ]
}

/** Zeros, spaces and a missing series do not make a different number. */
function isSameNumber({ invoice: { forms: own }, entry: { forms: booked } }: Pair): boolean {
  return own.whole === booked.whole || (own.digits === booked.digits && own.hasLetters !== booked.hasLetters)
}

/** A row without what only the comparison uses. */
export function plain({ net: _net, isComputed: _isComputed, side: _side, firm: _firm, ...row }: BookRow): LedgerRow {
  return row
}

function shown({
  code: _code,
  forms: _forms,
  payable: _payable,
  amounts: _amounts,
  ...invoice
}: Invoice): NonNullable<AgreementRow['invoice']> {
  return invoice
}
