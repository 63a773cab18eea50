import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { AgreementRow, Difference, Finding, LedgerProblem } from '../../../shared/protocol/invoices/ledgers.ts'
import { mediaTypeOf } from '../../../shared/text/media-type.ts'
import type { Archive, ArchivedDocument } from '../../archive/core/archive.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import type { Column } from '../../tables/table.ts'
import { sheetOf, workbookOf } from '../../tables/workbook.ts'

/** How many rows to read at once. */
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

const PAYABLE = 'suma de plată, nu totalul'
const IN_LEI = 'în lei, la cursul din TVA-ul facturii'

type Value = Column<AgreementRow>['value']

const column = (type: Column<AgreementRow>['type'], head: string, value: Value) => ({ type, head, value })
const text = (head: string, width: number, value: Value) => ({ ...column('text', head, value), width })

const COLUMNS: readonly Column<AgreementRow>[] = [
  text('Partener', 28, ({ invoice, ledger }) => invoice?.name ?? ledger?.name),
  text('CUI', 14, ({ invoice, ledger }) => invoice?.cui ?? ledger?.cui),
  text('Număr în SPV', 18, ({ invoice }) => invoice?.number),
  text('Număr în evidență', 18, ({ ledger }) => ledger?.number),
  column('day', 'Data în SPV', ({ invoice }) => invoice?.date),
  column('day', 'Data în evidență', ({ ledger }) => ledger?.date),
  column('amount', 'Total în SPV', ({ invoice }) => invoice?.total),
  column('amount', 'Total în evidență', ({ ledger }) => ledger?.total),
  column('amount', 'Diferență', differenceOf),
  text('Moneda', 9, ({ invoice, ledger }) => invoice?.currency ?? ledger?.currency),
  column('count', 'Rând în fișier', ({ ledger }) => ledger && String(ledger.row)),
  text('Ce diferă', 30, ({ differences, payable, inLei, ledger }) =>
    [
      ...differences.map(one => DIFFERENCES[one]),
      ...(payable === undefined ? [] : [PAYABLE]),
      ...(inLei === undefined ? [] : [IN_LEI]),
      ...(ledger?.problem ? [PROBLEMS[ledger.problem]] : []),
    ].join(', '),
  ),
  text('Id în SPV', 16, ({ invoice }) => invoice?.id),
]

/** The ledger's total minus the amount that it was compared with; none between two currencies. Unnamed, it is lei. */
function differenceOf({ invoice, ledger, payable, inLei }: AgreementRow): string | null {
  const expected = inLei ?? payable ?? invoice?.total
  if (!expected || !ledger?.total) return null
  if (inLei === undefined && (ledger.currency ?? 'RON') !== (invoice?.currency ?? 'RON')) return null
  return (Number(ledger.total) - Number(expected)).toFixed(2)
}

/** A comparison as a workbook with a sheet for each finding. */
export async function agreementTable(
  { agreements }: Pick<Archive, 'agreements'>,
  id: number,
): Promise<ArchivedDocument> {
  const agreement = agreements.get(id)
  if (!agreement) throw new RecipisaError('agreement-unknown', { id })
  const sheets = SHEETS.map(([only, name]) => sheetOf({ name, columns: COLUMNS, rows: rowsOf(agreements, id, only) }))
  const bytes = await workbookOf(sheets)
  const period = [agreement.since, agreement.until].filter(Boolean).join('_')
  const name = ['comparatie', agreement.cui, agreement.direction === 'sent' ? 'trimise' : 'primite', period]
  const fileName = `${name.filter(Boolean).join('_')}.xlsx`
  return { fileName, mediaType: mediaTypeOf(fileName), bytes, sha256: sha256Of(bytes) }
}

function* rowsOf(agreements: Archive['agreements'], id: number, only: Finding): Generator<AgreementRow> {
  for (let offset = 0; ; offset += PAGE) {
    const { items } = agreements.rows(id, { only, limit: PAGE, offset })
    yield* items
    if (items.length < PAGE) return
  }
}
