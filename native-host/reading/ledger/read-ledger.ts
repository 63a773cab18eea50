import { hasValidCheckDigit, normalizeCode } from '../../../shared/domain/cui.ts'
import { formatDecimal, negated, parseDecimal } from '../../../shared/domain/decimal.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type {
  GivenColumns,
  LedgerColumns,
  LedgerProblem,
  LedgerRow,
} from '../../../shared/protocol/invoices/ledgers.ts'
import { MAX_ROWS } from '../../../shared/protocol/registers/batches.ts'
import { fold } from '../../../shared/text/fold.ts'
import { readCell } from '../list/cell.ts'
import { plainHead } from '../list/columns.ts'
import { readTable, type Table } from '../list/read-table.ts'
import { isWithoutVat } from './judge-columns.ts'
import { type DecimalMark, decimalMarkOf, isMonthFirst, MAX_CELL, readAmount, readDay } from './ledger-cells.ts'
import { type FoundColumns, findLedgerColumns } from './ledger-columns.ts'
import { SIDE_WORDS, type Side } from './ledger-sides.ts'

/**
 * A row of a ledger. `net`: without VAT, if it has its own column; `isComputed`: the row states no total, so that it is
 * base and VAT together; `side` and `firm`: whose journal the row belongs to, where a column tells.
 */
export type ReadRow = LedgerRow & {
  net: string | null
  isComputed?: boolean
  side?: Side | null
  firm?: string | null
}

/**
 * A ledger: its rows in the file's order. `opposite`: those on the other side of a partner's account, with a minus. They
 * are payments, or stornos in black.
 */
export type ReadLedger = Pick<FoundColumns, 'columns' | 'heads'> &
  Pick<Table, 'format' | 'sheet'> & { rows: ReadRow[]; opposite: ReadRow[] }

/** How a ledger writes its amounts and days. */
type Notation = { mark: DecimalMark; monthFirst: boolean }

/** The beginning of a sum's words, folded. */
const SUM = /^(sub)?total(ul|uri)?\b|^(de )?report(at|ul)?\b|^sold(ul)?\b/

/**
 * Reads a ledger: numbers, CUIs, dates and totals, whatever its heads, separators, encoding and notations. An
 * unreadable cell is a problem of its row; rows with only a sum or a title are left out. Throws the errors of
 * `readTable`.
 */
export async function readLedger(bytes: Uint8Array, fileName: string, given: GivenColumns = {}): Promise<ReadLedger> {
  const { format, sheet, rows: table } = await readTable(bytes, fileName, given.side && SIDE_WORDS[given.side])
  const identified = findLedgerColumns(table, given)
  const { heads, top, start } = identified
  const body = table.slice(start)
  if (body.length > MAX_ROWS) throw new RecipisaError('list-too-long', { fileName, rows: body.length, most: MAX_ROWS })
  const cellsOf = (...of: (number | null)[]) =>
    body.flatMap(row => of.flatMap(column => (column === null ? [] : (row[column] ?? ''))))
  const { total, net, vat, date } = identified.columns
  const notation = {
    mark: decimalMarkOf(cellsOf(total, net, vat), format === 'xlsx'),
    monthFirst: isMonthFirst(cellsOf(date)),
  }
  const amountsOf = (column: number) => cellsOf(column).map(cell => readAmount(cell, notation.mark))
  const isNet =
    !('total' in given) &&
    total !== null &&
    net === null &&
    vat !== null &&
    isWithoutVat(amountsOf(total), amountsOf(vat))
  const columns = isNet ? { ...identified.columns, total: null, net: total } : identified.columns
  const headOf = (cells: readonly string[]) => plainHead(cells[columns.number ?? -1] ?? '')
  const named = new Set(table.slice(top, start).map(headOf).filter(Boolean))
  // A page of a printed report repeats the heads.
  const isHead = (cells: readonly string[]) => named.has(headOf(cells)) || countsColumns(cells)
  const rowsWith = (total: number | null) => {
    const found = { ...identified, columns: { ...columns, total } }
    return body.flatMap((cells, n) => (isHead(cells) ? [] : (toRow(cells, start + n + 1, found, notation) ?? [])))
  }
  const rows = rowsWith(columns.total)
  if (rows.length === 0) throw new RecipisaError('list-empty', { fileName })
  const opposite = identified.opposite === null ? [] : rowsWith(identified.opposite)
  const turned = opposite.map(row => ({ ...row, total: row.total && negated(row.total) }))
  return { format, sheet, columns, heads, rows, opposite: turned }
}

/** Whether a row is the `1`, `2`, `3=4+5`… that forms have below their heads. */
function countsColumns(cells: readonly string[]): boolean {
  const filled = cells.map(cell => cell.slice(0, MAX_CELL).trim()).filter(Boolean)
  const counts = filled.map(cell => Number(/^\(?(\d{1,2})\)?(?=$|\s*=)/.exec(cell)?.[1]))
  const [first = 0] = counts
  return counts.length > 3 && first <= 1 && counts.every((count, n) => count === first + n)
}

function toRow(
  cells: readonly string[],
  row: number,
  { columns, currency, firm, side, isAccount }: FoundColumns,
  { mark, monthFirst }: Notation,
): ReadRow | undefined {
  const text = (column: number | null) => (column === null ? '' : (cells[column] ?? '').slice(0, MAX_CELL).trim())
  const own = text(columns.number)
  const number = [text(columns.series), own].filter(Boolean).join(' ')
  const cui = cuiOf(text(columns.cui))
  const dateText = text(columns.date)
  const date = readDay(dateText, monthFirst) ?? null
  const { total, isWrong, isComputed } = totalOf(text, columns, mark)
  if (isAccount && !isWrong && !Number(total)) return undefined
  // If no column is known, every row is shown.
  const isKnown = columns.number !== null || columns.cui !== null || columns.date !== null
  const name = text(columns.name) || null
  if (isKnown && isBeside({ number, cui, name, date })) return undefined
  const problem: LedgerProblem | null =
    number === ''
      ? 'no-number'
      : isWrong
        ? 'wrong-total'
        : total === null
          ? 'no-total'
          : dateText !== '' && date === null
            ? 'wrong-date'
            : null
  return {
    row,
    number,
    cui,
    name,
    date,
    total,
    net: readAmount(text(columns.net), mark) ?? null,
    isComputed,
    currency: currency ?? currencyOf(text(columns.currency)),
    side: side?.byCell.get(cells[side.column] ?? '') ?? null,
    firm: codeIn(text(firm)),
    problem,
  }
}

/** A title, which names neither a document nor a partner; or a sum, which may name a page, a day or a partner. */
function isBeside({ number, cui, name, date }: Pick<LedgerRow, 'number' | 'cui' | 'name' | 'date'>): boolean {
  const isNumber = /\d/.test(number)
  if (SUM.test(fold(number || (cui ?? '')))) return !isNumber || (cui === null && name === null)
  return !isNumber && cui === null && date === null
}

/** Digits of a CUI or CNP; else as written, for partners from abroad. */
const cuiOf = (text: string): string | null => codeIn(text) ?? (text || null)

/** Digits of a CUI or CNP, which may be beside a name; null if there is none, or several. */
function codeIn(text: string): string | null {
  const code = readCell(text).cui ?? normalizeCode(text)
  if (code) return code
  const beside = /\p{L}{3}/u.test(text) ? text.matchAll(BESIDE) : []
  const [only, another] = [...beside].flatMap(([, number = '']) =>
    isCode(number) ? (normalizeCode(number) ?? []) : [],
  )
  return another === undefined ? (only ?? null) : null
}

/** A number that stands alone, with RO or without, and whether it can be a CUI or a CNP. */
const BESIDE = /(?<![\p{L}\d])(?:RO[\s:-]?)?(\d{5,10}|\d{13})(?![\p{L}\d])/giu
const isCode = (number: string): boolean => number.length === 13 || hasValidCheckDigit(number)

/** The total, else base and VAT together. */
function totalOf(text: (column: number | null) => string, { total, net, vat }: LedgerColumns, mark: DecimalMark) {
  const stated = text(total)
  if (stated !== '' || net === null) {
    const read = readAmount(stated, mark) ?? null
    return { total: read, isWrong: stated !== '' && read === null, isComputed: false }
  }
  const parts = [text(net), text(vat)].filter(Boolean)
  const read = parts.map(part => parseDecimal(readAmount(part, mark) ?? ''))
  if (parts.length === 0) return { total: null, isWrong: false, isComputed: true }
  if (read.includes(undefined)) return { total: null, isWrong: true, isComputed: true }
  const sum = formatDecimal(read.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n))
  return { total: sum, isWrong: false, isComputed: true }
}

/** `lei` is RON; anything but three letters is not a currency. */
function currencyOf(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/^LEI$/, 'RON')
    .replace(/^EURO$/, 'EUR')
  return /^[A-Z]{3}$/.test(code) ? code : null
}
