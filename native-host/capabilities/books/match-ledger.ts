import { formatDecimal } from '../../../shared/domain/decimal.ts'
import type { AgreementRow, Difference, LedgerRow } from '../../../shared/protocol/invoices/ledgers.ts'
import { type NumberForms, numberForms } from './invoice-number.ts'
import {
  type BookRow,
  type Entry,
  entriesOf,
  type Invoice,
  isSameTotal,
  isTotalInLei,
  isTotalOf,
  type OwnInvoice,
  type Pair,
  toInvoice,
  units,
} from './ledger-entries.ts'

/**
 * Joins a ledger with invoices. The steps, in this order and each only if exactly one invoice and one entry fit: by CUI
 * and number (among several, those whose total or date agrees come first, and those that agree in both are joined in
 * their order); by CUI and digits, if one of the two has no series; by CUI and the number without year or branch, if
 * total or date agree too; by number, if the ledger has no CUI, or another one and the same total; by CUI, date and
 * total. Pairs joined by less than the number differ in their numbers, and the person sees that. `opposite`: the rows
 * on the other side of an account, of which only stornos count. See
 * [the decision](../../../docs/decisions/0051-a-ledger-is-joined-in-steps.md).
 */
export function matchLedger(
  invoices: readonly OwnInvoice[],
  rows: readonly BookRow[],
  opposite: readonly BookRow[] = [],
): AgreementRow[] {
  const own = invoices.map(toInvoice)
  const booked = [...rows, ...stornosIn(opposite, own)].filter(isComparable)
  const left = { invoices: new Set(own), entries: new Set(entriesOf(booked, own)) }
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

/** The rows that have a storno's number and its total. */
function stornosIn(rows: readonly BookRow[], invoices: readonly Invoice[]): BookRow[] {
  const byDigits = Map.groupBy(invoices, ({ forms }) => forms.digits)
  return rows.filter(row => {
    const booked = numberForms(row.number)
    const fitting = byDigits.get(booked.digits)?.filter(({ forms }) => isSameNumber(forms, booked))
    return fitting?.some(invoice => isTotalOf(invoice, row, units(row.total)))
  })
}

const isComparable = ({ problem }: BookRow): boolean => problem === null || problem === 'wrong-date'

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

function isSameDay({ invoice, entry }: Pair): boolean {
  return invoice.date !== null && invoice.date === entry.first.date
}

function rowOf(pair: Pair): AgreementRow {
  const { invoice, entry } = pair
  const differences = differencesOf(pair)
  const total = (isRepeated(pair) ? entry.common : undefined) ?? entry.sum
  const { payable, inLei, amounts } = invoice
  const isPayable = payable !== null && total === units(payable) && total !== units(invoice.total)
  const isInLei = inLei !== null && !amounts.includes(total) && isTotalInLei(invoice, entry.first, total)
  return {
    finding: differences.length === 0 ? 'agrees' : 'differs',
    differences,
    ledger: { ...plain(entry.first), total: formatDecimal(total) },
    ledgerRows: entry.rows.length,
    invoice: shown(invoice),
    ...(isPayable ? { payable } : {}),
    ...(isInLei ? { inLei: formatDecimal(inLei.amount) } : {}),
  }
}

/** Each row has the whole total. */
const isRepeated = (pair: Pair): boolean =>
  isSameTotal(pair) && !isTotalOf(pair.invoice, pair.entry.first, pair.entry.sum)

function differencesOf(pair: Pair): Difference[] {
  const { invoice, entry } = pair
  const { first, rows } = entry
  // A journal with a row for each rate repeats the total beside different bases; rows of an invoice booked twice are
  // equal.
  const isTwice = isRepeated(pair) && rows.every(({ net }) => net === first.net)
  return [
    ...(isSameTotal(pair) ? [] : [isTotalOf(invoice, first, -entry.sum) ? ('sign' as const) : ('total' as const)]),
    ...(invoice.date !== null && first.date !== null && !isSameDay(pair) ? ['date' as const] : []),
    ...(isSameNumber(invoice.forms, entry.forms) ? [] : ['number' as const]),
    ...(isOneUnknown(pair) || entry.code === invoice.code ? [] : ['cui' as const]),
    ...(isOtherCurrency(pair) ? ['currency' as const] : []),
    ...(isTwice ? ['repeated' as const] : []),
  ]
}

/** An invoice in another currency that is booked in lei at its own rate is in the right one. */
function isOtherCurrency({ invoice, entry: { first, sum, common } }: Pair): boolean {
  if (first.currency === null || invoice.currency === null || first.currency === invoice.currency) return false
  return ![sum, common].some(total => total !== undefined && isTotalInLei(invoice, first, total))
}

/** Zeros, spaces and a missing series do not make a different number. */
function isSameNumber(own: NumberForms, booked: NumberForms): boolean {
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
  inLei: _inLei,
  amounts: _amounts,
  ...invoice
}: Invoice): NonNullable<AgreementRow['invoice']> {
  return invoice
}
