import { hasValidCheckDigit } from '../../../shared/domain/cui.ts'
import type { BatchFilter } from '../../../shared/protocol/registers/batches.ts'
import type { CompanyLookup } from '../../../shared/protocol/registers/lookups.ts'
import { fold } from '../../../shared/text/fold.ts'
import { mediaTypeOf } from '../../../shared/text/media-type.ts'
import type { Archive, ArchivedDocument } from '../../archive/core/archive.ts'
import type { StoredBatch } from '../../archive/registers/register-archive.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import { safePart } from '../../archive/store/names.ts'
import type { ListRow } from '../../reading/list/read-list.ts'
import { csvOf } from '../../tables/csv.ts'
import type { Column, Table } from '../../tables/table.ts'
import { sheetOf, workbookOf } from '../../tables/workbook.ts'
import { joinRow } from './batch-row.ts'
import { REGISTER_COLUMNS, ROW_PROBLEMS } from './export-columns.ts'
import { batchOf } from './follow-batch.ts'

/** How many rows to read at once. */
const PAGE = 500

/** The name of a file with some of the rows. */
const ONLY_NAMES: Readonly<Record<Exclude<BatchFilter, 'all'>, string>> = {
  problems: 'probleme',
  'not-found': 'fara_date',
  inactive: 'inactive',
}

export type TableFormat = 'csv' | 'xlsx'

type Row = { own: ListRow; lookup: CompanyLookup | null }

/**
 * A batch as a table: the columns of the input, then the registers' answers, in the order of the input's rows (P-09). Every
 * cell is a text. `only`: the rows of a filter.
 */
export async function exportBatch(
  archive: Pick<Archive, 'lookups' | 'batches'>,
  id: number,
  format: TableFormat,
  only: BatchFilter = 'all',
): Promise<ArchivedDocument> {
  const batch = batchOf(archive.batches, id)
  const table: Table<Row> = { name: 'Verificare', columns: columnsOf(batch), rows: rowsOf(archive, batch, only) }
  const bytes = format === 'csv' ? await csvOf(table) : await workbookOf([sheetOf(table)])
  const rest = only === 'all' ? '' : `_${ONLY_NAMES[only]}`
  const stem = safePart(batch.fileName.replace(/\.\w{1,5}$/, '')) || `lista_${id}`
  const fileName = `${stem}_verificat_${batch.day}${rest}.${format}`
  return { fileName, mediaType: mediaTypeOf(fileName), bytes, sha256: sha256Of(bytes) }
}

function columnsOf(batch: StoredBatch): Column<Row>[] {
  const text = (head: string, value: (row: Row) => string): Column<Row> => ({ head, type: 'text', value })
  const added = (head: string, value: (row: Row) => string) => text(apart(head, batch.columns), value)
  return [
    ...batch.columns.map((head, at) => text(head, ({ own }) => own.cells[at] ?? '')),
    added('CUI verificat', ({ own }) => own.cui ?? ''),
    added('Observații', ({ own }) => remarks(own)),
    ...batch.registers
      .flatMap(register => REGISTER_COLUMNS[register])
      .map(({ head, cell }) => added(head, ({ lookup }) => (lookup ? cell(lookup) : ''))),
  ]
}

/** A changed head for our column if the list has one of the same name: no table has two equal heads. */
function apart(head: string, own: readonly string[]): string {
  return own.some(each => fold(each) === fold(head)) ? `${head} (ANAF)` : head
}

function* rowsOf(archive: Pick<Archive, 'lookups' | 'batches'>, batch: StoredBatch, only: BatchFilter): Generator<Row> {
  const { total } = archive.batches.rows(batch.id, { offset: 0, limit: 1, only })
  for (let offset = 0; offset < total; offset += PAGE) {
    const { items } = archive.batches.rows(batch.id, { offset, limit: PAGE, only })
    for (const own of items) yield { own, lookup: joinRow(archive, batch, own).lookup }
  }
}

function remarks({ cui, problem, duplicateOf }: ListRow): string {
  return [
    ...(problem === null ? [] : [ROW_PROBLEMS[problem]]),
    ...(cui === null || hasValidCheckDigit(cui) ? [] : ['cifră de control greșită']),
    ...(duplicateOf === null ? [] : [`același CUI ca pe rândul ${duplicateOf}`]),
  ].join('; ')
}
