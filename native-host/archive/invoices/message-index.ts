import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import { putVat } from '../charts/vat-rows.ts'
import type { Owner } from '../coordination/owners.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { GroupCommit } from '../core/group-commit.ts'
import { INCOMING } from '../store/document-store.ts'
import { errorParams, FAILED_SINCE } from '../store/failed-since.ts'
import type { Pdf } from './invoice-documents.ts'
import type { Absence, PendingMessage } from './message-archive.ts'
import { MESSAGE_COLUMNS, type MessageRow, searchText, toMessage, WAITING } from './message-rows.ts'
import { rememberName } from './remember-name.ts'
import type { StoredInvoice } from './stored-invoice.ts'
import { createTwins, type Twins } from './twins.ts'

/** A document whose file is not in this archive. */
type Elsewhere = Omit<StoredInvoice, 'path'>

/** The columns from the authority's list, in SQL. */
const ENTRY = {
  columns: `environment, id, upload_index, cui, kind, type, created_at, created_day, details, seller_cui, buyer_cui,
    self_billed`,
  values: `:environment, :id, :uploadIndex, :cui, :kind, :type, :createdAt, :createdDay, :details, :sellerCui, :buyerCui,
    :selfBilled`,
}

/** SQL: the id of the message's twin. */
const TWIN = '(SELECT twin_id FROM messages one WHERE one.environment = :environment AND one.id = :id)'

const entryParams = (entry: ListedMessage): SqlParams => ({
  ...entry,
  selfBilled: entry.selfBilled ? 1 : 0,
  createdDay: romaniaDay(entry.createdAt),
})

/** Rows of one environment's messages, without their files. */
export class MessageIndex {
  readonly #db: Database
  readonly #owner: Owner
  readonly #environment: Environment
  readonly #now: () => number
  readonly #twins: Twins
  readonly #commits: GroupCommit

  constructor(db: Database, owner: Owner, environment: Environment, now: () => number) {
    this.#db = db
    this.#owner = owner
    this.#environment = environment
    this.#now = now
    this.#twins = createTwins(db, environment)
    this.#commits = new GroupCommit(db)
  }

  find(id: string): MessageRow | undefined {
    return this.#db.get<MessageRow>(
      `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE environment = :environment AND id = :id`,
      this.#params({ id }),
    )
  }

  record(entries: readonly ListedMessage[]): number {
    return this.#db.durable(
      () => entries.filter(entry => this.insert(entry) || (this.#removeOfAnother(entry) && this.insert(entry))).length,
    )
  }

  pending(cuis: readonly string[]): PendingMessage[] {
    return this.#pending('cui IN (SELECT value FROM json_each(:cuis))', { cuis: JSON.stringify(cuis) })
  }

  pendingOf(ids: readonly string[]): PendingMessage[] {
    return this.#pending('id IN (SELECT value FROM json_each(:ids))', { ids: JSON.stringify(ids) })
  }

  /** `unless-followed`: only while no living process works on the upload that the message answers. */
  claim(id: string, how: 'unless-followed' | 'for-upload'): boolean {
    return this.#db.transaction(() => {
      const row = this.#db.get<{ owner: string | null; follower: string | null }>(
        `SELECT messages.owner, attempts.owner AS follower FROM messages
          LEFT JOIN attempts ON attempts.environment = messages.environment AND attempts.upload_index = messages.upload_index
          WHERE messages.environment = :environment AND messages.id = :id AND messages.state IN ('listed', 'failed')`,
        this.#params({ id }),
      )
      if (!row || this.#owner.isAlive(row.owner)) return false
      if (how === 'unless-followed' && this.#owner.isAlive(row.follower)) return false
      this.#owner.holds()
      this.#update(id, 'owner = :owner', { owner: this.#owner.id })
      return true
    })
  }

  release(id: string): void {
    this.#owner.releaseBy(
      'UPDATE messages SET owner = NULL WHERE environment = :environment AND id = :id AND owner = :owner',
      this.#params({ id, owner: this.#owner.id }),
    )
  }

  /** Records a stored document, and the first try at describing it. */
  archived(id: string, stored: StoredInvoice): Promise<void> {
    return this.#commits.durable(() => {
      this.archive(id, stored, false)
      this.#update(id, 'describe_attempts = 1', {})
    })
  }

  /**
   * Records the content of an archived document; one that cannot be read again keeps what an earlier version has read.
   * Not `durable`: after a loss of power the document is read again.
   */
  described(id: string, stored: StoredInvoice): Promise<void> {
    return this.#commits.transaction(() => {
      const { undescribed } = stored
      if (undescribed !== null && this.find(id)?.invoice)
        this.#update(id, 'undescribed = :undescribed', { undescribed: undescribedText(undescribed) })
      else this.archive(id, stored, false)
      this.#update(id, 'describe_attempts = CASE WHEN undescribed IS NULL THEN 0 ELSE describe_attempts END', {})
    })
  }

  /** Records a document whose file is elsewhere, within the caller's transaction. */
  adopt(id: string, stored: Elsewhere, seen: boolean): void {
    this.archive(id, { ...stored, path: null }, seen)
  }

  /**
   * Adds an entry whose document's file is elsewhere: like `insert` and `adopt`, in one statement, for callers that
   * bring many thousands. False if the entry is known. Within the caller's transaction.
   */
  insertElsewhere(entry: ListedMessage, { vat, ...stored }: Elsewhere, seen: boolean): boolean {
    const added = this.#db.run(
      `INSERT OR IGNORE INTO messages (${ENTRY.columns}, search, state, seen, sha256, size, archived_at, invoice, line_words,
          refers_to, pdf, undescribed)
        VALUES (${ENTRY.values}, :search, 'archived', :seen, :sha256, :size, :archivedAt, :invoice, :lineWords,
          :refersTo, :pdf, :undescribed)`,
      this.#params({ ...entryParams(entry), ...this.#storedParams(entry, stored, seen) }),
    )
    if (added === 0) return false
    const twinId = this.#twins.pair(entry)
    putVat(this.#db, this.#environment, entry, stored.invoice, vat)
    if (twinId !== undefined) this.#twins.showArchived(entry.id, twinId)
    if (stored.invoice) rememberName(this.#db, this.#environment, entry, stored.invoice)
    return true
  }

  /** Like `archived`, within the caller's transaction. `seen`: the message is not news. */
  archive(id: string, { vat, path, ...stored }: Elsewhere & { path: string | null }, seen: boolean): void {
    const row = this.find(id)
    if (!row) return
    const message = toMessage(row)
    this.#update(
      id,
      `state = 'archived', note = NULL, error = NULL, told_at = NULL, path = :path, sha256 = :sha256, size = :size,
        archived_at = :archivedAt, invoice = :invoice, line_words = :lineWords, refers_to = :refersTo, pdf = :pdf, search = :search, seen = max(seen, :seen),
        undescribed = :undescribed`,
      { path, ...this.#storedParams(message, stored, seen) },
    )
    putVat(this.#db, this.#environment, message, stored.invoice, vat)
    if (row.twinId !== null) this.#twins.showArchived(id, row.twinId)
    if (stored.invoice) rememberName(this.#db, this.#environment, message, stored.invoice)
  }

  #storedParams(message: ListedMessage, stored: Omit<Elsewhere, 'vat'>, seen: boolean): SqlParams {
    const { invoice, pdf, undescribed } = stored
    return {
      ...stored,
      undescribed: undescribedText(undescribed),
      invoice: invoice && JSON.stringify(invoice),
      pdf: pdf && JSON.stringify(pdf),
      search: searchText(message, invoice ?? this.#filed(message)),
      seen: seen ? 1 : 0,
    }
  }

  /** The invoice filed here under the upload index of an errors file, which itself names none. */
  #filed({ kind, uploadIndex }: ListedMessage): InvoiceSummary | null {
    if (kind !== 'errors') return null
    const row = this.#db.get<{ invoice: string | null }>(
      'SELECT invoice FROM attempts WHERE environment = :environment AND upload_index = :uploadIndex',
      this.#params({ uploadIndex }),
    )
    return row?.invoice ? (JSON.parse(row.invoice) as InvoiceSummary) : null
  }

  /** Ids of undescribed archived documents that no living process is describing. */
  undescribed(): string[] {
    return this.#db
      .all<{ id: string; owner: string | null }>(
        `SELECT id, owner FROM messages
          WHERE environment = :environment AND undescribed = '${WAITING}' AND state = 'archived' ORDER BY id`,
        this.#params({}),
      )
      .filter(({ owner }) => !this.#owner.isAlive(owner))
      .map(({ id }) => id)
  }

  /** Claims a document to describe it; false while another living process has it, or once it is described. */
  claimUndescribed(id: string): boolean {
    return this.#db.transaction(() => {
      const row = this.#db.get<{ owner: string | null }>(
        `SELECT owner FROM messages
          WHERE environment = :environment AND id = :id AND undescribed = '${WAITING}' AND state = 'archived'`,
        this.#params({ id }),
      )
      if (!row || this.#owner.isAlive(row.owner)) return false
      this.#owner.holds()
      this.#update(id, 'owner = :owner', { owner: this.#owner.id })
      return true
    })
  }

  /** Counts a try at describing a document, before it begins; returns its number, from 1. */
  countDescribing(id: string): number {
    this.#update(id, 'describe_attempts = describe_attempts + 1', {})
    const row = this.#db.get<{ attempts: number }>(
      'SELECT describe_attempts AS attempts FROM messages WHERE environment = :environment AND id = :id',
      this.#params({ id }),
    )
    return row?.attempts ?? 1
  }

  markExpired(id: string, note: string): void {
    const set = `state = 'expired', note = :note, error = NULL, told_at = :now`
    this.#db.durable(() => this.#updatePending(id, set, { note, now: this.#now() }))
  }

  markFailed(id: string, error: ErrorBody, retryAt: number | null): void {
    const set = `state = 'failed', error = :error, told_at = ${FAILED_SINCE}, failures = failures + 1, retry_at = :retryAt`
    this.#updatePending(id, set, { ...errorParams(error), now: this.#now(), retryAt })
  }

  /** Why the document is not in the archive, as far as known. */
  absence(id: string): Absence | undefined {
    const row = this.#db.get<{ note: string | null; error: string | null; since: number | null }>(
      'SELECT note, error, told_at AS since FROM messages WHERE environment = :environment AND id = :id',
      this.#params({ id }),
    )
    return (
      row && {
        note: row.note,
        error: row.error === null ? null : (JSON.parse(row.error) as ErrorBody),
        since: row.since,
      }
    )
  }

  /**
   * Records that the file at this path is missing, so that the message is downloaded again. Records nothing and returns
   * false if the document has moved meanwhile.
   */
  missing(id: string, path: string): boolean {
    const changed = this.#db.run(
      `UPDATE messages SET state = 'listed'
        WHERE environment = :environment AND id = :id AND state = 'archived' AND path = :path`,
      this.#params({ id, path }),
    )
    return changed > 0
  }

  /** Records that a missing file is back. */
  found(id: string): void {
    this.#db.run(
      `UPDATE messages SET state = 'archived', note = NULL, error = NULL, told_at = NULL
        WHERE environment = :environment AND id = :id AND sha256 IS NOT NULL AND state <> 'archived'`,
      this.#params({ id }),
    )
  }

  /** Rows that have, or once had, a file in its place; by id, after this one. */
  storedAfter(id: string, limit: number): { id: string; path: string; sha256: string; state: string }[] {
    return this.#db.all(
      `SELECT id, path, sha256, state FROM messages
        WHERE environment = :environment AND id > :id AND sha256 IS NOT NULL AND path NOT LIKE '${INCOMING}/%'
        ORDER BY id LIMIT :limit`,
      this.#params({ id, limit }),
    )
  }

  countStored(): number {
    const row = this.#db.get<{ count: number }>(
      `SELECT count(*) AS count FROM messages NOT INDEXED
        WHERE environment = :environment AND sha256 IS NOT NULL AND path NOT LIKE '${INCOMING}/%'`,
      this.#params({}),
    )
    return row?.count ?? 0
  }

  setPdf(id: string, pdf: Pdf): void {
    this.#update(id, 'pdf = :pdf', { pdf: JSON.stringify(pdf) })
  }

  markSeen({ id, cui }: { id?: string | undefined; cui?: string | undefined }): void {
    this.#db.run(
      `UPDATE messages SET seen = 1 WHERE environment = :environment AND state = 'archived' AND seen = 0
        ${id === undefined ? '' : `AND id IN (:id, ${TWIN})`} ${cui === undefined ? '' : 'AND shown IN (0, 1) AND cui = :cui'}`,
      this.#params({ ...(id === undefined ? {} : { id }), ...(cui === undefined ? {} : { cui }) }),
    )
  }

  /** Adds an entry; false if it is known. Within the caller's transaction. */
  insert(entry: ListedMessage): boolean {
    const added = this.#db.run(
      `INSERT OR IGNORE INTO messages (${ENTRY.columns}, search) VALUES (${ENTRY.values}, :search)`,
      this.#params({ ...entryParams(entry), search: searchText(entry, null) }),
    )
    if (added > 0) this.#twins.pair(entry)
    return added > 0
  }

  /**
   * Removes what stands under an entry's id for another company, before the entry is added; false if there is nothing.
   * The authority gives an id once, so a colleague's entry was wrong.
   */
  #removeOfAnother({ id, cui }: ListedMessage): boolean {
    const row = this.#db.get<{ n: number }>(
      'SELECT n FROM messages WHERE environment = :environment AND id = :id AND cui <> :cui',
      this.#params({ id, cui }),
    )
    if (!row) return false
    const { n } = row
    this.#db.run(
      'UPDATE messages SET twin_id = NULL, shown = 1 WHERE environment = :environment AND twin_id = :id',
      this.#params({ id }),
    )
    this.#db.run('DELETE FROM invoice_vat WHERE message = :n', { n })
    // SQLite may give `n` to the new row.
    this.#db.run('INSERT OR IGNORE INTO messages_untold VALUES (:n)', { n })
    return this.#db.run('DELETE FROM messages WHERE n = :n', { n }) > 0
  }

  /** Restores an entry's data from the list, as kept in the document's sidecar. */
  correct({ id, type, details, sellerCui, buyerCui }: ListedMessage): void {
    this.#update(id, 'type = :type, details = :details, seller_cui = :sellerCui, buyer_cui = :buyerCui', {
      type,
      details,
      sellerCui,
      buyerCui,
    })
  }

  /** The oldest first. */
  #pending(condition: string, params: SqlParams): PendingMessage[] {
    return this.#db
      .all<Omit<PendingMessage, 'error'> & { error: string | null }>(
        `SELECT id, cui, created_at AS createdAt, failures, retry_at AS retryAt, error FROM messages
          WHERE environment = :environment AND state IN ('listed', 'failed') AND ${condition} ORDER BY created_at, n`,
        this.#params(params),
      )
      .map(row => ({ ...row, error: row.error === null ? null : (JSON.parse(row.error) as ErrorBody) }))
  }

  #updatePending(id: string, set: string, params: SqlParams): void {
    this.#db.run(
      `UPDATE messages SET ${set} WHERE environment = :environment AND id = :id AND state IN ('listed', 'failed')`,
      this.#params({ id, ...params }),
    )
  }

  #update(id: string, set: string, params: SqlParams): void {
    this.#db.run(
      `UPDATE messages SET ${set} WHERE environment = :environment AND id = :id`,
      this.#params({ id, ...params }),
    )
  }

  #params(params: SqlParams): SqlParams {
    return { environment: this.#environment, ...params }
  }
}

function toJson(value: ErrorBody | null): string | null {
  return value && JSON.stringify(value)
}

const undescribedText = (undescribed: StoredInvoice['undescribed']): string | null =>
  typeof undescribed === 'string' ? undescribed : toJson(undescribed)
