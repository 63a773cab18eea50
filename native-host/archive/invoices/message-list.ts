import type { Environment } from '../../../shared/domain/values.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices.ts'
import type { MessageQuery, Messages } from '../core/archive.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { searchWords } from '../core/fold.ts'
import { MESSAGE_COLUMNS, type MessageRow, toItem } from './message-rows.ts'

/** The questions that lists and counters ask about the messages of one environment. */
export type MessageList = Pick<Messages, 'list' | 'ofUpload' | 'thread' | 'pendingBefore' | 'unread'>

export function createMessageList(db: Database, environment: Environment): MessageList {
  const oldestFirst = (condition: string, params: SqlParams): InvoiceItem[] =>
    db
      .all<MessageRow>(
        `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE environment = :environment AND ${condition} ORDER BY created_at, n`,
        { environment, ...params },
      )
      .map(toItem)

  return {
    list(query) {
      const { where, params } = conditionsOf(environment, query)
      const row = db.get<{ total: number }>(`SELECT count(*) AS total FROM messages WHERE ${where}`, params)
      const rows = db.all<MessageRow>(
        `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE ${where} ORDER BY created_at DESC, n DESC LIMIT :limit OFFSET :offset`,
        { ...params, limit: query.limit, offset: query.offset },
      )
      return { items: rows.map(toItem), total: row?.total ?? 0 }
    },
    ofUpload: uploadIndex => oldestFirst('upload_index = :uploadIndex', { uploadIndex }),
    thread: (cui, uploadIndex) => oldestFirst('refers_to = :uploadIndex AND cui = :cui', { cui, uploadIndex }),
    pendingBefore(createdBefore) {
      const row = db.get<{ count: number; oldest: number | null }>(
        `SELECT count(*) AS count, min(created_at) AS oldest FROM messages
          WHERE environment = :environment AND state IN ('listed', 'failed') AND created_at < :createdBefore`,
        { environment, createdBefore },
      )
      return { count: row?.count ?? 0, oldest: row?.oldest ?? null }
    },
    unread() {
      const row = db.get<{ unread: number; refused: number }>(
        `SELECT count(*) AS unread, coalesce(sum(kind = 'errors'), 0) AS refused FROM messages
          INDEXED BY messages_unread WHERE environment = :environment AND state = 'archived' AND seen = 0 AND shown = 1`,
        { environment },
      )
      return { unread: row?.unread ?? 0, refused: row?.refused ?? 0 }
    },
  }
}

/** SQL: the entries that have a state in the books. */
export const BOOKED = `kind IN ('sent', 'received')`

/** SQL: the row of the books for a message. */
const OWN_BOOK = `books.environment = messages.environment AND books.cui = messages.cui
  AND books.upload_index = messages.upload_index`

export function conditionsOf(
  environment: Environment,
  query: Omit<MessageQuery, 'limit' | 'offset'>,
): { where: string; params: SqlParams } {
  const { cui, direction, kind, since, until, issuedSince, issuedUntil, search, book } = query
  const conditions = ['environment = :environment', 'shown = 1']
  const params: SqlParams = { environment }
  const add = (condition: string, name: string, value: string) => {
    conditions.push(condition)
    params[name] = value
  }
  if (cui !== undefined) add('cui = :cui', 'cui', cui)
  // A self-billed document has both directions, whichever of its entries is shown.
  if (direction !== undefined) add('(kind = :direction OR twin_id IS NOT NULL)', 'direction', direction)
  if (kind !== undefined) add(`(kind = :kind OR (twin_id IS NOT NULL AND :kind IN ('sent', 'received')))`, 'kind', kind)
  if (since !== undefined) add('created_day >= :since', 'since', since)
  if (until !== undefined) add('created_day <= :until', 'until', until)
  const issued = `json_extract(invoice, '$.issueDate')`
  if (issuedSince !== undefined) add(`${issued} >= :issuedSince`, 'issuedSince', issuedSince)
  if (issuedUntil !== undefined) add(`${issued} <= :issuedUntil`, 'issuedUntil', issuedUntil)
  // What nobody has marked has no row and is new.
  if (book !== undefined)
    add(`${BOOKED} AND coalesce((SELECT state FROM books WHERE ${OWN_BOOK}), 'new') = :book`, 'book', book)
  // A plain scan of every text finds parts of numbers as well as words, and takes some 50 ms for 100,000 documents. A
  // trigram index (FTS5) was no faster for common words and doubled the file.
  searchWords(search ?? '').forEach((word, index) => {
    add(`instr(search, :word${index}) > 0`, `word${index}`, word)
  })
  return { where: conditions.join(' AND '), params }
}
