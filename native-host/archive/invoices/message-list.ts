import type { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { InvoiceSort } from '../../../shared/protocol/invoices/query.ts'
import type { Messages } from '../core/archive.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { Condition } from '../search/search-conditions.ts'
import { listByCompany } from './by-company.ts'
import { conditionsOf, countedIn } from './message-conditions.ts'
import { MESSAGE_COLUMNS, type MessageRow, toItem } from './message-rows.ts'
import { summarizeMessages } from './message-summary.ts'

/** The questions that lists and counters ask about the messages of one environment. */
export type MessageList = Pick<
  Messages,
  'list' | 'summary' | 'idsOf' | 'ofUpload' | 'thread' | 'pendingBefore' | 'unread'
>

/** Columns to sort by. None is ever NULL, so that a page can begin after a value. */
const SORT_KEYS: Readonly<Record<Exclude<InvoiceSort, 'company'>, string>> = {
  arrived: 'created_at',
  issued: 'day',
  number: 'number',
  partner: 'partner_key',
  amount: 'amount_key',
  state: 'state',
}

type Place = {
  /** Where the rows are counted. */
  source: string
  descending: boolean
  limit: number
  offset: number
  after: ReturnType<typeof placeOf> | undefined
}

export function createMessageList(db: Database, environment: Environment, now: () => number): MessageList {
  const oldestFirst = (condition: string, params: SqlParams): InvoiceItem[] =>
    db
      .all<MessageRow>(
        `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE environment = :environment AND ${condition} ORDER BY created_at, n`,
        { environment, ...params },
      )
      .map(toItem)

  const listBy = (key: string, { where, params }: Condition, { source, descending, limit, offset, after }: Place) => {
    const row = db.get<{ total: number }>(`SELECT count(*) AS total FROM ${source} WHERE ${where}`, params)
    const [order, beyond] = descending ? ['DESC', '<'] : ['ASC', '>']
    const rows = db.all<MessageRow & { key: string | number; n: number }>(
      `SELECT ${MESSAGE_COLUMNS}, ${key} AS key, n FROM messages
        WHERE ${where} ${after ? `AND (${key}, n) ${beyond} (:afterKey, :afterN)` : ''}
        ORDER BY ${key} ${order}, n ${order} LIMIT :limit OFFSET :offset`,
      { ...params, limit, offset: after ? 0 : offset, ...after },
    )
    return { rows, total: row?.total ?? 0 }
  }

  return {
    list(query) {
      const condition = conditionsOf(environment, query, now())
      const { by, descending } = query.sort ?? { by: 'arrived', descending: true }
      const after = query.after === undefined ? undefined : placeOf(query.after)
      const place = { ...query, source: countedIn(query), descending, after }
      const { rows, total } =
        by === 'company' ? listByCompany(db, environment, condition, place) : listBy(SORT_KEYS[by], condition, place)
      const last = rows.length < query.limit ? undefined : rows.at(-1)
      return { items: rows.map(toItem), total, next: last ? JSON.stringify([last.key, last.n]) : null }
    },
    summary: (filter, groupBy, choice) => summarizeMessages(db, environment, { filter, groupBy, choice }, now()),
    idsOf(filter) {
      const { where, params } = conditionsOf(environment, filter, now())
      return db
        .all<{ id: string }>(`SELECT id FROM messages WHERE ${where} ORDER BY created_at, n`, params)
        .map(({ id }) => id)
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

/** The row after which a page begins, as `next` of the page before named it. */
function placeOf(after: string): { afterKey: string | number; afterN: number } {
  try {
    const [afterKey, afterN] = JSON.parse(after) as unknown[]
    if ((typeof afterKey === 'string' || typeof afterKey === 'number') && typeof afterN === 'number')
      return { afterKey, afterN }
  } catch {
    // Not JSON: reported below
  }
  throw new RecipisaError('argument-invalid', { name: 'after', value: after, problem: 'not the end of a page' })
}
