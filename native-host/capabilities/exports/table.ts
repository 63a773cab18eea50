import { csvOf } from '../../tables/csv.ts'
import type { Column } from '../../tables/table.ts'
import { sheetOf, workbookOf } from '../../tables/workbook.ts'
import type { Format, FormatPorts } from './making.ts'

/** The columns of a list, the currency in which a row counts, and the name of its sheet. */
export type ListColumns<Row> = {
  name: string
  columns: readonly Column<Row>[]
  totalOf?: (row: Row) => string | null | undefined
}

/** Only a row's texts are kept until all rows are complete. */
type Kept = { cells: readonly (string | null | undefined)[]; total: string | undefined }

/** One table with a row for each document, and in a workbook the totals by currency. */
export function listed<Row>(
  format: 'csv' | 'xlsx',
  columnsOf: (archive: FormatPorts['archive']) => ListColumns<Row>,
  read: (archive: FormatPorts['archive'], id: string) => Row,
): Format {
  return ({ archive }, { fileName }) => {
    const { name, columns, totalOf } = columnsOf(archive)
    const rows: Kept[] = []
    const write = () => {
      const table = {
        name,
        columns: columns.map((column, at) => ({ ...column, value: ({ cells }: Kept) => cells[at] })),
        rows,
        totalOf: ({ total }: Kept) => total,
      }
      return format === 'csv' ? csvOf(table) : workbookOf([sheetOf(table)])
    }
    return {
      async take(id) {
        const row = read(archive, id)
        rows.push({ cells: columns.map(({ value }) => value(row)), total: totalOf?.(row) ?? undefined })
      },
      async ready(isLast) {
        if (!isLast || rows.length === 0) return { files: [], left: [] }
        return { files: [{ folder: null, fileName, bytes: await write() }], left: [] }
      },
    }
  }
}
