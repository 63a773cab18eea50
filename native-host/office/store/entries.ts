import { type Cursor, type ReceivedEntry, SharedArea, type SharedEntry } from '../../archive/exchange/exchange.ts'
import type { OfficeDatabase, Query } from '../database.ts'

/** The beginning of all news. */
const FIRST = { txid: '0', seq: '0' }

/** A page of news, and where the next one begins. */
export type News = { entries: ReceivedEntry[]; cursor: Cursor; isLast: boolean }

export type OfficeEntries = {
  /** Whether this seat may write for each of these companies. */
  writable(companies: readonly string[]): Promise<Set<string>>
  /** Adds or replaces an entry, in a transaction. */
  put(query: Query, entry: SharedEntry): Promise<void>
  /**
   * What others changed after `cursor`, in the order in which it became visible to all: only what no open transaction can
   * precede any more. `isRestored`: the office was restored from a backup, and is to be read from the beginning.
   */
  news(environment: string, cursor: Cursor | undefined, limit: number): Promise<News | { isRestored: true }>
}

type Row = Omit<ReceivedEntry, 'sha256'> & { sha256: string | null; txid: string; seq: string; isMine: boolean }

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
        ...[area, environment, key, company, JSON.stringify(body), sha256],
      ])
    },
    async news(environment, cursor, limit) {
      const [office] = await query<{ epoch: string }>('SELECT epoch FROM recipisa.office')
      const epoch = office?.epoch ?? ''
      if (cursor && cursor.epoch !== epoch) return { isRestored: true }
      const { txid, seq } = cursor ?? FIRST
      const rows = await query<Row>(
        `SELECT e.area, e.environment, e.key, e.company, e.body, encode(e.sha256, 'hex') AS sha256, s.name AS seat,
            e.txid::text, e.seq::text, e.seat = recipisa.my_seat() AS "isMine"
          FROM recipisa.entries e JOIN recipisa.seats s ON s.id = e.seat
          WHERE (e.txid, e.seq) > ($1::xid8, $2::bigint) AND e.txid < pg_snapshot_xmin(pg_current_snapshot())
            AND e.environment IN ('', $3) AND e.area = ANY ($4)
          ORDER BY e.txid, e.seq LIMIT $5`,
        [txid, seq, environment, SharedArea.options, limit],
      )
      const last = rows.at(-1)
      return {
        entries: rows.filter(({ isMine }) => !isMine).map(toEntry),
        cursor: { epoch, txid: last?.txid ?? txid, seq: last?.seq ?? seq },
        isLast: rows.length < limit,
      }
    },
  }
}

function toEntry({ area, environment, key, company, body, sha256, seat }: Row): ReceivedEntry {
  return { area, environment, key, company, body, sha256, seat }
}
