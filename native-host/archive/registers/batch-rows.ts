import type { RowProblem } from '../../../shared/protocol/registers/batches.ts'
import type { ListRow } from '../../reading/list/read-list.ts'
import type { RowQuery, StoredBatch } from './register-archive.ts'

/** A row of `batches`, as `BATCH_COLUMNS` select it. */
export type BatchRow = Omit<StoredBatch, 'registers' | 'columns' | 'state' | 'error' | 'throughAsync'> & {
  registers: string
  columns: string
  throughAsync: number
  state: 'unfinished' | 'done' | 'failed' | 'cancelled'
  owner: string | null
  error: string | null
}

export const BATCH_COLUMNS = `id, file_name AS fileName, registers, day, fresh_from AS freshFrom,
  through_async AS throughAsync, columns, "column", state, owner,
  created_at AS createdAt, ended_at AS endedAt, "rows", companies, duplicates, wrong_check_digit AS wrongCheckDigit,
  invalid, requests_done AS requestsDone, requests_total AS requestsTotal, error`

/** A row of `batch_rows`, as `BATCH_ROW_COLUMNS` select it. */
export type BatchListRow = {
  row: number
  cui: number | null
  problem: RowProblem | null
  duplicateOf: number | null
  suspect: number
  cells: string
}

export const BATCH_ROW_COLUMNS = `"row", cui, problem, duplicate_of AS duplicateOf, suspect, cells`

const ANSWERS = `SELECT 1 FROM register_answers a WHERE a.cui = batch_rows.cui AND a.day = :day`

/** SQL: the rows to show; `:day` and `:registers` (a JSON list) are the batch's. */
export const ROW_CONDITIONS: Readonly<Record<RowQuery['only'], string>> = {
  all: 'TRUE',
  problems: `(suspect = 1 OR EXISTS
    (SELECT 1 FROM batch_failures f WHERE f.batch = batch_rows.batch AND f.cui = batch_rows.cui))`,
  'not-found': `EXISTS (${ANSWERS} AND a.record IS NULL AND a.register IN (SELECT value FROM json_each(:registers)))`,
  inactive: `EXISTS (${ANSWERS} AND a.register = 'vat' AND a.inactive = 1)`,
}

export function toListRow({ cui, suspect, cells, ...row }: BatchListRow): ListRow {
  return {
    ...row,
    cui: cui === null ? null : String(cui),
    isSuspect: suspect === 1,
    cells: JSON.parse(cells) as string[],
  }
}
