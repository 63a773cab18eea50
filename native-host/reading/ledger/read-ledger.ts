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
import { type DecimalMark, decimalMarkOf, MAX_CELL, readAmount, readDay } from './ledger-cells.ts'
import { type FoundColumns, findLedgerColumns } from './ledger-columns.ts'

/** A ledger: its rows in the file's order. `net`: without VAT, if it has its own column. */
export type ReadLedger = Pick<FoundColumns, 'columns' | 'heads'> & {
  format: Table['format']
  rows: (LedgerRow & { net: string | null })[]
}

/**
 * Reads a ledger: numbers, CUIs, dates and totals, whatever its heads, separators, encoding and notations. An
 * unreadable cell is a problem of its row; rows with only a sum or a title are left out. Throws the errors of
 * `readTable`.
 */
export async function readLedger(bytes: Uint8Array, fileName: string, given: GivenColumns = {}): Promise<ReadLedger> {
  const { format, rows: table } = await readTable(bytes, fileName)
  const { columns, heads, start } = findLedgerColumns(table, given)
  const body = table.slice(start)
  if (body.length > MAX_ROWS) throw new RecipisaError('list-too-long', { fileName, rows: body.length, most: MAX_ROWS })
  const amounts = [columns.total, columns.net, columns.vat].filter(column => column !== null)
  const mark = decimalMarkOf(
    body.flatMap(row => amounts.map(column => row[column] ?? '')),
    format === 'xlsx',
  )
  const head = columns.number === null ? undefined : heads[columns.number]
  const rows = body.flatMap((cells, n) => toRow(cells, start + n + 1, columns, mark, head) ?? [])
  if (rows.length === 0) throw new RecipisaError('list-empty', { fileName })
  return { format, columns, heads, rows }
}

function toRow(
  cells: readonly string[],
  row: number,
  columns: LedgerColumns,
  mark: DecimalMark,
  head: string | undefined,
): ReadLedger['rows'][number] | undefined {
  const text = (column: number | null) => (column === null ? '' : (cells[column] ?? '').slice(0, MAX_CELL).trim())
  const own = text(columns.number)
  // A page of a printed report repeats the heads.
  if (own !== '' && own === head) return undefined
  const number = [text(columns.series), own].filter(Boolean).join(' ')
  const cui = cuiOf(text(columns.cui))
  const dateText = text(columns.date)
  const date = readDay(dateText) ?? null
  const { total, isWrong } = totalOf(text, columns, mark)
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
    return { total: read, isWrong: stated !== '' && read === null }
  }
  const parts = [text(net), text(vat)].filter(Boolean)
  const read = parts.map(part => parseDecimal(readAmount(part, mark) ?? ''))
  if (parts.length === 0) return { total: null, isWrong: false }
  if (read.includes(undefined)) return { total: null, isWrong: true }
  return { total: formatDecimal(read.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)), isWrong: false }
}

/** `lei` is RON; anything but three letters is not a currency. */
function currencyOf(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/^LEI$/, 'RON')
    .replace(/^EURO$/, 'EUR')
  return /^[A-Z]{3}$/.test(code) ? code : null
}
