import type { ListedMail } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { StoredDocument } from '../store/document-store.ts'
import { errorParams, FAILED_SINCE } from '../store/failed-since.ts'
import { MAIL_COLUMNS, type MailRow, mailSearchText } from './message-rows.ts'

const PENDING = `state IN ('listed', 'failed')`

type Options = { db: Database; owner: Owner; environment: Environment; now: () => number }

/** Rows of the mailbox's messages, without their files. */
export class MailIndex {
  readonly #db: Database
  readonly #owner: Owner
  readonly #environment: Environment
  readonly #now: () => number

  constructor({ db, owner, environment, now }: Options) {
    this.#db = db
    this.#owner = owner
    this.#environment = environment
    this.#now = now
  }

  find(id: string): MailRow | undefined {
    return this.select('mail.id = :id', { id })[0]
  }

  /** `where`: the condition on `mail` and any clauses after it. */
  select(where: string, params: SqlParams): MailRow[] {
    return this.#db
      .all<MailRow>(`SELECT ${MAIL_COLUMNS} FROM mail WHERE ${where}`, { environment: this.#environment, ...params })
      .map(row => ({ ...row }))
  }

  /**
   * Records an entry of the authority's list; false if it is known. What stands under its id for another company goes: the
   * authority gives an id once, so a colleague's entry was wrong. Within the caller's transaction.
   */
  record(mail: ListedMail): boolean {
    this.#db.run('DELETE FROM mail WHERE id = :id AND cui <> :cui', { id: mail.id, cui: mail.cui })
    return this.insert(mail)
  }

  /** Adds an entry; false if it is known. Within the caller's transaction. */
  insert(mail: ListedMail): boolean {
    const added = this.#db.run(
      `INSERT OR IGNORE INTO mail (id, cui, type, kind, details, created_at, created_day, has_time, request_id, receipt,
          served_on, recorded_at, search)
        VALUES (:id, :cui, :type, :kind, :details, :createdAt, :createdDay, :hasTime, :requestId, :receipt, :servedOn,
          :now, :search)`,
      {
        ...mail,
        hasTime: mail.hasTime ? 1 : 0,
        receipt: mail.receipt && JSON.stringify(mail.receipt),
        createdDay: romaniaDay(mail.createdAt),
        now: this.#now(),
        search: mailSearchText(mail),
      },
    )
    return added > 0
  }

  pending(cuis: readonly string[] | undefined): { id: string; cui: string; createdAt: number }[] {
    if (!cuis) return this.#pending('', {})
    return this.#pending('AND cui IN (SELECT value FROM json_each(:cuis))', { cuis: JSON.stringify(cuis) })
  }

  pendingOf(ids: readonly string[]): { id: string; cui: string; createdAt: number }[] {
    return this.#pending('AND id IN (SELECT value FROM json_each(:ids))', { ids: JSON.stringify(ids) })
  }

  #pending(which: string, params: SqlParams): { id: string; cui: string; createdAt: number }[] {
    return this.#db
      .all<{ id: string; cui: string; createdAt: number }>(
        `SELECT id, cui, created_at AS createdAt FROM mail WHERE ${PENDING} ${which} ORDER BY created_at, n`,
        params,
      )
      .map(row => ({ ...row }))
  }

  claim(id: string): boolean {
    return this.#db.transaction(() => {
      const row = this.#db.get<{ owner: string | null }>(
        `SELECT owner FROM mail WHERE id = :id AND state <> 'archived'`,
        { id },
      )
      if (!row || this.#owner.isAlive(row.owner)) return false
      this.#owner.claim('mail', id)
      return true
    })
  }

  release(id: string): void {
    this.#owner.release('mail', id)
  }

  /** Records that the document is in place; within the caller's transaction. */
  archive(id: string, stored: Omit<StoredDocument, 'path'> & { path: string | null }, seen: boolean): void {
    this.#db.run(
      `UPDATE mail SET state = 'archived', note = NULL, error = NULL, told_at = NULL, path = :path, sha256 = :sha256, size = :size,
          archived_at = :archivedAt, seen = max(seen, :seen)
        WHERE id = :id`,
      { id, ...stored, seen: seen ? 1 : 0 },
    )
  }

  markRefused(id: string, note: string): void {
    this.#db.run(
      `UPDATE mail SET state = 'refused', note = :note, error = NULL,
          told_at = CASE WHEN state = 'refused' THEN coalesce(told_at, :now) ELSE :now END
        WHERE id = :id AND state <> 'archived'`,
      { id, note, now: this.#now() },
    )
  }

  markFailed(id: string, error: ErrorBody): void {
    this.#db.run(
      `UPDATE mail SET state = 'failed', error = :error, told_at = ${FAILED_SINCE} WHERE id = :id AND ${PENDING}`,
      { id, ...errorParams(error), now: this.#now() },
    )
  }

  /**
   * Records that the file at this path is missing, so that the message is downloaded again. Records nothing and returns
   * false if the document has moved meanwhile.
   */
  missing(id: string, path: string): boolean {
    const sql = `UPDATE mail SET state = 'listed' WHERE id = :id AND state = 'archived' AND path = :path`
    return this.#db.run(sql, { id, path }) > 0
  }

  /** Records that a missing file is back. */
  found(id: string): void {
    this.#db.run(
      `UPDATE mail SET state = 'archived', note = NULL, error = NULL, told_at = NULL
        WHERE id = :id AND sha256 IS NOT NULL AND state <> 'archived'`,
      { id },
    )
  }

  /** Rows that have, or once had, a file; by id, after this one. */
  storedAfter(id: string, limit: number): { id: string; path: string; sha256: string; state: string }[] {
    return this.#db.all(
      'SELECT id, path, sha256, state FROM mail WHERE id > :id AND path IS NOT NULL ORDER BY id LIMIT :limit',
      { id, limit },
    )
  }

  countStored(): number {
    const row = this.#db.get<{ count: number }>('SELECT count(*) AS count FROM mail WHERE path IS NOT NULL')
    return row?.count ?? 0
  }
}
