import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '../core/database.ts'
import { createTextIndex, type TextIndex } from '../search/text-index.ts'
import type { MessageQuery } from './message-archive.ts'
import { MessageIndex } from './message-index.ts'
import { createMessageList, type MessageList } from './message-list.ts'

/** More than a list sorts at once, and pages that are days below the first. */
const MESSAGES = 6000
const NOW = Date.UTC(2026, 10, 20, 10)
/** SQL: the arrival of message `i`, epoch ms, and Romania's offset at that time, seconds. */
const AT = `(${NOW} - (i * 7919 % ${MESSAGES}) * 600000)`
const AHEAD = `CASE WHEN ${AT} < ${Date.UTC(2026, 9, 25, 1)} THEN 10800 ELSE 7200 END`
const PAGE = { limit: 7, offset: 0 }
const never = new AbortController().signal

let folder: string
let db: Database
let texts: TextIndex
let list: MessageList
/** Every statement of the list, with its values. */
const asked: { sql: string; params: Record<string, unknown> }[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipisa-lists-'))
  db = await Database.open(join(folder, 'recipisa.db'))
  db.run(
    `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${MESSAGES})
      INSERT INTO messages (environment, id, upload_index, cui, kind, type, created_at, created_day, details, self_billed,
          state, seen, pdf, search, line_words, invoice)
        SELECT 'test', i, 900000 + i, 10 + i % 3, CASE WHEN i % 50 = 0 THEN 'errors' WHEN i % 3 = 0 THEN 'sent' ELSE 'received' END,
          '', ${AT}, date(${AT} / 1000 + ${AHEAD}, 'unixepoch'),
          '', 0, CASE WHEN i % 40 = 0 THEN 'failed' ELSE 'archived' END, i % 100 > 0, CASE WHEN i % 60 = 0 THEN '{}' END,
          i || ' seller ' || (i % 13), 'motorina',
          json_object('number', 'F' || (i * 31 % ${MESSAGES}), 'issueDate', date((${NOW} - i * 600000) / 1000, 'unixepoch'),
            'payableAmount', (i * 17 % 5000) || '.50', 'currency', CASE WHEN i % 20 = 0 THEN 'EUR' ELSE 'RON' END,
            'sellerName', 'Seller ' || (i % 13), 'attachments', i % 70 = 0)
        FROM numbers`,
  )
  db.run(
    `INSERT INTO books (environment, cui, upload_index, state)
      SELECT environment, cui, upload_index, 'exported' FROM messages WHERE n % 5 = 0`,
  )
  texts = createTextIndex(db)
  await texts.takeIn(never)
  list = createMessageList(recording(db), 'test', texts, () => NOW)
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

function recording(real: Database): Database {
  return new Proxy(real, {
    get(target, name) {
      if (name !== 'all' && name !== 'get' && name !== 'run') return Reflect.get(target, name)
      return (sql: string, params: Record<string, unknown> = {}) => {
        asked.push({ sql, params })
        return (target[name] as (...given: unknown[]) => unknown).call(target, sql, params)
      }
    },
  })
}

const FILTERS: Record<string, Partial<MessageQuery>> = {
  none: {},
  company: { cui: '11' },
  sent: { direction: 'sent' },
  errors: { kind: 'errors' },
  failed: { state: 'failed' },
  missing: { archived: false },
  unread: { unread: true },
  arrived: { since: '2026-10-10', until: '2026-10-20' },
  issued: { issuedSince: '2026-10-10', issuedUntil: '2026-10-20' },
  both: { since: '2026-09-01', issuedUntil: '2026-10-20' },
  currency: { currency: 'EUR' },
  new: { book: 'new' },
  exported: { exported: true },
  attachments: { attachments: true },
  pdf: { pdf: true },
  amount: { amount: { from: 100_000, to: 110_000, isSigned: false } },
  'company and days': { cui: '11', issuedSince: '2026-10-10', kind: 'received' },
  word: { search: 'motor' },
  'rare word': { search: '5999' },
  'two words': { search: 'motorina 1199' },
  'short word': { search: 'r 7' },
  number: { search: '1234' },
  words: { search: 'seller >4990 eur' },
}
const KEYS = {
  arrived: 'created_at',
  issued: 'day',
  number: 'number',
  partner: 'partner_key',
  amount: 'amount_key',
  state: 'state',
}

const orders = new Map<string, string[]>()
/** All ids in an order, by a query without an index. */
function inOrder(key: string, order: 'ASC' | 'DESC'): string[] {
  const known = orders.get(key + order)
  if (known) return known
  const rows = db.all<{ id: string }>(`SELECT id FROM messages NOT INDEXED ORDER BY ${key} ${order}, n ${order}`)
  const ids = rows.map(({ id }) => id)
  orders.set(key + order, ids)
  return ids
}

/** Filtered by hand, not by the list's own conditions. */
function plainIds({ search, ...filter }: Partial<MessageQuery>): string[] {
  const days = {
    'created_day >=': filter.since,
    'created_day <=': filter.until,
    'day >=': filter.issuedSince,
    'day <=': filter.issuedUntil,
  }
  const where = [
    ...Object.entries(days).flatMap(([condition, day]) => (day === undefined ? [] : [`${condition} '${day}'`])),
    ...(filter.cui ? [`cui = '${filter.cui}'`] : []),
    ...((filter.direction ?? filter.kind) ? [`kind = '${filter.direction ?? filter.kind}'`] : []),
    ...(filter.state ? [`state = '${filter.state}'`] : []),
    ...(filter.archived === false ? [`state <> 'archived'`] : []),
    ...(filter.unread ? [`state = 'archived' AND seen = 0`] : []),
    ...(filter.currency ? [`currency = '${filter.currency}'`] : []),
    ...(filter.book ? [`kind <> 'errors' AND n % 5 <> 0`] : []),
    ...(filter.exported ? [`kind <> 'errors' AND n % 5 = 0`] : []),
    ...(filter.attachments ? ['n % 70 = 0'] : []),
    ...(filter.pdf ? ['n % 60 = 0'] : []),
    ...(filter.amount ? ['abs(amount) BETWEEN 100000 AND 110000'] : []),
    ...(search === 'seller >4990 eur' ? [`search LIKE '%seller%' AND abs(amount) > 499000 AND currency = 'EUR'`] : []),
    ...(search === '1234' ? [`(search LIKE '%1234%' OR abs(amount) = 123400)`] : []),
    ...(search === 'motorina 1199' ? [`(search LIKE '%1199%' OR abs(amount) = 119900)`] : []),
    ...(search === '5999' ? [`(search LIKE '%5999%' OR abs(amount) = 599900)`] : []),
    ...(search === 'r 7' ? [`(search LIKE '%7%' OR abs(amount) = 700)`] : []),
  ]
  return db
    .all<{ id: string }>(`SELECT id FROM messages NOT INDEXED WHERE ${where.join(' AND ') || 'TRUE'}`)
    .map(({ id }) => id)
}

describe('W-01 a list of 6,000 shows the right rows and the right number', () => {
  test.each(Object.entries(FILTERS))('of %s', (_, filter) => {
    const known = new Set(plainIds(filter))
    for (const [by, key] of Object.entries(KEYS) as [keyof typeof KEYS, string][])
      for (const descending of [true, false]) {
        const all = inOrder(key, descending ? 'DESC' : 'ASC').filter(id => known.has(id))
        const sort = { by, descending }
        for (const offset of [0, all.length >> 1]) {
          const { items, total, next } = list.list({ ...PAGE, ...filter, offset, sort })
          const more = next === null ? [] : list.list({ ...PAGE, ...filter, after: next, sort }).items
          const found = [...items, ...more].map(({ id }) => id)
          expect([by, descending, offset, total, found]).toEqual([
            by,
            descending,
            offset,
            all.length,
            all.slice(offset, offset + 14),
          ])
        }
      }
    expect(list.summary(filter).count).toBe(known.size)
  })
})

test('no page and no counter reads all messages; only the exact number of a search may, and may come later', () => {
  asked.length = 0
  for (const filter of Object.values(FILTERS)) {
    for (const by of ['arrived', 'issued', 'number', 'partner', 'amount', 'state'] as const)
      list.list({ ...PAGE, ...filter, offset: 2000, count: 'later', sort: { by, descending: true } })
    if (!filter.search && !filter.amount) list.summary(filter)
  }
  list.list({ ...PAGE, sort: { by: 'company', descending: false } })
  list.unread()
  list.pendingBefore(NOW)
  const index = new MessageIndex(recording(db), 'test')
  index.markSeen({ id: '100' })
  index.markSeen({ cui: 'none' })
  const readers = asked.flatMap(({ sql, params }) =>
    db
      .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params as Parameters<Database['all']>[1])
      .filter(({ detail }) => readsAll(detail) && !(detail.startsWith('SEARCH') && sql.includes('LIMIT')))
      .map(({ detail }) => `${detail}: ${sql}`),
  )
  expect(asked.length).toBeGreaterThan(100)
  expect(readers).toEqual([])
})

/** Whether a step of a plan scans all messages of the environment; with a limit it may walk an index up to that. */
const readsAll = (detail: string): boolean =>
  /^SCAN (messages|all_counts|company_counts|day_counts|books)\b/.test(detail) ||
  /^SEARCH messages .*\(environment=\?(?: AND shown=\?)?\)$/.test(detail)

test('the first rows of a search come without its exact number', () => {
  const search = 'motor'
  const { items, total, isCounted } = list.list({ ...PAGE, search, count: 'later' })
  expect([items.length, total, isCounted]).toEqual([7, 8, false])
  expect(list.list({ ...PAGE, search })).toMatchObject({ total: MESSAGES, isCounted: true })
  expect(list.list({ ...PAGE, search: '5999', count: 'later' })).toMatchObject({ isCounted: true })
})

test('a text is found before the index of searches has it, and after it has changed', async () => {
  const found = (search: string) => list.list({ ...PAGE, search }).items.map(({ id }) => id)
  expect(found('zebra')).toEqual([])
  db.run(`UPDATE messages SET search = search || ' zebra' WHERE id = '77'`)
  db.run(
    `INSERT INTO messages (environment, id, upload_index, cui, kind, type, created_at, created_day, details, self_billed, search)
      VALUES ('test', 'new', '1', '10', 'sent', '', 1, '2026-01-01', '', 0, 'the new zebra')`,
  )
  expect(found('zebra')).toEqual(['77', 'new'])
  await texts.takeIn(never)
  expect(found('zebra')).toEqual(['77', 'new'])
  expect(db.all('SELECT n FROM messages_untold')).toEqual([])
  db.run(`UPDATE messages SET search = '77' WHERE id = '77'`)
  expect(found('zebra')).toEqual(['new'])
  db.run(`DELETE FROM messages WHERE id = 'new'`)
  expect(found('zebra')).toEqual([])
})

test('the counters are what a count of the messages gives, whatever has become of them', () => {
  db.run(`UPDATE messages SET state = 'expired', seen = 1, cui = '12', shown = n % 2 WHERE n % 9 = 0`)
  db.run(
    `UPDATE messages SET invoice = json_set(invoice, '$.currency', 'USD', '$.type', 'credit-note') WHERE n % 11 = 0`,
  )
  db.run(`UPDATE books SET state = 'new' WHERE upload_index LIKE '%5'`)
  db.run(`DELETE FROM books WHERE upload_index LIKE '%00'`)
  for (const [view, by] of [
    ['counted', 'environment'],
    ['counted_by_company', 'cui'],
    ['counted_by_day', 'day, created_day'],
  ]) {
    const keys = `${by}, kind, twin_id, state, seen, currency, attachments, pdf IS NOT NULL, marked`
    const count = (from: string, number: string) =>
      db.all(
        `SELECT ${keys}, sum(${number}) AS count, sum(amount) AS amount FROM ${from} WHERE shown = 1 GROUP BY ${keys} ORDER BY ${keys}`,
      )
    expect(count(view ?? '', 'count')).toEqual(count('messages', '1'))
  }
  expect(db.all('SELECT 1 FROM company_counts WHERE count = 0')).toEqual([])
})
