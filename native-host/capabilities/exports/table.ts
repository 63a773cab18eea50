import { csvOf } from '../../tables/csv.ts'
import type { Column } from '../../tables/table.ts'
import { sheetOf, workbookOf } from '../../tables/workbook.ts'
import type { Format, FormatPorts } from './making.ts'

/** The columns of a list, the column with the currency of its amounts, and the name of its sheet. */
export type ListColumns<Row> = { name: string; columns: readonly Column<Row>[]; currencyAt?: number }

type Cells = readonly (string | null | undefined)[]

/** One table with a row for each document, and in a workbook the totals by currency. */
export function listed<Row>(
  format: 'csv' | 'xlsx',
  columnsOf: (archive: FormatPorts['archive']) => ListColumns<Row>,
  read: (archive: FormatPorts['archive'], id: string) => Row,
): Format {
  return ({ archive }, { fileName }) => {
    const { name, columns, currencyAt } = columnsOf(archive)
    /** Only the cells' texts are kept until all rows are complete. */
    const rows: Cells[] = []
    const write = () => {
      const table = {
        name,
        columns: columns.map((column, at) => ({ ...column, value: (row: Cells) => row[at] })),
        rows,
        ...(currencyAt === undefined ? {} : { totalOf: (row: Cells) => row[currencyAt] ?? undefined }),
      }
      return format === 'csv' ? csvOf(table) : workbookOf([sheetOf(table)])
    }
    return {
      async take(id) {
        const row = read(archive, id)
        rows.push(columns.map(({ value }) => value(row)))
      },
      async ready(isLast) {
        if (!isLast || rows.length === 0) return { files: [], left: [] }
        return { files: [{ folder: null, fileName, bytes: await write() }], left: [] }
      },
    }
  }
}
