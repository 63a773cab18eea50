import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { formatDecimal, parseDecimal } from '../../shared/domain/decimal.ts'
import { isCalendarDay } from '../../shared/domain/romania-time.ts'
import { collect } from './collect.ts'
import { plainText } from './plain-text.ts'
import type { CellType, Table } from './table.ts'

type Cell = string | number | Date | null

const FORMATS: Readonly<Record<CellType, string>> = {
  text: '@',
  day: 'dd.mm.yyyy',
  moment: 'dd.mm.yyyy hh:mm',
  amount: '#,##0.00',
  percent: 'General', // with `0.##`, Excel shows a point after a whole rate
  rate: '0.0000',
  count: '0',
}
const WIDTHS: Readonly<Record<CellType, number>> = {
  text: 18,
  day: 12,
  moment: 17,
  amount: 15,
  percent: 10,
  rate: 10,
  count: 10,
}

/** A workbook's sheet, ready to write. */
export type Sheet = { name: string; columns: { width: number; numFmt: string }[]; cells: Iterable<Cell[]> }

export const sheetOf = <Row>(table: Table<Row>): Sheet => ({
  name: table.name,
  columns: table.columns.map(({ type, width }) => ({ width: width ?? WIDTHS[type], numFmt: FORMATS[type] })),
  cells: cellsOf(table),
})

/**
 * A workbook (XLSX). Numbers, days and texts are cells of their type, so that no text is ever a formula; the totals are
 * below the rows. A single sheet is written row by row, however long it is.
 */
export async function workbookOf(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const [only] = sheets
  const freezePane = { rows: 1 }
  if (only && sheets.length === 1) {
    const { name, columns, cells } = only
    return collect(writeXlsxStream(cells, { name, columns, freezePane }))
  }
  const written = sheets.map(({ name, columns, cells }) => ({ name, columns, rows: [...cells], freezePane }))
  return new Uint8Array(await writeXlsx({ sheets: written }))
}

function* cellsOf<Row>({ columns, rows, totalOf }: Table<Row>): Generator<Cell[]> {
  yield columns.map(({ head }) => plainText(head))
  const sums = new Map<string, bigint[]>()
  for (const row of rows) {
    const texts = columns.map(({ value }) => value(row))
    yield texts.map((text, at) => cellOf(columns[at]?.type ?? 'text', text))
    const name = totalOf?.(row)
    if (name === undefined) continue
    const before = sums.get(name)
    const totals = columns.map(({ hasTotal }, at) => (before?.[at] ?? 0n) + (hasTotal ? amountOf(texts[at]) : 0n))
    sums.set(name, totals)
  }
  for (const [name, totals] of sums)
    yield columns.map((column, at): Cell => {
      if (at === 0) return plainText(`Total ${name}`.trim())
      return column.hasTotal ? Number(formatDecimal(totals[at] ?? 0n)) : null
    })
}

const amountOf = (text: string | null | undefined): bigint => parseDecimal(text ?? '') ?? 0n

function cellOf(type: CellType, text: string | null | undefined): Cell {
  if (!text) return null
  if (type === 'text') return plainText(text)
  if (type === 'day' || type === 'moment') {
    const date = new Date(type === 'day' ? `${text}T00:00:00Z` : `${text}:00Z`)
    return isCalendarDay(text.slice(0, 10)) && !Number.isNaN(date.getTime()) ? date : plainText(text)
  }
  return parseDecimal(text) === undefined ? plainText(text) : Number(text) // a non-number stays as written
}
