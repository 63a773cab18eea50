import type { GivenColumns, LedgerColumns } from '../../../shared/protocol/invoices/ledgers.ts'
import { letter, plainHead } from '../list/columns.ts'
import { type Fact, firmHeadsOf, headsOf } from './ledger-heads.ts'
import { canTellSide, sideOf } from './ledger-sides.ts'

/** Longest head to show, characters. */
const MAX_HEAD = 100
/** How many rows with content to search for the heads: titles may come first. */
const MAX_TITLES = 20

type Rows = readonly (readonly string[])[]

export type FoundColumns = {
  columns: LedgerColumns
  /** Index of the column with the CUI of each row's own firm, and of the one that tells its side; null if none does. */
  firm: number | null
  side: number | null
  heads: string[]
  /** Indexes of the first row of the heads, and of the first one below them; the same if there are none. */
  top: number
  start: number
}

/**
 * Identifies the columns by their heads, in the row near the top with the most known heads, or in two rows if together
 * they have more or surer ones. The caller's columns win; if no row names two facts, the columns are `A`, `B`… and every
 * row is content.
 */
export function findLedgerColumns(rows: Rows, { side: compared, ...given }: GivenColumns): FoundColumns {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const filled = rows.flatMap((row, at) => (row.some(cell => cell.trim() !== '') ? [at] : [])).slice(0, MAX_TITLES)
  const patterns = headsOf(compared)
  const read = [
    ...filled.map(at => ({ top: at, start: at + 1, texts: (rows[at] ?? []).map(cell => [cell]) })),
    ...filled
      .filter(at => filled.includes(at + 1))
      .map(at => ({ top: at, start: at + 2, texts: spanned(rows[at] ?? [], rows[at + 1] ?? [], width) })),
  ].map(one => ({ ...one, found: identified(one.texts, patterns) }))
  // The sort is stable: of equals the first one wins, and a single row.
  const best = read.toSorted((a, b) => b.found.length - a.found.length || doubtOf(a.found) - doubtOf(b.found))[0]
  const head = best && best.found.length >= 2 ? best : { top: 0, start: 0, texts: [], found: [] }
  const inside = Object.fromEntries(
    Object.entries(given).filter(([, column]) => column === null || (column !== undefined && column < width)),
  )
  const named = Object.fromEntries(head.found.map(({ fact, column }) => [fact, column]))
  const columns: LedgerColumns = { ...NONE, ...named, ...inside }
  const plain = head.texts.map(own => own.map(plainHead))
  const firm = firstFitting(plain, firmHeadsOf(compared))?.column ?? null
  const tellsSide = (column: number) => rows.slice(head.start).some(row => sideOf(row[column] ?? '') !== null)
  const side = plain.findIndex((own, column) => own.some(canTellSide) && tellsSide(column))
  return {
    columns,
    firm: firm === columns.cui ? null : firm,
    side: side < 0 ? null : side,
    heads: Array.from({ length: width }, (_, n) => head.texts[n]?.at(-1)?.trim().slice(0, MAX_HEAD) || letter(n)),
    top: head.top,
    start: head.start,
  }
}

/**
 * What can be the head of each column below two rows of heads: the lower cell alone, and with the upper one, which may
 * span it, after or before it.
 */
function spanned(upper: readonly string[], lower: readonly string[], width: number): string[][] {
  let above = ''
  return Array.from({ length: width }, (_, n) => {
    const [own, below] = [upper[n]?.trim() ?? '', lower[n]?.trim() ?? '']
    above = own || above
    if (below === '') return [own]
    return above === '' ? [below] : [below, `${below} ${above}`, `${above} ${below}`]
  })
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
