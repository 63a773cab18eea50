import { romaniaDayEnd, romaniaDayStart } from '../../../shared/domain/romania-time.ts'
import type { InvoiceFilter, InvoiceSort } from '../../../shared/protocol/invoices/query.ts'
import type { SearchTerm } from '../../../shared/search/read-search.ts'
import { searchWords, spellings } from '../../../shared/text/search-words.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { Condition } from '../search/search-conditions.ts'
import type { TextIndex } from '../search/text-index.ts'
import { conditionsOf } from './message-conditions.ts'
import { countedIn } from './message-counts.ts'

/** The way to the rows of a page: the source for SQLite, and bounds beyond the filter's. */
export type Way = { from: string; bounds: Condition }

/** Most rows to find and sort at once; beyond that, the query walks the order's index until the page is full. */
const FEW = 5000

/** Indexes in the order of each list. */
const ORDERED: Readonly<Record<Exclude<InvoiceSort, 'company'>, string>> = {
  arrived: 'messages_by_arrival',
  issued: 'messages_by_day',
  number: 'messages_by_number',
  partner: 'messages_by_partner',
  amount: 'messages_by_amount',
  state: 'messages_by_state',
}

/** A set of rows that holds all that match; `count` returns their number, or at least more than `FEW`. */
type Set = Way & { count: () => number; isByArrival: boolean }

export type Asked = {
  db: Database
  environment: Parameters<typeof conditionsOf>[0]
  texts: TextIndex
  filter: InvoiceFilter
  terms: readonly SearchTerm[]
  now: number
}

/** The shortest way to a page in this order. */
export function wayTo(asked: Asked, by: Exclude<InvoiceSort, 'company'>): Way {
  const smallest = smallestSet(asked)
  if (smallest && (smallest.size <= FEW || (by === 'arrived' && smallest.isByArrival))) return smallest
  const bounds = by === 'arrived' || by === 'issued' ? dayBounds(asked, by) : undefined
  return { from: indexed(ORDERED[by]), bounds: bounds ?? NONE }
}

/** The shortest way to all rows, in any order: the smallest set that holds them, else all messages. */
export function wayToAll(asked: Asked): Way {
  return smallestSet(asked) ?? { from: 'messages NOT INDEXED', bounds: NONE }
}

function smallestSet(asked: Asked) {
  const sets = [...searchedSets(asked), ...filteredSets(asked)].map(set => ({ ...set, size: set.count() }))
  return sets.toSorted((a, b) => a.size - b.size)[0]
}

/** Whether a way walks the rows in the list's order instead of finding them at once. */
export const isWalked = ({ from }: Way, by: Exclude<InvoiceSort, 'company'>): boolean => from === indexed(ORDERED[by])

const NONE: Condition = { where: 'TRUE', params: {} }
const indexed = (index: string): string => `messages INDEXED BY ${index}`

/** Sets whose index holds no other rows. */
function filteredSets(asked: Asked): Set[] {
  const { cui, kind, state, archived, unread, pdf, attachments, currency, book, exported } = asked.filter
  const sets: Set[] = []
  const add = (index: string, where: string, filter: InvoiceFilter) =>
    sets.push({
      from: indexed(index),
      bounds: { where, params: {} },
      count: () => countOf(asked, filter),
      isByArrival: true,
    })
  if (cui !== undefined) add('messages_of_company', 'TRUE', { cui })
  if (kind !== undefined && kind !== 'sent' && kind !== 'received')
    add('messages_odd', `kind NOT IN ('sent', 'received')`, { kind })
  if (archived === false || (state !== undefined && state !== 'archived'))
    add('messages_absent', `state <> 'archived'`, state === undefined ? { archived: false } : { state })
  if (unread === true) add('messages_unread', `state = 'archived' AND seen = 0 AND shown = 1`, { unread })
  if (pdf === true) add('messages_printed', 'pdf IS NOT NULL', { pdf })
  if (attachments === true) add('messages_attached', 'attachments > 0', { attachments })
  if (currency !== undefined && currency !== 'RON') add('messages_foreign', `currency <> 'RON'`, { currency })
  if (exported === true || (book !== undefined && book !== 'new'))
    add('messages_marked', 'marked IS NOT NULL', exported === true ? { exported } : { book })
  return [...sets, ...daySets(asked)]
}

/** Rows of the days that the filter names. */
function daySets(asked: Asked): Set[] {
  const { since, until, issuedSince, issuedUntil } = asked.filter
  const period = { since, until, issuedSince, issuedUntil }
  if (Object.values(period).every(day => day === undefined)) return []
  const isIssued = issuedSince !== undefined || issuedUntil !== undefined
  const bounds = isIssued ? NONE : arrivedBetween(since, until)
  const from = indexed(isIssued ? 'messages_by_day' : 'messages_by_arrival')
  return [{ from, bounds, count: () => countOf(asked, period), isByArrival: false }]
}

/** Rows that the search can mean: those with its words, and those with an amount. */
function searchedSets({ db, environment, texts, filter, terms }: Asked): Set[] {
  const amounts = [...terms.filter(term => term.kind === 'amount'), ...(filter.amount ? [filter.amount] : [])]
  const words = terms.filter(term => term.kind === 'text' && term.amount === null).flatMap(term => wordsOf(term))
  const queries = [
    texts.among(words, 'amongWords'),
    ...amounts.map(amount => amongAmounts(environment, amount)),
    ...terms.flatMap(term =>
      term.kind === 'text' && term.amount !== null ? [amongNumbers(environment, texts, term)] : [],
    ),
  ]
  return queries.flatMap(query => {
    if (!query) return []
    const { sql, params } = query
    const count = () =>
      db.get<{ count: number }>(`SELECT count(*) AS count FROM (SELECT 1 FROM (${sql}) LIMIT ${FEW + 1})`, params)
        ?.count ?? 0
    return [{ from: 'messages NOT INDEXED', bounds: { where: `n IN (${sql})`, params }, count, isByArrival: false }]
  })
}

/** A word that names spell in several ways is in few of the index's parts, and in most rows. */
const wordsOf = (term: SearchTerm): string[] =>
  term.kind === 'text' ? searchWords(term.text).filter(word => spellings(word).length === 1) : []

type Query = { sql: string; params: SqlParams }
type Range = { from: number | null; to: number | null; isSigned: boolean }

/** Rows with an amount in a range; without a sign, also those with its negative. */
function amongAmounts(environment: string, { from, to, isSigned }: Range): Query {
  const [least, most] = [from ?? -Number.MAX_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER]
  const select = `SELECT n FROM messages INDEXED BY messages_by_amount WHERE environment = :environment AND shown = 1`
  const within = (low: string, high: string) => `${select} AND amount_key BETWEEN :${low} AND :${high}`
  const own = { environment, amongLeast: least, amongMost: most }
  if (isSigned) return { sql: within('amongLeast', 'amongMost'), params: own }
  return {
    sql: `${within('amongLeast', 'amongMost')} UNION ALL ${within('amongLow', 'amongHigh')}`,
    params: { ...own, amongLow: -most, amongHigh: -least },
  }
}

/** Rows with a number: as a text, or as their amount. */
function amongNumbers(environment: string, texts: TextIndex, term: SearchTerm & { kind: 'text' }): Query | undefined {
  const words = texts.among(wordsOf(term), 'amongNumber')
  if (!words || term.amount === null) return undefined
  const amount = Math.abs(term.amount)
  const amounts = amongAmounts(environment, { from: amount, to: amount, isSigned: false })
  return { sql: `${words.sql} UNION ALL ${amounts.sql}`, params: { ...words.params, ...amounts.params } }
}

/** The moments, or issue days, that bound all rows of the filter's days; undefined without such days. */
function dayBounds({ db, environment, filter }: Asked, by: 'arrived' | 'issued'): Condition | undefined {
  const { since, until, issuedSince, issuedUntil } = filter
  const [first, last] = by === 'arrived' ? [issuedSince, issuedUntil] : [since, until]
  const natural = by === 'arrived' && (since ?? until) !== undefined ? arrivedBetween(since, until) : undefined
  if (first === undefined && last === undefined) return natural
  const [known, wanted] = by === 'arrived' ? ['day', 'created_day'] : ['created_day', 'day']
  const row = db.get<{ first: string | null; last: string | null }>(
    `SELECT min(${wanted}) AS first, max(${wanted}) AS last FROM day_counts
      WHERE environment = :environment AND ${known} BETWEEN :from AND :to`,
    { environment, from: first ?? '', to: last ?? '9999' },
  )
  if (!row || row.first === null || row.last === null) return natural
  if (by === 'arrived') return arrivedBetween(latest(since, row.first), earliest(until, row.last))
  return { where: 'day BETWEEN :boundFirst AND :boundLast', params: { boundFirst: row.first, boundLast: row.last } }
}

const latest = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)
const earliest = (a: string | undefined, b: string): string => (a !== undefined && a < b ? a : b)

/** SQL: entries of these days, both ends included, as moments, because the order's index holds moments. */
function arrivedBetween(since: string | undefined, until: string | undefined): Condition {
  return {
    where: 'created_at >= :boundSince AND created_at < :boundUntil',
    params: {
      boundSince: since === undefined ? 0 : romaniaDayStart(since),
      boundUntil: until === undefined ? Number.MAX_SAFE_INTEGER : romaniaDayEnd(until),
    },
  }
}

/** The number of messages that match a filter, from the smallest counters that know it. */
function countOf({ db, environment, now }: Asked, filter: InvoiceFilter): number {
  const { where, params } = conditionsOf(environment, filter, now)
  const row = db.get<{ count: number | null }>(
    `SELECT sum(count) AS count FROM ${countedIn(filter).from} WHERE ${where}`,
    params,
  )
  return row?.count ?? 0
}
