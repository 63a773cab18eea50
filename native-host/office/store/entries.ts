import {
  type Cursor,
  type Exchange,
  type ReceivedEntry,
  SharedArea,
  type SharedEntry,
} from '../../archive/exchange/exchange.ts'
import type { OfficeDatabase, Query } from '../database.ts'

/** The beginning of all news. */
const FIRST = { txid: '0', seq: '0' }

/** The most bytes of entries in one page: a seat reads no more at once than it has memory for. */
const MOST_BYTES = 16_000_000

/** A page of news, and where the next one begins. */
export type News = { entries: ReceivedEntry[]; cursor: Cursor; isLast: boolean }

/** The archive that reads: it gets the others' changes, and its own seat's that it has not (Exchange.hasSent). */
export type Reader = { environment: string } & Pick<Exchange, 'hasSent'>

export type OfficeEntries = {
  /** Whether this seat may write for each of these companies. */
  writable(companies: readonly string[]): Promise<Set<string>>
  /** Adds or replaces an entry, in a transaction. */
  put(query: Query, entry: SharedEntry): Promise<void>
  /** The number of this transaction. */
  transaction(query: Query): Promise<string>
  /**
   * The changes after the reading position, in the order in which they became visible to all: only changes that no open
   * transaction can precede any more. `isRestored`: it must be read from the beginning, because the office was restored from a
   * backup or its server put back to an earlier state, or (false) because this seat got other companies.
   */
  news(reader: Reader, cursor: Cursor | undefined, limit: number): Promise<News | { isRestored: boolean }>
  /** The latest changes, for an archive that has none yet; `news` brings them again. */
  latest(reader: Reader, limit: number): Promise<ReceivedEntry[]>
}

type SharedRow = Omit<ReceivedEntry, 'isHistory'>
type Row = SharedRow & { txid: string; seq: string; found: string }
/** The columns of each row about the office itself. */
type Head = { epoch: string; now: string }

/** SQL: whether a colleague has sent a filing of this seat's again, and names its maker. */
const IS_RETURNED = `(e.area IN ('uploads', 'declarations', 'requests')
  AND e.body->>'seat' = (SELECT name FROM recipisa.seats WHERE id = recipisa.my_seat()))`
/** SQL: `seat` is NULL for this seat's own. */
const COLUMNS = `e.area, e.environment, e.key, e.company, encode(e.sha256, 'hex') AS sha256, e.txid, e.seq,
  CASE WHEN ${IS_RETURNED} THEN e.body - 'seat' ELSE e.body END AS body,
  CASE WHEN e.seat IS DISTINCT FROM (SELECT recipisa.my_seat()) AND ${IS_RETURNED} IS NOT TRUE THEN s.name END AS seat`
const WITH_SEATS = 'recipisa.entries e JOIN recipisa.seats s ON s.id = e.seat'
/** SQL: bytes of a page's bodies before this row. */
const before = (order: 'ASC' | 'DESC') =>
  `sum(octet_length(body::text)) OVER (ORDER BY txid ${order}, seq ${order}) - octet_length(body::text) AS before`

export function createEntries({ query }: Pick<OfficeDatabase, 'query'>): OfficeEntries {
  return {
    async writable(companies) {
      const rows = await query<{ company: string }>(
        'SELECT company FROM unnest($1::text[]) AS asked (company) WHERE recipisa.may_write(company)',
        [companies],
      )
      return new Set(rows.map(({ company }) => company))
    },
    async put(run, { area, environment, key, company, body, sha256 }) {
      await run(`SELECT recipisa.put_entry($1, $2, $3, $4, $5, decode($6, 'hex'))`, [
        ...[area, environment, key, company, JSON.stringify(body, storable), sha256],
      ])
    },
    async transaction(run) {
      const [row] = await run<{ txid: string }>('SELECT pg_current_xact_id()::text AS txid')
      if (!row) throw new Error('the transaction has no number')
      return row.txid
    },
    async news(reader, cursor, limit) {
      const from = cursor ?? FIRST
      // One query for both: the server answers while this process works. Without news the answer has one row.
      const answer = await query<Head & (Row | { key: null })>(
        `SELECT o.epoch || ' ' || recipisa.sight() AS epoch, pg_snapshot_xmin(pg_current_snapshot())::text AS now, news.*
          FROM recipisa.office o LEFT JOIN LATERAL (
            SELECT page.*, ${before('ASC')}, count(*) OVER () AS found FROM (
              SELECT ${COLUMNS} FROM ${WITH_SEATS}
                WHERE (e.txid, e.seq) > ($1::xid8, $2::bigint) AND e.txid < pg_snapshot_xmin(pg_current_snapshot())
                  AND e.environment IN ('', $3) AND e.area = ANY ($4)
                ORDER BY e.txid, e.seq LIMIT $5) page) news ON news.before < $6
          ORDER BY news.txid, news.seq`,
        [from.txid, from.seq, reader.environment, SharedArea.options, limit, MOST_BYTES],
      )
      const { epoch = '', now = '0' } = answer[0] ?? {}
      // Whoever has read further than the server has counted has read it before it was put back to an earlier state.
      if (cursor && BigInt(cursor.txid) >= BigInt(now)) return { isRestored: true }
      if (cursor && cursor.epoch !== epoch) return { isRestored: officeOf(cursor.epoch) !== officeOf(epoch) }
      const since = cursor?.since ?? now
      const rows = answer.flatMap(row => (row.key === null ? [] : [row]))
      const { txid, seq } = rows.at(-1) ?? from
      return {
        entries: rows
          .filter(row => isNewTo(reader, row))
          .map(row => ({ ...toEntry(row), isHistory: BigInt(row.txid) < BigInt(since) })),
        cursor: { epoch, txid, seq, since },
        isLast: rows.length < limit && rows.length === Number(rows[0]?.found ?? 0),
      }
    },
    async latest(reader, limit) {
      const rows = await query<Row>(
        `SELECT news.* FROM (
            SELECT page.*, ${before('DESC')} FROM (
              SELECT ${COLUMNS} FROM ${WITH_SEATS}
                WHERE e.environment IN ('', $1) AND e.area = ANY ($2)
                ORDER BY e.txid DESC, e.seq DESC LIMIT $3) page) news
          WHERE news.before < $4 ORDER BY news.txid DESC, news.seq DESC`,
        [reader.environment, SharedArea.options, limit, MOST_BYTES],
      )
      return rows.filter(row => isNewTo(reader, row)).map(row => ({ ...toEntry(row), isHistory: true }))
    },
  }
}

/** PostgreSQL's JSON has neither NUL nor half a surrogate pair: one such text would hold up everything that a seat has. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value

/** The part of an epoch that is the office's, and not this seat's. */
const officeOf = (epoch: string): string | undefined => epoch.split(' ')[0]

const isNewTo = ({ hasSent }: Reader, { seat, txid }: Row): boolean => seat !== null || !hasSent(txid)

function toEntry({ area, environment, key, company, body, sha256, seat }: SharedRow): SharedRow {
  return { area, environment, key, company, body, sha256, seat }
}
