import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { InvoiceFilter, InvoiceSort } from '../../../shared/protocol/invoices/query.ts'
import { readSearch, type SearchTerm } from '../../../shared/search/read-search.ts'
import type { Database, SqlParams } from '../core/database.ts'
import { type Condition, join, numbersOf } from '../search/search-conditions.ts'
import type { TextIndex } from '../search/text-index.ts'
import { STILL_AWAITED } from '../today/still-awaited.ts'
import { listByCompany } from './by-company.ts'
import type { MessageQuery, Messages } from './message-archive.ts'
import { conditionsOf } from './message-conditions.ts'
import { countedIn, ONE_BY_ONE } from './message-counts.ts'
import { jumpTo } from './message-jump.ts'
import { MESSAGE_COLUMNS, type MessageRow, toItem } from './message-rows.ts'
import { summarizeMessages } from './message-summary.ts'
import { type Asked, isWalked, type Way, wayTo, wayToAll } from './message-ways.ts'

/** The queries of lists and counters about the messages of one environment. */
export type MessageList = Pick<
  Messages,
  'list' | 'summary' | 'idsOf' | 'ofUpload' | 'thread' | 'pendingBefore' | 'unread'
>

/** Columns to sort by. No column is ever NULL, so a page can begin after any value. */
const SORT_KEYS: Readonly<Record<Exclude<InvoiceSort, 'company'>, string>> = {
  arrived: 'created_at',
  issued: 'day',
  number: 'number',
  partner: 'partner_key',
  amount: 'amount_key',
  state: 'state',
}

export function createMessageList(
  db: Database,
  environment: Environment,
  texts: TextIndex,
  now: () => number,
): MessageList {
  const oldestFirst = (condition: string, params: SqlParams): InvoiceItem[] =>
    db
      .all<MessageRow>(
        `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE environment = :environment AND ${condition} ORDER BY created_at, n`,
        { environment, ...params },
      )
      .map(toItem)

  const listBy = (by: Exclude<InvoiceSort, 'company'>, query: MessageQuery, condition: Condition) => {
    const { limit, offset, sort = LATEST_FIRST } = query
    const filter = filterOf(query)
    const after = query.after === undefined ? undefined : placeOf(query.after)
    const key = SORT_KEYS[by]
    const asked = askedOf({ db, environment, texts, filter, now: now() })
    const way = wayTo(asked, by)
    const counted = countedIn(filter)
    const isByDay = counted.count === 'count' && filter.cui === undefined && (by === 'arrived' || by === 'issued')
    const jump = isByDay && !after ? jumpTo(db, condition, by, { descending: sort.descending, offset }) : undefined
    const [order, beyond] = sort.descending ? ['DESC', '<'] : ['ASC', '>']
    const { where, params } = join([
      condition,
      way.bounds,
      ...(jump ? [jump.bounds] : []),
      ...(after ? [{ where: `(${key}, n) ${beyond} (:afterKey, :afterN)`, params: after }] : []),
    ])
    const rows = db.all<MessageRow & { key: string | number; n: number }>(
      `SELECT ${MESSAGE_COLUMNS}, page.key AS key, messages.n AS n
        FROM (SELECT n, ${key} AS key FROM ${way.from} WHERE ${where}
          ORDER BY ${key} ${order}, n ${order} LIMIT :limit OFFSET :offset) page
        CROSS JOIN messages ON messages.n = page.n ORDER BY page.key ${order}, page.n ${order}`,
      { ...params, limit, offset: after ? 0 : (jump?.offset ?? offset) },
    )
    if (query.count === 'later' && counted.count === '1' && isWalked(way, by)) {
      // One more than these, if there may be one.
      const isFull = rows.length === limit
      return { rows, total: offset + rows.length + (isFull ? 1 : 0), isCounted: !isFull && rows.length > 0 }
    }
    return { rows, total: totalOf(filter, condition), isCounted: true }
  }

  /** Without a counter, rows are counted on the shortest way to them. */
  const totalOf = (filter: InvoiceFilter, condition: Condition): number => {
    const counted = countedIn(filter)
    const way: Way =
      counted === ONE_BY_ONE || filter.search !== undefined || filter.amount !== undefined
        ? wayToAll(askedOf({ db, environment, texts, filter, now: now() }))
        : { from: counted.from, bounds: { where: 'TRUE', params: {} } }
    const { where, params } = join([condition, way.bounds])
    const row = db.get<{ total: number | null }>(
      `SELECT sum(${counted.count}) AS total FROM ${way.from} WHERE ${where}`,
      params,
    )
    return row?.total ?? 0
  }

  return {
    list(query) {
      const condition = conditionsOf(environment, query, now())
      const { by, descending } = query.sort ?? LATEST_FIRST
      const after = query.after === undefined ? undefined : placeOf(query.after)
      const { rows, total, isCounted } =
        by === 'company'
          ? listByCompany(db, environment, condition, {
              ...query,
              source: countedIn(filterOf(query), 'company'),
              descending,
              after,
            })
          : listBy(by, query, condition)
      const last = rows.length < query.limit ? undefined : rows.at(-1)
      return { items: rows.map(toItem), total, isCounted, next: last ? JSON.stringify([last.key, last.n]) : null }
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
        `SELECT count(*) AS count, min(created_at) AS oldest FROM messages INDEXED BY messages_absent
          WHERE environment = :environment AND shown IN (0, 1) AND created_at < :createdBefore
            AND state <> 'archived' AND ${STILL_AWAITED}`,
        { environment, createdBefore },
      )
      return { count: row?.count ?? 0, oldest: row?.oldest ?? null }
    },
    unread() {
      const row = db.get<{ unread: number; refused: number }>(
        `SELECT coalesce(sum(count), 0) AS unread, coalesce(sum(count * (kind = 'errors')), 0) AS refused
          FROM counted WHERE environment = :environment AND state = 'archived' AND seen = 0`,
        { environment },
      )
      return { unread: row?.unread ?? 0, refused: row?.refused ?? 0 }
    },
  }
}

const LATEST_FIRST = { by: 'arrived', descending: true } as const

const filterOf = ({
  sort: _,
  limit: __,
  offset: ___,
  after: ____,
  count: _____,
  ...filter
}: MessageQuery): InvoiceFilter => filter

/** Adds the days and the currency in the words of the search, which then need no search in rows. */
function askedOf({ filter, ...rest }: Omit<Asked, 'terms'>): Asked {
  const terms = readSearch(filter.search ?? '', romaniaDay(rest.now))
  const narrowing = terms.filter((term, at) => term.kind !== 'period' || !numbersOf(terms, at).some(isNumber(rest)))
  return { ...rest, terms, filter: narrowing.reduce(narrowed, filter) }
}

/** Whether an invoice has this number: a period with these words then finds more than its days. */
function isNumber({ db, environment }: Pick<Asked, 'db' | 'environment'>): (number: string) => boolean {
  return number =>
    db.get(
      `SELECT 1 FROM messages INDEXED BY messages_by_number
        WHERE environment = :environment AND shown = 1 AND number = :number LIMIT 1`,
      { environment, number },
    ) !== undefined
}

function narrowed(filter: InvoiceFilter, term: SearchTerm): InvoiceFilter {
  if (term.kind === 'currency') return { ...filter, currency: term.currency }
  if (term.kind !== 'period') return filter
  const [issuedSince] = [filter.issuedSince ?? term.since, term.since].sort().reverse()
  const [issuedUntil] = [filter.issuedUntil ?? term.until, term.until].sort()
  return { ...filter, issuedSince, issuedUntil }
}

/** The row after which a page begins, from `next` of the previous page. */
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
