import { writeCsvStream } from 'hucre/csv'
import { collect } from './collect.ts'
import type { CellType, Table } from './table.ts'

/**
 * A table for programs: semicolons, a byte order mark, decimal commas and days for Romanian spreadsheets; no rows of
 * totals. A text that a spreadsheet would take for a formula gets a leading apostrophe.
 */
export async function csvOf<Row>(table: Table<Row>): Promise<Uint8Array> {
  const stream = writeCsvStream(linesOf(table), { delimiter: ';', bom: true, headers: false })
  return collect(stream)
}

function* linesOf<Row>({ columns, rows }: Table<Row>): Generator<string[]> {
  yield columns.map(({ head }) => asText(head))
  for (const row of rows) yield columns.map(({ type, value }) => cell(type, value(row) ?? ''))
}

function cell(type: CellType, text: string): string {
  switch (type) {
    case 'text':
      return asText(text)
    case 'day':
      return romanianDay(text)
    case 'moment':
      return `${romanianDay(text.slice(0, 10))} ${text.slice(11)}`.trim()
    default:
      // A rate that is not a number stays as on the invoice, and is treated as text.
      return /^-?[\d.]*$/.test(text) ? text.replace('.', ',') : asText(text)
  }
}

const asText = (text: string): string => text.replace(/^(?=[=+\-@\t\r])/, "'")
const romanianDay = (day: string): string => day.split('-').reverse().join('.')
