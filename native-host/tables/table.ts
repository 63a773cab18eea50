/**
 * The type of a column's cells: a text; a day (`yyyy-MM-dd`); a moment, Romania's wall time (`yyyy-MM-ddTHH:mm`); a
 * number as a decimal text (`-1234.50`).
 */
export type CellType = 'text' | 'day' | 'moment' | 'amount' | 'percent' | 'rate' | 'count'

export type Column<Row> = {
  head: string
  type: CellType
  /** Characters; by default, the usual width of its type. */
  width?: number
  /** Whether a workbook shows the column's totals below the rows. */
  hasTotal?: true
  /** Null or undefined for an empty cell. */
  value(row: Row): string | null | undefined
}

/** A table for a file: in Romanian, whatever the program's language. */
export type Table<Row> = {
  /** The workbook's sheet. */
  name: string
  columns: readonly Column<Row>[]
  /** Read once, from the first to the last. */
  rows: Iterable<Row>
  /** The name of the total to which the row adds, such as its currency; undefined for a row that does not count. */
  totalOf?(row: Row): string | undefined
}
