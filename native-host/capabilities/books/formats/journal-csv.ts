import { writeCsvStream } from 'hucre/csv'
import type { Format, Taken } from './format.ts'
import { COLUMNS, type Column, type JournalRow, journalName, journalRows } from './journal-rows.ts'

/**
 * Both journals as one CSV for programs: semicolons, a byte order mark, decimal commas and days as Romanian spreadsheets
 * read them; no rows of totals. A text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export const CSV: Format = {
  async files(taken) {
    const rows = [...head(), ...sideRows(taken, 'purchase', 'Cumpărări'), ...sideRows(taken, 'sale', 'Vânzări')]
    const stream = writeCsvStream(rows, { delimiter: ';', bom: true, headers: false })
    return [{ name: `${journalName(taken)}.csv`, bytes: Buffer.concat(await Array.fromAsync(stream)) }]
  },
}

const head = () => [['Jurnal', ...COLUMNS.map(column => column.head)]]

function sideRows(taken: readonly Taken[], side: Taken['side'], name: string): string[][] {
  const rows = journalRows(taken.filter(one => one.side === side))
  return rows.map(row => [name, ...COLUMNS.map(column => cell(column, row))])
}

function cell({ type, value }: Column, row: JournalRow): string {
  const text = value(row) ?? ''
  if (type === 'day') return text.split('-').reverse().join('.')
  // A rate that is no number stays as the invoice writes it, and is a text like others.
  if (type === 'text' || !/^-?[\d.]*$/.test(text)) return text.replace(/^(?=[=+\-@\t\r])/, "'")
  return text.replace('.', ',')
}
