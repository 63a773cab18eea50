import type { GivenColumns, LedgerColumns } from '../../../shared/protocol/invoices/ledgers.ts'
import { letter, plainHead } from '../list/columns.ts'
import { isRunningNumber } from './judge-columns.ts'
import { ACCOUNT, BALANCE, BARE_DOCUMENT, type Fact, firmHeadsOf, headsOf, IN_LEI } from './ledger-heads.ts'
import { type Side, sidesOf } from './ledger-sides.ts'

/** Longest head to show, characters. */
const MAX_HEAD = 100
/** How many rows with content to search for the heads: titles may come first. */
const MAX_TITLES = 20
/** Over how many rows heads may spread: forms have a group, a rate, and what is counted. */
const HEIGHTS = [1, 2, 3]
/** An amount, a number or a day: no row of spread heads has one. */
const VALUE = /^[-+(]?\d[\d\s.,/-]{2,}\)?$/

type Rows = readonly (readonly string[])[]

export type FoundColumns = {
  columns: LedgerColumns
  /** Index of the column with the CUI of each row's own firm, which may be the partner's; null if there is none. */
  firm: number | null
  /** The column that tells the side of each row, with the side by its cells; null if none does. */
  side: { column: number; byCell: ReadonlyMap<string, Side> } | null
  /** Whether the total is a column of a partner's account: rows without an amount there are payments. */
  isAccount: boolean
  /** The column of the account's other side; null if there is none. */
  opposite: number | null
  /** The currency of all amounts, if their head names it. */
  currency: 'RON' | null
  heads: string[]
  /** Indexes of the first row of the heads, and of the first one below them; the same if there are none. */
  top: number
  start: number
}

/**
 * Identifies the columns by their heads, in the row near the top with the most known heads, or in two or three rows if
 * together they have more or surer ones. The caller's columns win; if no row names two facts, the columns are `A`,
 * `B`… and every row is content.
 */
export function findLedgerColumns(rows: Rows, { side: compared, ...given }: GivenColumns): FoundColumns {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const filled = rows.flatMap((row, at) => (row.some(cell => cell.trim() !== '') ? [at] : [])).slice(0, MAX_TITLES)
  const patterns = headsOf(compared)
  const hasValue = (row: Rows[number]) => row.some(cell => VALUE.test(cell.trim().slice(0, MAX_HEAD)))
  const read = HEIGHTS.flatMap(height =>
    filled
      .map(top => ({ top, start: top + height, over: rows.slice(top, top + height) }))
      .filter(({ over }) => height === 1 || !over.some(hasValue))
      .map(({ over, ...place }) => ({ ...place, texts: spanned(over, width) })),
  ).map(one => ({ ...one, found: identified(one.texts, patterns) }))
  // The sort is stable: of equals the lowest one wins, and of these the first.
  const best = read.toSorted((a, b) => b.found.length - a.found.length || doubtOf(a.found) - doubtOf(b.found))[0]
  const head = best && best.found.length >= 2 ? best : { top: 0, start: 0, texts: [], found: [] }
  const inside = Object.fromEntries(
    Object.entries(given).filter(([, column]) => column === null || (column !== undefined && column < width)),
  )
  const named = Object.fromEntries(head.found.map(({ fact, column }) => [fact, column]))
  const plain = head.texts.map(own => own.map(plainHead))
  const columns: LedgerColumns = { ...NONE, ...named, ...inside }
  const bases = plain.filter(own => own.some(text => patterns.net.some(base => base.test(text))))
  // Without a total, the base of one rate of several is no invoice.
  if (columns.total === null && bases.length > 1 && !('net' in inside)) columns.net = null
  const hasBalance = plain.some(own => own.some(text => BALANCE.test(text)))
  const invoiced = compared && hasBalance ? firstFitting(plain, [ACCOUNT[compared]])?.column : undefined
  if (columns.total === null && columns.net === null && !('total' in inside)) columns.total = invoiced ?? null
  const isAccount = invoiced !== undefined && invoiced === columns.total
  const otherSide = compared === 'sent' ? ACCOUNT.received : ACCOUNT.sent
  const body = rows.slice(head.start)
  if (!('number' in inside)) columns.number = documentNumber(columns.number, plain, body)
  const firm = firstFitting(plain, firmHeadsOf(compared))?.column ?? null
  const sides = plain.map((own, column) => ({ column, byCell: sidesOf(own, body, column) }))
  return {
    columns,
    firm: firm === inside.cui ? null : firm,
    side: sides.find(({ byCell }) => byCell.size > 0) ?? null,
    isAccount,
    opposite: isAccount ? (firstFitting(plain, [otherSide])?.column ?? null) : null,
    currency: plain[columns.total ?? columns.net ?? -1]?.some(text => IN_LEI.test(text)) ? 'RON' : null,
    heads: Array.from({ length: width }, (_, n) => head.texts[n]?.at(-1)?.trim().slice(0, MAX_HEAD) || letter(n)),
    top: head.top,
    start: head.start,
  }
}

/**
 * What can be the head of each column below rows of heads: the lowest cell alone, and with those above it, which may
 * span it, after or before it.
 */
function spanned([upper = [], ...lower]: Rows, width: number): string[][] {
  const below = lower.length > 0 ? spanned(lower, width) : []
  let above = ''
  return Array.from({ length: width }, (_, n) => {
    const own = upper[n]?.trim() ?? ''
    above = own || above
    const heads = below[n]?.filter(Boolean) ?? []
    if (heads.length === 0) return [own]
    return above === '' ? heads : heads.flatMap(head => [head, `${head} ${above}`, `${above} ${head}`])
  })
}

/** The documents' own numbers rather than a `Nr.` that counts the rows. */
function documentNumber(named: number | null, heads: readonly string[][], body: Rows): number | null {
  const document = heads.findIndex(own => own.some(text => BARE_DOCUMENT.test(text)))
  if (named === null || document < 0) return named
  const cellsOf = (column: number) => body.map(row => row[column]?.slice(0, MAX_HEAD) ?? '')
  const isNumbered = cellsOf(document).some(cell => /\d/.test(cell))
  return isNumbered && isRunningNumber(cellsOf(named)) ? document : named
}

const NONE: LedgerColumns = {
  number: null,
  series: null,
  cui: null,
  name: null,
  date: null,
  total: null,
  net: null,
  vat: null,
  currency: null,
}

/** `doubt`: the place of its head among those of the fact, the surest first. */
type Fitting = { column: number; doubt: number }
type Identified = Fitting & { fact: Fact }

const doubtOf = (found: readonly Identified[]): number => found.reduce((sum, { doubt }) => sum + doubt, 0)

/** The column of each fact that one of the heads names. */
function identified(texts: readonly string[][], patterns: ReturnType<typeof headsOf>): Identified[] {
  const plain = texts.map(own => own.map(plainHead))
  const facts = Object.keys(patterns) as Fact[]
  return facts.flatMap(fact => {
    const found = firstFitting(plain, patterns[fact])
    return found ? [{ fact, ...found }] : []
  })
}

/** The column of the surest head. */
function firstFitting(texts: readonly string[][], heads: readonly RegExp[]): Fitting | undefined {
  for (const [doubt, head] of heads.entries()) {
    const column = texts.findIndex(own => own.some(text => head.test(text)))
    if (column >= 0) return { column, doubt }
  }
  return undefined
}
