import { formatDecimal } from '../../../../shared/domain/decimal.ts'
import type { Column, Table } from '../../../tables/table.ts'
import { sheetOf, workbookOf } from '../../../tables/workbook.ts'
import type { Format } from './format.ts'
import { COLUMNS, categoryName, type JournalRow, journalName, journalRows, sum } from './journal-rows.ts'

type Journal = { name: string; rows: readonly JournalRow[] }

/** A workbook with a sheet for each journal that has rows, and one with the sums by VAT rate. */
export const XLSX: Format = {
  async files(taken) {
    const journals: Journal[] = (
      [
        ['Cumpărări', 'purchase'],
        ['Vânzări', 'sale'],
      ] as const
    ).map(([name, side]) => ({ name, rows: journalRows(taken.filter(one => one.side === side)) }))
    const filled = journals.filter(({ rows }) => rows.length > 0)
    const sheets = [
      ...filled.map(journal => sheetOf({ ...journal, columns: COLUMNS, totalOf: totalsOf(journal) })),
      sheetOf(sumsTable(filled)),
    ]
    return [{ name: `${journalName(taken)}.xlsx`, bytes: await workbookOf(sheets) }]
  },
}

/**
 * The totals of a journal are by currency, and with several firms also by firm, because each has a return of its own.
 */
function totalsOf({ rows }: Journal): (row: JournalRow) => string {
  const firms = new Set(rows.map(({ taken }) => taken.company.cui))
  return ({ taken: { company, invoice } }) => {
    const firm = company.name === null ? company.cui : `${company.name} (${company.cui})`
    return [invoice.currency ?? [], firms.size > 1 ? firm : []].flat().join(', ')
  }
}

/** The rows of one journal with the same company, currency, category and rate. */
type Group = { journal: string; first: JournalRow | undefined; rows: readonly JournalRow[] }

const SUMS: readonly Column<Group>[] = [
  { head: 'Jurnal', type: 'text', value: ({ journal }) => journal },
  { head: 'CUI firmă', type: 'text', value: ({ first }) => first?.taken.company.cui ?? null },
  { head: 'Moneda', type: 'text', value: ({ first }) => first?.taken.invoice.currency ?? null },
  { head: 'Categorie TVA', type: 'text', value: ({ first }) => categoryName(first?.vat.category ?? null) },
  { head: 'Cota TVA', type: 'percent', value: ({ first }) => first?.vat.percent ?? null },
  { head: 'Bază', type: 'amount', value: ({ rows }) => formatDecimal(sum(rows.map(({ vat }) => vat.base))) },
  { head: 'TVA', type: 'amount', value: ({ rows }) => formatDecimal(sum(rows.map(({ vat }) => vat.vat))) },
  { head: 'Facturi', type: 'count', value: ({ rows }) => String(new Set(rows.map(({ taken }) => taken.id)).size) },
]

/** Sums by journal, company, currency, category and rate: a VAT return is checked against them. */
function sumsTable(journals: readonly Journal[]): Table<Group> {
  const rows = journals.flatMap(({ name, rows }) => {
    const groups = Map.groupBy(rows, ({ taken: { company, invoice }, vat }) =>
      [company.cui, invoice.currency, vat.category, vat.percent?.padStart(8)].join('\n'),
    )
    return [...groups]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([, own]): Group => ({ journal: name, first: own[0], rows: own }))
  })
  return { name: 'Totaluri', columns: SUMS, rows }
}
