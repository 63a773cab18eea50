import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { MAX_ROWS, type RowProblem } from '../../../shared/protocol/registers/batches.ts'
import { readCell } from './cell.ts'
import { type Columns, findColumns } from './columns.ts'
import { readTable, type Table } from './read-table.ts'

/**
 * A row of a list. `cells`: as in the input; `duplicateOf`: the first row with the same CUI; `isSuspect`: the row gets
 * no lookup, or its check digit is wrong.
 */
export type ListRow = {
  row: number
  cui: string | null
  problem: RowProblem | null
  duplicateOf: number | null
  isSuspect: boolean
  cells: readonly string[]
}

/** A list of companies: the rows in the input's order, each with its CUI or its problem. */
export type ReadList = Omit<Columns, 'start'> & {
  format: Table['format']
  rows: ListRow[]
  /** The number of different CUIs. */
  companies: number
  duplicates: number
  wrongCheckDigit: number
  invalid: number
}

/** Reads a list of companies. Throws the errors of `readTable`; a single row's problem is part of the row. */
export async function readList(bytes: Uint8Array, fileName: string, column?: number): Promise<ReadList> {
  const { format, rows: table } = await readTable(bytes, fileName)
  const { start, ...columns } = findColumns(table, column)
  const count = table.length - start
  if (count === 0) throw new RecipisaError('list-empty', { fileName })
  if (count > MAX_ROWS) throw new RecipisaError('list-too-long', { fileName, rows: count, most: MAX_ROWS })
  return { format, ...columns, ...toRows(table, start, columns.column) }
}

function toRows(table: readonly string[][], start: number, column: number) {
  const firstRows = new Map<string, number>()
  const sums = { duplicates: 0, wrongCheckDigit: 0, invalid: 0 }
  const rows = table.slice(start).map((cells, n): ListRow => {
    const row = start + n + 1
    const { cui, problem } = readCell(cells[column] ?? '')
    if (cui === null) {
      sums.invalid++
      return { row, cui, problem, duplicateOf: null, isSuspect: true, cells }
    }
    const duplicateOf = firstRows.get(cui) ?? null
    if (duplicateOf === null) firstRows.set(cui, row)
    else sums.duplicates++
    const isSuspect = !hasValidCheckDigit(cui)
    if (isSuspect) sums.wrongCheckDigit++
    return { row, cui, problem, duplicateOf, isSuspect, cells }
  })
  return { rows, companies: firstRows.size, ...sums }
}
