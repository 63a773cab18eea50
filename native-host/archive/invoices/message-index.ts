import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import { putVat } from '../charts/vat-rows.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { GroupCommit } from '../core/group-commit.ts'
import { INCOMING } from '../store/document-store.ts'
import type { Pdf } from './invoice-documents.ts'
import { MESSAGE_COLUMNS, type MessageRow, searchText, toMessage } from './message-rows.ts'
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
  readonly #environment: Environment
  readonly #twins: Twins
  readonly #commits: GroupCommit

  constructor(db: Database, environment: Environment) {
    this.#db = db
    this.#environment = environment
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
