import { createHash } from 'node:crypto'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import type { BatchFilter } from '../../../shared/protocol/batches.ts'
import { fold } from '../../../shared/text/fold.ts'
import type { Archive, ArchivedDocument } from '../../archive/core/archive.ts'
import type { StoredBatch } from '../../archive/registers/register-archive.ts'
import { safePart } from '../../archive/store/names.ts'
import type { ListRow } from '../../reading/list/read-list.ts'
import { joinRow } from './batch-row.ts'
import { REGISTER_COLUMNS, ROW_PROBLEMS } from './export-columns.ts'
import { batchOf } from './follow-batch.ts'

/** How many rows are read at once. */
const PAGE = 500
const MEDIA_TYPES = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** What a file with some of the rows is called. */
const ONLY_NAMES: Readonly<Record<Exclude<BatchFilter, 'all'>, string>> = {
  problems: 'probleme',
  'not-found': 'fara_date',
  inactive: 'inactive',
}

export type TableFormat = keyof typeof MEDIA_TYPES

/**
 * A batch as a table: the columns of the input, then the registers' answers, in the order of the input's rows (P-09). The CSV
 * has semicolons and a byte order mark, as Romanian spreadsheets open it; a text that a spreadsheet would take for a formula
 * gets an apostrophe before it. In XLSX every cell is of type text and needs none. `only`: the rows of a filter.
 */
export async function exportBatch(
  archive: Pick<Archive, 'lookups' | 'batches'>,
  id: number,
  format: TableFormat,
  only: BatchFilter = 'all',
): Promise<ArchivedDocument> {
  const batch = batchOf(archive.batches, id)
  const rows = tableRows(archive, batch, only)
  const stream =
    format === 'csv'
      ? writeCsvStream(rows, { delimiter: ';', bom: true, escapeFormulae: true, headers: false })
      : writeXlsxStream(rows, { name: 'Verificare', freezePane: { rows: 1 } })
  const bytes = Buffer.concat(await Array.fromAsync(stream))
  const rest = only === 'all' ? '' : `_${ONLY_NAMES[only]}`
  const stem = safePart(batch.fileName.replace(/\.\w{1,5}$/, '')) || `lista_${id}`
  return {
    fileName: `${stem}_verificat_${batch.day}${rest}.${format}`,
    mediaType: MEDIA_TYPES[format],
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

function* tableRows(
  archive: Pick<Archive, 'lookups' | 'batches'>,
  batch: StoredBatch,
  only: BatchFilter,
): Generator<string[]> {
  const found = batch.registers.flatMap(register => REGISTER_COLUMNS[register])
  const added = ['CUI verificat', 'Observații', ...found.map(({ head }) => head)]
  yield [...batch.columns, ...added.map(head => apart(head, batch.columns))]
  const { total } = archive.batches.rows(batch.id, { offset: 0, limit: 1, only })
  for (let offset = 0; offset < total; offset += PAGE) {
    const { items } = archive.batches.rows(batch.id, { offset, limit: PAGE, only })
    for (const row of items) {
      const { lookup } = joinRow(archive, batch, row)
      const own = batch.columns.map((_, n) => row.cells[n] ?? '')
      yield [...own, row.cui ?? '', remarks(row), ...found.map(({ cell }) => (lookup ? cell(lookup) : ''))]
    }
  }
}

/** The head of a column of ours that the list has under the same name: no table has a column twice. */
function apart(head: string, own: readonly string[]): string {
  return own.some(each => fold(each) === fold(head)) ? `${head} (ANAF)` : head
}

function remarks({ cui, problem, duplicateOf }: ListRow): string {
  return [
    ...(problem === null ? [] : [ROW_PROBLEMS[problem]]),
    ...(cui === null || hasValidCheckDigit(cui) ? [] : ['cifră de control greșită']),
    ...(duplicateOf === null ? [] : [`același CUI ca pe rândul ${duplicateOf}`]),
  ].join('; ')
}
