import { writeXlsx } from 'hucre/xlsx'
import { parseDecimal } from '../../../../shared/domain/decimal.ts'
import { plainText } from '../plain-text.ts'
import type { Format } from './format.ts'
import {
  COLUMNS,
  type Column,
  categoryName,
  type JournalRow,
  journalName,
  journalRows,
  sum,
  totalsOf,
} from './journal-rows.ts'

type Cell = string | number | Date | null

const FORMATS: Readonly<Record<Column['type'], string | undefined>> = {
  text: '@',
  day: 'dd.mm.yyyy',
  amount: '#,##0.00',
  percent: '0.##',
  rate: '0.0000',
}
const WIDTHS: Readonly<Record<Column['type'], number>> = { text: 18, day: 12, amount: 15, percent: 10, rate: 10 }

/**
 * A workbook with a sheet for each journal that has rows, and one with the sums by VAT rate. Numbers, dates and texts are
 * cells of their type, so that no text is ever a formula; the totals by currency stand below the rows.
 */
export const XLSX: Format = {
  async files(taken) {
    const journals = (
      [
        ['Cumpărări', 'purchase'],
        ['Vânzări', 'sale'],
      ] as const
    ).map(([name, side]) => ({ name, rows: journalRows(taken.filter(one => one.side === side)) }))
    const filled = journals.filter(({ rows }) => rows.length > 0)
    const sheets = [...filled.map(({ name, rows }) => journalSheet(name, rows)), sumsSheet(filled)]
    const bytes = await writeXlsx({ sheets })
    return [{ name: `${journalName(taken)}.xlsx`, bytes: new Uint8Array(bytes) }]
  },
}

function journalSheet(name: string, rows: readonly JournalRow[]) {
  const totals = totalsOf(rows).map(({ currency, totals }) =>
    totals.map((total, n): Cell => (total === null ? (n === 0 ? `Total ${currency}`.trim() : null) : Number(total))),
  )
  return {
    name,
    columns: COLUMNS.map(({ type }) => ({ width: WIDTHS[type], ...formatOf(type) })),
    rows: [
      COLUMNS.map(({ head }): Cell => head),
      ...rows.map(row => COLUMNS.map(column => cellOf(column, row))),
      ...totals,
    ],
    freezePane: { rows: 1 },
  }
}

/** Sums by journal, currency, category and rate: what a VAT return is checked against. */
function sumsSheet(journals: readonly { name: string; rows: readonly JournalRow[] }[]) {
  const types = ['text', 'text', 'text', 'percent', 'amount', 'amount', 'rate'] as const
  const rows = journals.flatMap(({ name, rows }) => {
    const groups = Map.groupBy(
      rows,
      ({ taken, vat }) => `${taken.invoice.currency}\n${vat.category}\n${vat.percent?.padStart(8)}`,
    )
    return [...groups]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([, own]): Cell[] => [
        name,
        own[0]?.taken.invoice.currency ?? null,
        categoryName(own[0]?.vat.category ?? null),
        own[0]?.vat.percent == null ? null : numberIn(own[0].vat.percent),
        toNumber(sum(own.map(row => row.vat.base))),
        toNumber(sum(own.map(row => row.vat.vat))),
        new Set(own.map(row => row.taken.id)).size,
      ])
  })
  return {
    name: 'Totaluri',
    columns: types.map((type, n) => ({ width: WIDTHS[type], ...(n === types.length - 1 ? {} : formatOf(type)) })),
    rows: [['Jurnal', 'Moneda', 'Categorie TVA', 'Cota TVA', 'Bază', 'TVA', 'Facturi'] as Cell[], ...rows],
    freezePane: { rows: 1 },
  }
}

const toNumber = (units: bigint): number => Number(units) / 1e8

function formatOf(type: Column['type']) {
  const numFmt = FORMATS[type]
  return numFmt === undefined ? {} : { numFmt }
}

function cellOf({ type, value }: Column, row: JournalRow): Cell {
  const text = value(row)
  if (text === null || text === '') return null
  if (type === 'day') return new Date(`${text}T00:00:00Z`)
  return type === 'text' ? plainText(text) : numberIn(text)
}

/** A rate that is no number stays as the invoice writes it. */
function numberIn(text: string): Cell {
  return parseDecimal(text) === undefined ? plainText(text) : Number(text)
}
