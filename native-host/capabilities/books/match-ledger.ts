import { formatDecimal, parseDecimal } from '../../../shared/domain/decimal.ts'
import type { AgreementRow, Difference } from '../../../shared/protocol/ledgers.ts'
import type { ReadLedger } from '../../reading/ledger/read-ledger.ts'
import { type NumberForms, numberForms } from './invoice-number.ts'

/** An invoice of the archive. `total` has VAT in it; `payable` is what the ledger may hold instead. */
export type OwnInvoice = NonNullable<AgreementRow['invoice']> & { payable: string | null }
export type BookRow = ReadLedger['rows'][number]

type Invoice = OwnInvoice & { forms: NumberForms }
/** The rows of a ledger that are one document: an invoice with several rates can have several. */
type Entry = { rows: BookRow[]; first: BookRow; cui: string | null; forms: NumberForms }
type Pair = { invoice: Invoice; entry: Entry }

/**
 * Joins a ledger with invoices. In this order, and each only where exactly one invoice and one entry fit: by CUI and number;
 * by CUI and digits, where one of the two has no series; by CUI and the number without year or branch, if total or date agree
 * too; by number where the ledger has no CUI, or another one and the same total; by CUI, date and total. What is joined
 * by less than the number differs in it, and the person sees that. See
 * [the decision](../../../docs/decisions/0051-a-ledger-is-joined-in-steps.md).
 */
export function matchLedger(invoices: readonly OwnInvoice[], rows: readonly BookRow[]): AgreementRow[] {
  const readable = rows.filter(row => row.problem === null || row.problem === 'wrong-date')
  const left = {
    invoices: new Set(invoices.map(invoice => ({ ...invoice, forms: numberForms(invoice.number) }))),
    entries: new Set(entriesOf(readable)),
  }
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
        ledger: { ...plain(entry.first), total: sumOf(entry) },
        ledgerRows: entry.rows.length,
        invoice: null,
      }),
    ),
    ...rows
      .filter(row => !readable.includes(row))
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

function entriesOf(rows: readonly BookRow[]): Entry[] {
  const groups = new Map<string, Entry>()
  for (const row of rows) {
    const forms = numberForms(row.number)
    const name = `${row.cui} ${forms.whole}`
    const known = groups.get(name)
    if (known) known.rows.push(row)
    else groups.set(name, { rows: [row], first: row, cui: codeOf(row.cui), forms })
  }
  return [...groups.values()]
}

/** Digits of a code without the country's letters; a foreign one as it is. */
const codeOf = (cui: string | null): string | null => cui?.replace(/^RO\s*(?=\d)/i, '') ?? null

/** A way to join: the keys under which both sides meet (none: this way does not apply), and what must hold besides. */
type Step = {
  ofInvoice: (invoice: Invoice) => string | undefined
  ofEntry: (entry: Entry) => string | undefined
  also?: (pair: Pair) => boolean
}

const key = (...parts: (string | null)[]): string | undefined =>
  parts.every(part => part !== null && part !== '') ? parts.join(' ') : undefined
const cuiOf = ({ cui }: Invoice) => codeOf(cui)

const STEPS: readonly Step[] = [
  { ofInvoice: one => key(cuiOf(one), one.forms.whole), ofEntry: one => key(one.cui, one.forms.whole) },
  {
    ofInvoice: one => key(cuiOf(one), one.forms.digits),
    ofEntry: one => key(one.cui, one.forms.digits),
    also: ({ invoice, entry }) => invoice.forms.hasLetters !== entry.forms.hasLetters,
  },
  {
    ofInvoice: one => key(cuiOf(one), one.forms.last),
    ofEntry: one => key(one.cui, one.forms.last),
    also: pair => isSameTotal(pair) || isSameDay(pair),
  },
  {
    ofInvoice: one => key(one.forms.whole),
    ofEntry: one => key(one.forms.whole),
    also: pair => pair.entry.cui === null || isSameTotal(pair),
  },
  {
    ofInvoice: one => key(one.forms.digits),
    ofEntry: one => (one.cui === null ? key(one.forms.digits) : undefined),
    also: isSameTotal,
  },
  { ofInvoice: one => key(cuiOf(one), one.date), ofEntry: one => key(one.cui, one.first.date), also: isSameTotal },
]

/** Joins what meets under one key, where only one of each side fits, and takes it out of what is left. */
function joinBy(left: { invoices: Set<Invoice>; entries: Set<Entry> }, { ofInvoice, ofEntry, also }: Step): Pair[] {
  const invoices = Map.groupBy(left.invoices, ofInvoice)
  const entries = Map.groupBy(left.entries, ofEntry)
  const joined: Pair[] = []
  for (const [name, own] of entries) {
    if (name === undefined) continue
    const pairs = own.flatMap(entry => (invoices.get(name) ?? []).map(invoice => ({ invoice, entry })))
    const fitting = also ? pairs.filter(also) : pairs
    const once = fitting.filter(
      ({ invoice, entry }) =>
        fitting.filter(one => one.invoice === invoice).length === 1 &&
        fitting.filter(one => one.entry === entry).length === 1,
    )
    for (const pair of once) {
      left.invoices.delete(pair.invoice)
      left.entries.delete(pair.entry)
    }
    joined.push(...once)
  }
  return joined
}

const units = (amount: string | null): bigint => (amount === null ? 0n : (parseDecimal(amount) ?? 0n))
const sumOf = ({ rows }: Entry): string => formatDecimal(rows.reduce((sum, { total }) => sum + units(total), 0n))

/** Whether an amount of the ledger is the invoice's: with VAT, or what is left to pay. */
const isTotalOf = ({ total, payable }: OwnInvoice, amount: string | null): boolean =>
  amount !== null && [total, payable].some(own => own !== null && units(own) === units(amount))

/** The rows together are the invoice's total, or each of them repeats it. */
function isSameTotal({ invoice, entry }: Pair): boolean {
  return isTotalOf(invoice, sumOf(entry)) || entry.rows.every(({ total }) => isTotalOf(invoice, total))
}

const isSameDay = ({ invoice, entry }: Pair): boolean => invoice.date !== null && invoice.date === entry.first.date

function rowOf(pair: Pair): AgreementRow {
  const { invoice, entry } = pair
  const differences = differencesOf(pair)
  const isRepeated = !isTotalOf(invoice, sumOf(entry)) && isSameTotal(pair)
  return {
    finding: differences.length === 0 ? 'agrees' : 'differs',
    differences,
    ledger: { ...plain(entry.first), total: isRepeated ? entry.first.total : sumOf(entry) },
    ledgerRows: entry.rows.length,
    invoice: shown(invoice),
  }
}

function differencesOf(pair: Pair): Difference[] {
  const { invoice, entry } = pair
  const { first, rows } = entry
  const turned = formatDecimal(-units(sumOf(entry)))
  // A journal with a row for each rate repeats the total beside different bases; booked twice, the rows are the same.
  const isTwice = rows.length > 1 && rows.every(({ total, net }) => isTotalOf(invoice, total) && net === first.net)
  return [
    ...(isSameTotal(pair) ? [] : [isTotalOf(invoice, turned) ? ('sign' as const) : ('total' as const)]),
    ...(invoice.date !== null && first.date !== null && !isSameDay(pair) ? ['date' as const] : []),
    ...(isSameNumber(pair) ? [] : ['number' as const]),
    ...(entry.cui === null || entry.cui === codeOf(invoice.cui) ? [] : ['cui' as const]),
    ...(first.currency !== null && invoice.currency !== null && first.currency !== invoice.currency
      ? ['currency' as const]
      : []),
    ...(isTwice ? ['repeated' as const] : []),
  ]
}

/** Zeros, spaces and a missing series make no other number. */
function isSameNumber({ invoice: { forms: own }, entry: { forms: booked } }: Pair): boolean {
  return own.whole === booked.whole || (own.digits === booked.digits && own.hasLetters !== booked.hasLetters)
}

function plain({ net: _net, ...row }: BookRow): NonNullable<AgreementRow['ledger']> {
  return row
}

function shown({ forms: _forms, payable: _payable, ...invoice }: Invoice): NonNullable<AgreementRow['invoice']> {
  return invoice
}
