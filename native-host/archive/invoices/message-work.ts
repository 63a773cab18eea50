import type { Environment } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { errorParams, FAILED_SINCE } from '../store/failed-since.ts'
import type { Messages, PendingMessage } from './message-archive.ts'
import { WAITING } from './message-rows.ts'

type Options = { db: Database; owner: Owner; environment: Environment; now: () => number }

type Waiting = 'pending' | 'pendingOf' | 'claim' | 'claimForUpload' | 'release' | 'undescribed'
type Outcomes = 'markExpired' | 'markFailed' | 'absence'

export type MessageWork = Pick<Messages, Waiting | Outcomes> & {
  /** Claims a document to describe it; false while another living process has it, or once it is described. */
  claimUndescribed(id: string): boolean
  /** Counts a try at describing a document, before it begins; returns its number, from 1. */
  countDescribing(id: string): number
}

const PENDING = `messages.state IN ('listed', 'failed')`
const UNDESCRIBED = `undescribed = '${WAITING}' AND state = 'archived'`

/** The work that is still to do for messages: documents to download, and documents to describe. */
export function createMessageWork({ db, owner, environment, now }: Options): MessageWork {
  const own = (params: SqlParams): SqlParams => ({ environment, ...params })

  /** The oldest first. */
  const pending = (condition: string, params: SqlParams): PendingMessage[] =>
    db
      .all<Omit<PendingMessage, 'error'> & { error: string | null }>(
        `SELECT id, cui, created_at AS createdAt, failures, retry_at AS retryAt, error FROM messages
          WHERE environment = :environment AND ${PENDING} AND ${condition} ORDER BY created_at, n`,
        own(params),
      )
      .map(row => ({ ...row, error: errorOf(row) }))

  const updatePending = (id: string, set: string, params: SqlParams) =>
    db.run(`UPDATE messages SET ${set} WHERE environment = :environment AND id = :id AND ${PENDING}`, {
      ...own(params),
      id,
    })

  /** Takes a message over if the row that `sql` selects has no living `owner`, nor `follower`. */
  const claim = (id: string, sql: string): boolean =>
    db.transaction(() => {
      const row = db.get<{ owner: string | null; follower?: string | null }>(sql, own({ id }))
      if (!row || owner.isAlive(row.owner) || owner.isAlive(row.follower ?? null)) return false
      owner.holds()
      db.run('UPDATE messages SET owner = :owner WHERE environment = :environment AND id = :id', {
        ...own({ id }),
        owner: owner.id,
      })
      return true
    })

  return {
    pending: cuis => pending('cui IN (SELECT value FROM json_each(:cuis))', { cuis: JSON.stringify(cuis) }),
    pendingOf: ids => pending('id IN (SELECT value FROM json_each(:ids))', { ids: JSON.stringify(ids) }),
    claim: id =>
      claim(
        id,
        `SELECT messages.owner, attempts.owner AS follower FROM messages
          LEFT JOIN attempts ON attempts.environment = messages.environment AND attempts.upload_index = messages.upload_index
          WHERE messages.environment = :environment AND messages.id = :id AND ${PENDING}`,
      ),
    claimForUpload: id =>
      claim(id, `SELECT owner FROM messages WHERE environment = :environment AND id = :id AND ${PENDING}`),
    release: id =>
      owner.releaseBy(
        'UPDATE messages SET owner = NULL WHERE environment = :environment AND id = :id AND owner = :owner',
        own({ id, owner: owner.id }),
      ),
    undescribed: () =>
      db
        .all<{ id: string; owner: string | null }>(
          `SELECT id, owner FROM messages WHERE environment = :environment AND ${UNDESCRIBED} ORDER BY id`,
          own({}),
        )
        .filter(row => !owner.isAlive(row.owner))
        .map(({ id }) => id),
    claimUndescribed: id =>
      claim(id, `SELECT owner FROM messages WHERE environment = :environment AND id = :id AND ${UNDESCRIBED}`),
    countDescribing: id =>
      db.get<{ attempts: number }>(
        `UPDATE messages SET describe_attempts = describe_attempts + 1 WHERE environment = :environment AND id = :id
          RETURNING describe_attempts AS attempts`,
        own({ id }),
      )?.attempts ?? 1,
    markExpired(id, note) {
      const set = `state = 'expired', note = :note, error = NULL, told_at = :now`
      db.durable(() => updatePending(id, set, { note, now: now() }))
    },
    markFailed(id, error, retryAt) {
      const set = `state = 'failed', error = :error, told_at = ${FAILED_SINCE}, failures = failures + 1, retry_at = :retryAt`
      updatePending(id, set, { ...errorParams(error), now: now(), retryAt: retryAt ?? null })
    },
    absence(id) {
      const row = db.get<{ note: string | null; error: string | null; since: number | null }>(
        'SELECT note, error, told_at AS since FROM messages WHERE environment = :environment AND id = :id',
        own({ id }),
      )
      return row && { note: row.note, error: errorOf(row), since: row.since }
    },
  }
}

const errorOf = ({ error }: { error: string | null }): ErrorBody | null =>
  error === null ? null : (JSON.parse(error) as ErrorBody)
