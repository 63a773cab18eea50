import { createHash } from 'node:crypto'
import { writeXlsx } from 'hucre/xlsx'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AgreementRow, Difference, Finding, LedgerProblem } from '../../../shared/protocol/invoices/ledgers.ts'
import type { Archive, ArchivedDocument } from '../../archive/core/archive.ts'
import { plainText } from './plain-text.ts'

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** How many rows are read at once. */
const PAGE = 5000

const SHEETS: readonly (readonly [Finding, string])[] = [
  ['differs', 'Diferențe'],
  ['not-in-books', 'Lipsă din evidență'],
  ['not-in-spv', 'Lipsă din SPV'],
  ['unreadable', 'Necitite'],
  ['agrees', 'Coincid'],
]
const DIFFERENCES: Readonly<Record<Difference, string>> = {
  total: 'totalul',
  sign: 'semnul totalului',
  date: 'data',
  number: 'numărul',
  cui: 'CUI-ul',
  currency: 'moneda',
  repeated: 'apare de mai multe ori',
}
const PROBLEMS: Readonly<Record<LedgerProblem, string>> = {
  'no-number': 'fără număr',
  'no-total': 'fără total',
  'wrong-total': 'totalul nu este o sumă',
  'wrong-date': 'data nu poate fi citită',
}

type Cell = string | number | Date | null
type Column = { head: string; width: number; numFmt: string; value: (row: AgreementRow) => Cell }

const text = (head: string, width: number, value: (row: AgreementRow) => string | null): Column => ({
  head,
  width,
  numFmt: '@',
  value: row => plainText(value(row) ?? '') || null,
})
const day = (head: string, value: (row: AgreementRow) => string | null | undefined): Column => ({
  head,
  width: 12,
  numFmt: 'dd.mm.yyyy',
  value: row => (value(row) ? new Date(`${value(row)}T00:00:00Z`) : null),
})
const amount = (head: string, value: (row: AgreementRow) => string | null | undefined): Column => ({
  head,
  width: 15,
  numFmt: '#,##0.00',
  value: row => (value(row) ? Number(value(row)) : null),
})

const COLUMNS: readonly Column[] = [
  text('Partener', 28, ({ invoice, ledger }) => invoice?.name ?? ledger?.name ?? null),
  text('CUI', 14, ({ invoice, ledger }) => invoice?.cui ?? ledger?.cui ?? null),
  text('Număr în SPV', 18, ({ invoice }) => invoice?.number ?? null),
  text('Număr în evidență', 18, ({ ledger }) => ledger?.number ?? null),
  day('Data în SPV', ({ invoice }) => invoice?.date),
  day('Data în evidență', ({ ledger }) => ledger?.date),
  amount('Total în SPV', ({ invoice }) => invoice?.total),
  amount('Total în evidență', ({ ledger }) => ledger?.total),
  amount('Diferență', ({ invoice, ledger }) =>
    invoice?.total && ledger?.total ? (Number(ledger.total) - Number(invoice.total)).toFixed(2) : null,
  ),
  text('Moneda', 9, ({ invoice, ledger }) => invoice?.currency ?? ledger?.currency ?? null),
  { head: 'Rând în fișier', width: 12, numFmt: '0', value: ({ ledger }) => ledger?.row ?? null },
  text('Ce diferă', 30, ({ differences, ledger }) =>
    [...differences.map(one => DIFFERENCES[one]), ...(ledger?.problem ? [PROBLEMS[ledger.problem]] : [])].join(', '),
  ),
  text('Id în SPV', 16, ({ invoice }) => invoice?.id ?? null),
]

/** A comparison as a workbook with a sheet for each finding; cells are of their type, so that no text is a formula. */
export async function agreementTable(
  { agreements }: Pick<Archive, 'agreements'>,
  id: number,
): Promise<ArchivedDocument> {
  const agreement = agreements.get(id)
  if (!agreement) throw new RecipisaError('agreement-unknown', { id })
  const sheets = SHEETS.map(([only, name]) => ({
    name,
    columns: COLUMNS.map(({ width, numFmt }) => ({ width, numFmt })),
    rows: [
      COLUMNS.map(({ head }): Cell => head),
      ...rowsOf(agreements, id, only).map(row => COLUMNS.map(({ value }) => value(row))),
    ],
    freezePane: { rows: 1 },
  }))
  const bytes = new Uint8Array(await writeXlsx({ sheets }))
  const period = [agreement.since, agreement.until].filter(Boolean).join('_')
  const name = ['comparatie', agreement.cui, agreement.direction === 'sent' ? 'trimise' : 'primite', period]
  return {
    fileName: `${name.filter(Boolean).join('_')}.xlsx`,
    mediaType: MEDIA_TYPE,
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

function rowsOf(agreements: Archive['agreements'], id: number, only: Finding): AgreementRow[] {
  const rows: AgreementRow[] = []
  for (;;) {
    const { items, total } = agreements.rows(id, { only, limit: PAGE, offset: rows.length })
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) return rows
  }
}
