import { createHash } from 'node:crypto'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
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

export type TableFormat = keyof typeof MEDIA_TYPES

/**
 * A batch as a table: the columns of the input, then the registers' answers, in the order of the input's rows (P-09). The CSV
 * has semicolons and a byte order mark, as Romanian spreadsheets open it; a text that a spreadsheet would take for a formula
 * gets an apostrophe before it. In XLSX every cell is of type text and needs none.
 */
export async function exportBatch(
  archive: Pick<Archive, 'lookups' | 'batches'>,
  id: number,
  format: TableFormat,
): Promise<ArchivedDocument> {
  const batch = batchOf(archive.batches, id)
  const rows = tableRows(archive, batch)
  const stream =
    format === 'csv'
      ? writeCsvStream(rows, { delimiter: ';', bom: true, escapeFormulae: true, headers: false })
      : writeXlsxStream(rows, { name: 'Verificare', freezePane: { rows: 1 } })
  const bytes = Buffer.concat(await Array.fromAsync(stream))
  const stem = safePart(batch.fileName.replace(/\.\w{1,5}$/, '')) || `lista_${id}`
  return {
    fileName: `${stem}_verificat_${batch.day}.${format}`,
    mediaType: MEDIA_TYPES[format],
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

function* tableRows(archive: Pick<Archive, 'lookups' | 'batches'>, batch: StoredBatch): Generator<string[]> {
  const found = batch.registers.flatMap(register => REGISTER_COLUMNS[register])
  yield [...batch.columns, 'CUI verificat', 'Observații', ...found.map(({ head }) => head)]
  for (let offset = 0; offset < batch.rows; offset += PAGE) {
    const { items } = archive.batches.rows(batch.id, { offset, limit: PAGE, only: 'all' })
    for (const row of items) {
      const { lookup } = joinRow(archive, batch, row)
      const own = batch.columns.map((_, n) => row.cells[n] ?? '')
      yield [...own, row.cui ?? '', remarks(row), ...found.map(({ cell }) => (lookup ? cell(lookup) : ''))]
    }
  }
}

function remarks({ cui, problem, duplicateOf }: ListRow): string {
  return [
    ...(problem === null ? [] : [ROW_PROBLEMS[problem]]),
    ...(cui === null || hasValidCheckDigit(cui) ? [] : ['cifră de control greșită']),
    ...(duplicateOf === null ? [] : [`același CUI ca pe rândul ${duplicateOf}`]),
  ].join('; ')
}
