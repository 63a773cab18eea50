import type { BatchRow } from '../../../shared/protocol/registers/batches.ts'
import type { Archive } from '../../archive/core/archive.ts'
import type { StoredBatch } from '../../archive/registers/register-archive.ts'
import type { ListRow } from '../../reading/list/read-list.ts'
import { viewCompany } from './view.ts'

/** A row joined with the registers' answers for its company (P-09); a duplicate has the same answers as the first row. */
export function joinRow({ lookups, batches }: Pick<Archive, 'lookups' | 'batches'>, batch: StoredBatch, row: ListRow) {
  const { id, day, registers, freshFrom, column } = batch
  const { cui } = row
  const lookup =
    cui === null
      ? null
      : viewCompany(lookups, {
          cui,
          day,
          registers,
          freshFrom,
          takesOtherDays: false,
          isPending: () => false,
          errorOf: register => batches.failure(id, register, cui),
        })
  return {
    row: row.row,
    text: (row.cells[column] ?? '').slice(0, MAX_TEXT),
    problem: row.problem,
    duplicateOf: row.duplicateOf,
    lookup,
  } satisfies BatchRow
}

/** How much of a cell to show, characters: a broken file may have very long cells. */
export const MAX_TEXT = 200
