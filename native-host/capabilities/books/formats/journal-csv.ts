import { csvOf } from '../../../tables/csv.ts'
import type { Format, Taken } from './format.ts'
import { COLUMNS, type JournalRow, journalName, journalRows } from './journal-rows.ts'

type Named = { journal: string; row: JournalRow }

/** Both journals as one table for programs. */
export const CSV: Format = {
  async files(taken) {
    const rows = [...sideRows(taken, 'purchase', 'Cumpărări'), ...sideRows(taken, 'sale', 'Vânzări')]
    const columns = [
      { head: 'Jurnal', type: 'text' as const, value: ({ journal }: Named) => journal },
      ...COLUMNS.map(column => ({ ...column, value: ({ row }: Named) => column.value(row) })),
    ]
    return [{ name: `${journalName(taken)}.csv`, bytes: await csvOf({ name: 'Jurnal', columns, rows }) }]
  },
}

function sideRows(taken: readonly Taken[], side: Taken['side'], journal: string): Named[] {
  return journalRows(taken.filter(one => one.side === side)).map(row => ({ journal, row }))
}
