/**
 * What the cells of a column are: a text; a day (`yyyy-MM-dd`); a moment, Romania's wall time (`yyyy-MM-ddTHH:mm`); a
 * number as a decimal text (`-1234.50`).
 */
export type CellType = 'text' | 'day' | 'moment' | 'amount' | 'percent' | 'rate' | 'count'

export type Column<Row> = {
  head: string
  type: CellType
  /** Characters; the usual ones of its type without it. */
  width?: number
  /** Whether a workbook has its total by currency below the rows. */
  hasTotal?: true
  /** Nothing for an empty cell. */
  value(row: Row): string | null | undefined
}

/** A table as it is written to a file: in Romanian, whatever the language of the program. */
export type Table<Row> = {
  /** The sheet of a workbook. */
  name: string
  columns: readonly Column<Row>[]
  /** Read once, from the first to the last. */
  rows: Iterable<Row>
  /** The currency of a row, by which columns are added up; undefined for a row that does not count. */
  currencyOf?(row: Row): string | undefined
}
