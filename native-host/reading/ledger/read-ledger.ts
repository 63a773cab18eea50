import { normalizeCode } from '../../../shared/domain/cui.ts'
import { formatDecimal, parseDecimal } from '../../../shared/domain/decimal.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type {
  GivenColumns,
  LedgerColumns,
  LedgerProblem,
  LedgerRow,
} from '../../../shared/protocol/invoices/ledgers.ts'
import { MAX_ROWS } from '../../../shared/protocol/registers/batches.ts'
import { readCell } from '../list/cell.ts'
import { readTable, type Table } from '../list/read-table.ts'
import { type DecimalMark, decimalMarkOf, isMonthFirst, MAX_CELL, readAmount, readDay } from './ledger-cells.ts'
import { type FoundColumns, findLedgerColumns } from './ledger-columns.ts'

/**
 * A ledger: its rows in the file's order. `net`: without VAT, if it has its own column; `isComputed`: the row states no
 * total, so that it is base and VAT together.
 */
export type ReadLedger = Pick<FoundColumns, 'columns' | 'heads'> &
  Pick<Table, 'format' | 'sheet'> & { rows: (LedgerRow & { net: string | null; isComputed?: boolean })[] }

/** How a ledger writes its amounts and days. */
type Notation = { mark: DecimalMark; monthFirst: boolean }

/** Names of the sheet of one side, folded. */
const SHEETS = { received: /cumparari|intrari|achizitii/, sent: /vanzari|iesiri/ }

/**
 * Reads a ledger: numbers, CUIs, dates and totals, whatever its heads, separators, encoding and notations. An
 * unreadable cell is a problem of its row; rows with only a sum or a title are left out. Throws the errors of
 * `readTable`.
 */
export async function readLedger(bytes: Uint8Array, fileName: string, given: GivenColumns = {}): Promise<ReadLedger> {
  const { sheetOf, ...chosen } = given
  const { format, sheet, rows: table } = await readTable(bytes, fileName, sheetOf && SHEETS[sheetOf])
  const { columns, heads, start } = findLedgerColumns(table, chosen)
  const body = table.slice(start)
  if (body.length > MAX_ROWS) throw new RecipisaError('list-too-long', { fileName, rows: body.length, most: MAX_ROWS })
  const cellsOf = (...of: (number | null)[]) =>
    body.flatMap(row => of.flatMap(column => (column === null ? [] : (row[column] ?? ''))))
  const notation = {
    mark: decimalMarkOf(cellsOf(columns.total, columns.net, columns.vat), format === 'xlsx'),
    monthFirst: isMonthFirst(cellsOf(columns.date)),
  }
  const head = columns.number === null ? undefined : heads[columns.number]
  const rows = body.flatMap((cells, n) => toRow(cells, start + n + 1, columns, notation, head) ?? [])
  if (rows.length === 0) throw new RecipisaError('list-empty', { fileName })
  return { format, sheet, columns, heads, rows }
}

function toRow(
  cells: readonly string[],
  row: number,
  columns: LedgerColumns,
  { mark, monthFirst }: Notation,
  head: string | undefined,
): ReadLedger['rows'][number] | undefined {
  const text = (column: number | null) => (column === null ? '' : (cells[column] ?? '').slice(0, MAX_CELL).trim())
  const own = text(columns.number)
  // A page of a printed report repeats the heads.
  if (own !== '' && own === head) return undefined
  const number = [text(columns.series), own].filter(Boolean).join(' ')
  const cui = cuiOf(text(columns.cui))
  const dateText = text(columns.date)
  const date = readDay(dateText, monthFirst) ?? null
  const { total, isWrong, isComputed } = totalOf(text, columns, mark)
  // A sum or a title names neither a document nor a partner. If no column is known, every row is shown.
  const isNamed = columns.number !== null || columns.cui !== null || columns.date !== null
  if (isNamed && !/\d/.test(own) && cui === null && date === null) return undefined
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
    name: text(columns.name) || null,
    date,
    total,
    net: readAmount(text(columns.net), mark) ?? null,
    isComputed,
    currency: currencyOf(text(columns.currency)),
    problem,
  }
}

/** Digits of a CUI or CNP; else as written, for partners from abroad. */
function cuiOf(text: string): string | null {
  return readCell(text).cui ?? normalizeCode(text) ?? (text || null)
}

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
