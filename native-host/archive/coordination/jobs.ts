import type { Environment } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Job, SyncProgress, SyncResult } from '../../../shared/protocol/jobs.ts'
import type { JobParams, Jobs } from '../core/archive.ts'
import type { Database } from '../core/database.ts'
import type { Owner } from './owners.ts'

/** How many of the latest jobs to keep. */
const KEPT = 50

type JobRow = {
  id: number
  kind: Job['kind']
  params: string
  state: 'unfinished' | 'done' | 'failed' | 'cancelled'
  owner: string | null
  started_at: number
  ended_at: number | null
  progress: string | null
  result: string | null
  error: string | null
}

/** Jobs of one environment; at most one of each kind is unfinished. */
export function createJobs(db: Database, owner: Owner, environment: Environment, now: () => number): Jobs {
  const rowOf = (id: number) =>
    db.get<JobRow>('SELECT * FROM jobs WHERE id = :id AND environment = :environment', { id, environment })

  const unfinished = (kind: Job['kind']) =>
    db.get<JobRow>(`SELECT * FROM jobs WHERE environment = :environment AND kind = :kind AND state = 'unfinished'`, {
      environment,
      kind,
    })

  const start = (kind: Job['kind'], params: JobParams): JobRow => {
    db.run(
      `DELETE FROM jobs WHERE environment = :environment AND state <> 'unfinished' AND id NOT IN
        (SELECT id FROM jobs WHERE environment = :environment ORDER BY id DESC LIMIT :kept)`,
      { environment, kept: KEPT },
    )
    const row = db.get<JobRow>(
      `INSERT INTO jobs (environment, kind, params, started_at) VALUES (:environment, :kind, :params, :now)
        RETURNING *`,
      { environment, kind, params: JSON.stringify(params), now: now() },
    )
    if (!row) throw new Error('the new job has no row')
    return row
  }

  const toJob = (row: JobRow): Job => ({
    id: row.id,
    kind: row.kind,
    state: row.state === 'unfinished' ? (owner.isAlive(row.owner) ? 'running' : 'interrupted') : row.state,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    progress: parse<SyncProgress>(row.progress),
    result: parse<SyncResult>(row.result),
    error: parse<ErrorBody>(row.error),
  })

  return {
    latest(kind) {
      const row = db.get<JobRow>(
        'SELECT * FROM jobs WHERE environment = :environment AND kind = :kind ORDER BY id DESC LIMIT 1',
        { environment, kind },
      )
      return row && toJob(row)
    },
    list: limit =>
      db
        .all<JobRow>('SELECT * FROM jobs WHERE environment = :environment ORDER BY id DESC LIMIT :limit', {
          environment,
          limit,
        })
        .map(toJob),
    get(id) {
      const row = rowOf(id)
      return row && toJob(row)
    },
    unfinished(kind) {
      const row = unfinished(kind)
      return row && toJob(row)
    },
    request: (kind, params) =>
      db.durable(() => {
        const row = unfinished(kind) ?? start(kind, params)
        return { ...toJob(row), params: JSON.parse(row.params) as JobParams }
      }),
    acquire: (kind, params) =>
      db.transaction(() => {
        const row = unfinished(kind)
        if (row && owner.isAlive(row.owner)) return undefined
        const { id } = row ?? start(kind, params)
        owner.claim('jobs', id)
        return { id, params: row ? (JSON.parse(row.params) as JobParams) : params }
      }),
    setProgress(id, progress) {
      db.run(
        `UPDATE jobs SET progress = :progress WHERE id = :id AND environment = :environment AND state = 'unfinished'`,
        { id, environment, progress: JSON.stringify(progress) },
      )
    },
    requestCancel(id) {
      db.run(`UPDATE jobs SET cancel = 1 WHERE id = :id AND environment = :environment AND state = 'unfinished'`, {
        id,
        environment,
      })
    },
    cancelRequested(id) {
      const row = db.get<{ cancel: number }>('SELECT cancel FROM jobs WHERE id = :id AND environment = :environment', {
        id,
        environment,
      })
      return row?.cancel === 1
    },
    release: id => owner.release('jobs', id),
    finish(id, outcome) {
      db.durable(() =>
        db.run(
          `UPDATE jobs SET state = :state, result = :result, error = :error, ended_at = :now, owner = NULL
            WHERE id = :id AND environment = :environment AND state = 'unfinished'`,
          {
            id,
            environment,
            now: now(),
            state: 'result' in outcome ? 'done' : 'error' in outcome ? 'failed' : 'cancelled',
            result: 'result' in outcome ? JSON.stringify(outcome.result) : null,
            error: 'error' in outcome ? JSON.stringify(outcome.error) : null,
          },
        ),
      )
    },
  }
}

function parse<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T)
}
