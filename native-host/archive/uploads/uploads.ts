import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Upload, UploadState } from '../../../shared/protocol/uploads.ts'
import type { Environment } from '../../../shared/protocol/values.ts'
import type { Owner } from '../coordination/owners.ts'
import type { UploadChange, UploadDraft, Uploads } from '../core/archive.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { UploadJournal } from '../core/journal.ts'
import type { ContentStore } from '../store/content-store.ts'
import {
  ATTEMPT_INSERT,
  ATTEMPT_VALUES,
  changeParams,
  toUpload,
  UPLOAD_COLUMNS,
  type UploadRow,
  uploadParams,
} from './upload-rows.ts'

/**
 * How long a filing waits for a process that sends it, ms. It was confirmed to be sent then: after a restart of the
 * machine it is not sent by surprise.
 */
const WAITS_FOR_SENDER = 5 * 60_000
/** How soon an attempt whose sender has died is looked for, ms. */
const FIRST_LOOK = 2000

/** States that nothing changes any more. */
const OVER: readonly UploadState[] = ['ok', 'nok', 'not-taken', 'rejected']
/** States after which the same bytes may be sent again without a question: nothing was filed. */
const NOTHING_FILED = `'rejected', 'not-sent'`
/** Changes that a database made anew has to know of. */
const JOURNALED = ['state', 'uploadIndex', 'downloadId', 'findings'] as const
const NOT_OVER = `(state IN ('sending', 'unknown', 'processing') OR next_check_at IS NOT NULL)`

type Options = {
  db: Database
  owner: Owner
  journal: UploadJournal
  staged: ContentStore
  environment: Environment
  now: () => number
}

/** Filings of one environment. */
export function createUploads({ db, owner, journal, staged, environment, now }: Options): Uploads {
  const select = (where: string, params: SqlParams, rest = 'ORDER BY id DESC'): UploadRow[] =>
    db
      .all<UploadRow>(`SELECT ${UPLOAD_COLUMNS} FROM attempts WHERE environment = :environment AND ${where} ${rest}`, {
        environment,
        ...params,
      })
      .map(row => ({ ...row }))
  const rowOf = (id: number) => select('id = :id', { id })[0]
  const known = (id: number): UploadRow => {
    const row = rowOf(id)
    if (!row) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such filing' })
    return row
  }
  const isSending = (row: UploadRow) => row.state === 'sending' && (row.started === 0 || owner.isAlive(row.owner))

  /** Writes a change down in both places; within a transaction of the caller's. When it was asked about stays here. */
  const write = (id: number, change: UploadChange): Upload => {
    if (Object.keys(change).length === 0) return toUpload(known(id))
    const { set, params } = changeParams(change)
    db.run(`UPDATE attempts SET ${set} WHERE environment = :environment AND id = :id`, { environment, id, ...params })
    const attempt = toUpload(known(id))
    if (JOURNALED.some(field => field in change)) journal.append({ environment, attempt })
    return attempt
  }

  /** What became of those that nobody works on any more; within a transaction of the caller's. */
  const settleAbandoned = (row: UploadRow): Upload => {
    if (row.state !== 'sending' || owner.isAlive(row.owner)) return toUpload(row)
    if (row.started === 1) return write(row.id, { state: 'unknown', nextCheckAt: now() + FIRST_LOOK })
    if (now() - row.createdAt < WAITS_FOR_SENDER) return toUpload(row)
    return write(row.id, { state: 'not-sent', trouble: toErrorBody(new RecipisaError('filing-not-started')) })
  }

  const earlierOf = (draft: UploadDraft, again: boolean): UploadRow | undefined => {
    const rows = select(`sha256 = :sha256 AND state NOT IN (${NOTHING_FILED})`, { sha256: draft.sha256 })
    return rows.find(isSending) ?? (again ? undefined : rows[0])
  }

  return {
    stage: staged.put,
    staged: staged.get,
    async unstage(sha256) {
      const wanted = select(`sha256 = :sha256 AND state NOT IN ('ok')`, { sha256 })
      if (wanted.length === 0) await staged.remove(sha256)
    },
    begin: (draft, again) =>
      db.durable(() => {
        const earlier = earlierOf(draft, again)
        if (earlier) return { earlier: settleAbandoned(earlier) }
        const before = select(`sha256 = :sha256 AND state NOT IN (${NOTHING_FILED})`, { sha256: draft.sha256 })[0]
        const attempt: Upload = {
          ...draft,
          id: nextId(db),
          state: 'sending',
          uploadIndex: null,
          downloadId: null,
          createdAt: now(),
          checkedAt: null,
          nextCheckAt: null,
          findings: [],
          repeats: before?.id ?? null,
          trouble: null,
        }
        db.run(`INSERT INTO attempts (${ATTEMPT_INSERT}) VALUES (${ATTEMPT_VALUES})`, {
          environment,
          started: 0,
          ...uploadParams(attempt),
        })
        journal.append({ environment, attempt })
        return { attempt }
      }),
    claim: id =>
      db.durable(() => {
        const row = rowOf(id)
        if (!row || owner.isAlive(row.owner)) return undefined
        const attempt = settleAbandoned(row)
        if (OVER.includes(attempt.state) ? attempt.nextCheckAt === null : attempt.state === 'not-sent') return undefined
        owner.holds()
        db.run('UPDATE attempts SET owner = :owner, started = 1 WHERE environment = :environment AND id = :id', {
          environment,
          id,
          owner: owner.id,
        })
        return attempt
      }),
    release(id) {
      owner.letGo('UPDATE attempts SET owner = NULL WHERE environment = :environment AND id = :id AND owner = :owner', {
        environment,
        id,
        owner: owner.id,
      })
    },
    isClaimed: id => owner.isAlive(rowOf(id)?.owner ?? null),
    update: (id, change) =>
      db.durable(() => {
        const before = known(id)
        if (change.uploadIndex) {
          const other = select('upload_index = :uploadIndex', { uploadIndex: change.uploadIndex })[0]
          if (other && other.id !== id) return false
        }
        const { state, ...rest } = change
        return write(id, state === undefined || OVER.includes(before.state) ? rest : change)
      }),
    get(id) {
      const row = rowOf(id)
      return row && toUpload(row)
    },
    byUploadIndex(uploadIndex) {
      const row = select('upload_index = :uploadIndex', { uploadIndex })[0]
      return row && toUpload(row)
    },
    byContent: sha256 => select('sha256 = :sha256', { sha256 }).map(toUpload),
    list({ cui, state, limit, offset }) {
      const conditions = ['TRUE', ...(cui ? ['cui = :cui'] : []), ...(state ? ['state = :state'] : [])].join(' AND ')
      const params = { ...(cui ? { cui } : {}), ...(state ? { state } : {}) }
      const items = select(conditions, { ...params, limit, offset }, 'ORDER BY id DESC LIMIT :limit OFFSET :offset')
      const row = db.get<{ total: number }>(
        `SELECT count(*) AS total FROM attempts WHERE environment = :environment AND ${conditions}`,
        { environment, ...params },
      )
      return { items: items.map(toUpload), total: row?.total ?? 0 }
    },
    open() {
      // Most of the time there is nothing to settle, and so nothing to write.
      const rows = select(NOT_OVER, {}, 'ORDER BY id')
      const abandoned = rows.some(row => row.state === 'sending' && !owner.isAlive(row.owner))
      const settled = abandoned
        ? db.durable(() => select(NOT_OVER, {}, 'ORDER BY id').map(settleAbandoned))
        : rows.map(toUpload)
      return settled.filter(({ state }) => state !== 'not-sent')
    },
    counts() {
      const row = db.get<{ open: number; unknown: number; refused: number }>(
        `SELECT coalesce(sum(state IN ('sending', 'unknown', 'processing')), 0) AS open,
            coalesce(sum(state = 'unknown'), 0) AS unknown,
            coalesce(sum(state IN ('nok', 'rejected', 'not-taken') AND NOT EXISTS (
              SELECT 1 FROM attempts later WHERE later.environment = :environment AND later.corrects = attempts.id
                AND later.state NOT IN (${NOTHING_FILED}))), 0) AS refused
          FROM attempts WHERE environment = :environment`,
        { environment },
      )
      return { open: row?.open ?? 0, unknown: row?.unknown ?? 0, refused: row?.refused ?? 0 }
    },
  }
}

/** Ids are those of all environments together, and never used twice, also when a rollback leaves one in the journal. */
function nextId(db: Database): number {
  const row = db.get<{ last: number }>(
    `SELECT max(coalesce((SELECT max(id) FROM attempts), 0),
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'attempts'), 0)) AS last`,
  )
  return (row?.last ?? 0) + 1
}

/** Brings uploads back that the journal has and the database has not; within a transaction of its own. */
export function restoreUploads(db: Database, journal: UploadJournal): number {
  const lines = journal.read()
  if (lines.length === 0) return 0
  return db.durable(() => {
    let restored = 0
    for (const { environment, attempt } of lines) {
      // Nobody sends it any more, and it may have been sent.
      restored += db.run(`INSERT OR IGNORE INTO attempts (${ATTEMPT_INSERT}) VALUES (${ATTEMPT_VALUES})`, {
        environment,
        started: 1,
        ...uploadParams(attempt),
      })
    }
    return restored
  })
}

/** Whether the database holds no attempt at all, as a new one. */
export function hasNoUploads(db: Database): boolean {
  return db.get('SELECT 1 FROM attempts LIMIT 1') === undefined
}
