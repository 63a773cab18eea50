import type { Register } from '../../../shared/domain/registers.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database } from '../core/database.ts'
import type { ContentKind } from '../store/content-store.ts'
import {
  BATCH_COLUMNS,
  BATCH_ROW_COLUMNS,
  type BatchListRow,
  type BatchRow,
  ROW_CONDITIONS,
  toListRow,
} from './batch-rows.ts'
import type { Batches, NewBatch, StoredBatch } from './register-archive.ts'

/** Files of lists that batches can begin from. */
export const LISTS: ContentKind = { folder: 'lists', ending: 'list', table: 'lists', at: 'kept_at' }

/** SQL: rows of a batch without a lookup yet: each company's first row, without answer or failure. */
const MISSING = `batch = :id AND cui IS NOT NULL AND duplicate_of IS NULL
  AND NOT EXISTS (SELECT 1 FROM register_answers a WHERE a.cui = batch_rows.cui AND a.register = :register
    AND a.day = :day AND a.answered_at >= :freshFrom)
  AND NOT EXISTS (SELECT 1 FROM batch_failures f WHERE f.batch = :id AND f.register = :register
    AND f.cui = batch_rows.cui)`

/** Batches of lookups. */
export function createBatches(db: Database, owner: Owner, now: () => number): Batches {
  const rowOf = (id: number) => db.get<BatchRow>(`SELECT ${BATCH_COLUMNS} FROM batches WHERE id = :id`, { id })

  const toBatch = ({ owner: by, registers, columns, error, state, throughAsync, ...row }: BatchRow): StoredBatch => ({
    ...row,
    registers: JSON.parse(registers) as Register[],
    columns: JSON.parse(columns) as string[],
    throughAsync: throughAsync === 1,
    error: error === null ? null : (JSON.parse(error) as ErrorBody),
    state: state !== 'unfinished' ? state : !owner.isAlive(by) ? 'interrupted' : error === null ? 'running' : 'paused',
  })

  const known = (id: number): StoredBatch => {
    const row = rowOf(id)
    if (!row) throw new Error('the batch has no row')
    return toBatch(row)
  }

  /** The day of a batch's answers, and the earliest moment whose answers count. */
  const scopeOf = (id: number) => {
    const { day, freshFrom } = known(id)
    return { day, freshFrom }
  }

  const insertRows = (id: number, { list }: NewBatch) => {
    let position = 0
    for (const { row, cui, problem, duplicateOf, cells, isSuspect } of list) {
      db.run(
        `INSERT INTO batch_rows (batch, n, "row", cui, problem, duplicate_of, suspect, cells)
          VALUES (:id, :n, :row, :cui, :problem, :duplicateOf, :suspect, :cells)`,
        {
          id,
          n: position++,
          row,
          cui: cui === null ? null : Number(cui),
          problem,
          duplicateOf,
          suspect: isSuspect ? 1 : 0,
          cells: JSON.stringify(cells),
        },
      )
    }
  }

  return {
    begin: batch =>
      db.durable(() => {
        const { sha256, fileName, registers, day, columns, column, rows, companies, duplicates, invalid } = batch
        const throughAsync = batch.throughAsync ? 1 : 0
        const { freshFrom } = batch
        const content = { sha256, registers: JSON.stringify(registers), day, column, throughAsync, freshFrom }
        const same = db.get<{ id: number }>(
          `SELECT id FROM batches WHERE state = 'unfinished' AND cancel = 0 AND sha256 = :sha256
            AND registers = :registers AND day = :day AND "column" = :column AND through_async = :throughAsync
            AND fresh_from >= :freshFrom`,
          content,
        )
        if (same) return known(same.id)
        const row = db.get<{ id: number }>(
          `INSERT INTO batches (sha256, file_name, registers, day, fresh_from, through_async, columns, "column", created_at, "rows", companies,
              duplicates, wrong_check_digit, invalid)
            VALUES (:sha256, :fileName, :registers, :day, :freshFrom, :throughAsync, :columns, :column, :now, :rows, :companies,
              :duplicates, :wrongCheckDigit, :invalid) RETURNING id`,
          {
            ...content,
            fileName,
            columns: JSON.stringify(columns),
            now: now(),
            rows,
            companies,
            duplicates,
            wrongCheckDigit: batch.wrongCheckDigit,
            invalid,
          },
        )
        if (!row) throw new Error('the new batch has no row')
        insertRows(row.id, batch)
        return known(row.id)
      }),
    list: () => db.all<BatchRow>(`SELECT ${BATCH_COLUMNS} FROM batches ORDER BY id DESC`).map(toBatch),
    get(id) {
      const row = rowOf(id)
      return row && toBatch(row)
    },
    remove: id =>
      db.transaction(() => {
        db.run('DELETE FROM batch_rows WHERE batch = :id', { id })
        db.run('DELETE FROM batch_failures WHERE batch = :id', { id })
        return db.run('DELETE FROM batches WHERE id = :id', { id }) > 0
      }),
    unfinished: () =>
      db.all<{ id: number }>(`SELECT id FROM batches WHERE state = 'unfinished' ORDER BY id`).map(({ id }) => id),
    isClaimed: id => owner.isAlive(rowOf(id)?.owner ?? null),
    claim: id =>
      db.transaction(() => {
        const row = rowOf(id)
        if (row?.state !== 'unfinished' || owner.isAlive(row.owner)) return undefined
        owner.claim('batches', id)
        return known(id)
      }),
    release: id => owner.release('batches', id),
    requestCancel(id) {
      db.run(`UPDATE batches SET cancel = 1 WHERE id = :id AND state = 'unfinished'`, { id })
    },
    cancelRequested: id =>
      db.get<{ cancel: number }>('SELECT cancel FROM batches WHERE id = :id', { id })?.cancel !== 0,
    reopen: id =>
      db.durable(() => {
        // Companies for which a register failed are looked up once more.
        db.run('DELETE FROM batch_failures WHERE batch = :id', { id })
        db.run(
          `UPDATE batches SET state = 'unfinished', owner = NULL, cancel = 0, ended_at = NULL, error = NULL
            WHERE id = :id AND state IN ('failed', 'cancelled')`,
          { id },
        )
      }),
    missing: (id, register, query) =>
      db
        .all<{ position: number; cui: number }>(
          `SELECT n AS position, cui FROM batch_rows WHERE n >= :from AND ${MISSING} ORDER BY n LIMIT :limit`,
          { id, register, ...scopeOf(id), ...query },
        )
        .map(({ position, cui }) => ({ position, cui: String(cui) })),
    countMissing: (id, register) =>
      db.get<{ total: number }>(`SELECT count(*) AS total FROM batch_rows WHERE ${MISSING}`, {
        id,
        register,
        ...scopeOf(id),
      })?.total ?? 0,
    setProgress(id, { requestsDone, requestsTotal, error }) {
      db.run(
        `UPDATE batches SET requests_done = :requestsDone, requests_total = :requestsTotal, error = :error
          WHERE id = :id AND state = 'unfinished'`,
        { id, requestsDone, requestsTotal, error: error && JSON.stringify(error) },
      )
    },
    countFrom(id, moment) {
      db.run('UPDATE batches SET fresh_from = :moment WHERE id = :id AND fresh_from > :moment', { id, moment })
    },
    fail: (id, register, cuis, error) =>
      db.transaction(() => {
        for (const cui of cuis)
          db.run(
            `INSERT OR REPLACE INTO batch_failures (batch, register, cui, error)
              SELECT id, :register, :cui, :error FROM batches WHERE id = :id`,
            { id, register, cui: Number(cui), error: JSON.stringify(error) },
          )
      }),
    failure(id, register, cui) {
      const row = db.get<{ error: string }>(
        'SELECT error FROM batch_failures WHERE batch = :id AND register = :register AND cui = :cui',
        { id, register, cui: Number(cui) },
      )
      return row && (JSON.parse(row.error) as ErrorBody)
    },
    failures: id =>
      db.get<{ total: number }>('SELECT count(*) AS total FROM batch_failures WHERE batch = :id', { id })?.total ?? 0,
    finish(id, outcome) {
      db.durable(() =>
        db.run(
          `UPDATE batches SET state = :state, error = :error, ended_at = :now, owner = NULL
            WHERE id = :id AND state = 'unfinished'`,
          {
            id,
            now: now(),
            state: 'done' in outcome ? 'done' : 'cancelled' in outcome ? 'cancelled' : 'failed',
            error: 'error' in outcome ? JSON.stringify(outcome.error) : null,
          },
        ),
      )
    },
    rows(id, { offset, limit, only }) {
      const where = `batch = :id AND ${ROW_CONDITIONS[only]}`
      const batch = rowOf(id)
      const params = { id, day: batch?.day ?? '', registers: batch?.registers ?? '[]' }
      // Positions have no gaps, so a page far into the list needs no counting.
      const page =
        only === 'all' ? 'AND n >= :offset ORDER BY n LIMIT :limit' : 'ORDER BY n LIMIT :limit OFFSET :offset'
      const items = db.all<BatchListRow>(`SELECT ${BATCH_ROW_COLUMNS} FROM batch_rows WHERE ${where} ${page}`, {
        ...params,
        offset,
        limit,
      })
      if (only === 'all') return { items: items.map(toListRow), total: batch?.rows ?? 0 }
      const row = db.get<{ total: number }>(`SELECT count(*) AS total FROM batch_rows WHERE ${where}`, params)
      return { items: items.map(toListRow), total: row?.total ?? 0 }
    },
  }
}
