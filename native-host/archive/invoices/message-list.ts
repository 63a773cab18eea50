import type { Environment } from '../../../shared/domain/values.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices.ts'
import type { Messages } from '../core/archive.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { conditionsOf } from './message-conditions.ts'
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
