import { randomBytes } from 'node:crypto'
import { DatabaseError } from 'pg'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { OfficeState, SeatRole, SeatState } from '../../../shared/protocol/office.ts'
import { fold } from '../../../shared/text/search-words.ts'
import { addressFor } from '../address.ts'
import type { OfficeDatabase } from '../database.ts'
import { newPassword, scramVerifier } from './scram.ts'

/** A seat's login. */
export type SeatLogin = { url: string; password: string }

export type NewSeat = {
  name: string
  role: SeatRole
  /** The companies of a clerk or reader. */
  companies: readonly string[]
}

/** SQLSTATE of a key that is there already. */
const TAKEN = '23505'

/** Adds a seat with a login of its own; returns what it signs in with, which nobody keeps. Throws `office-seat-taken`. */
export async function addSeat(
  { query }: Pick<OfficeDatabase, 'query'>,
  url: string,
  { name, role, companies }: NewSeat,
): Promise<SeatLogin> {
  const login = loginFor(name)
  const password = newPassword()
  try {
    await query('SELECT recipisa.add_seat($1, $2, $3, $4, $5)', [name, login, role, companies, scramVerifier(password)])
  } catch (error) {
    if (error instanceof DatabaseError && error.code === TAKEN) throw new RecipisaError('office-seat-taken', { name })
    throw error
  }
  return { url: addressFor(url, login), password }
}

/** Gives a clerk or reader these companies and no others, by the office. Throws `office-seat-unknown`. */
export async function giveCompanies(
  { query }: Pick<OfficeDatabase, 'query'>,
  name: string,
  companies: readonly string[],
): Promise<void> {
  const [row] = await query<{ given: boolean }>('SELECT recipisa.give_companies($1, $2) AS given', [name, companies])
  if (!row?.given) throw new RecipisaError('office-seat-unknown', { name })
}

/** Ends a seat: this one, or any by the office. Throws `office-seat-unknown`. */
export async function endSeat({ query }: Pick<OfficeDatabase, 'query'>, name: string): Promise<void> {
  const [row] = await query<{ ended: boolean }>('SELECT recipisa.end_seat($1) AS ended', [name])
  if (!row?.ended) throw new RecipisaError('office-seat-unknown', { name })
  await query('SELECT recipisa.disconnect_ended()')
}

/** Logins are the server's, and several offices may be on one: a random end keeps them apart. */
function loginFor(name: string): string {
  const readable = fold(name)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 30)
  return `recipisa_${readable}_${randomBytes(4).toString('hex')}`
}

type Row = {
  name: string
  role: SeatRole
  companies: string[] | null
  addedAt: Date
  seenAt: Date | null
  leftAt: Date | null
  isMe: boolean
}

/** Every present and former seat, by name. */
export async function listSeats({ query }: Pick<OfficeDatabase, 'query'>): Promise<SeatState[]> {
  const rows = await query<Row>(
    `SELECT name, role, added_at AS "addedAt", seen_at AS "seenAt", left_at AS "leftAt", id = recipisa.my_seat() AS "isMe",
        (SELECT array_agg(company ORDER BY company) FROM recipisa.seat_companies WHERE seat = id) AS companies
      FROM recipisa.seats ORDER BY left_at IS NOT NULL, name, id`,
  )
  return rows.map(({ addedAt, seenAt, leftAt, companies, isMe, ...row }) => ({
    ...row,
    companies: companies ?? [],
    addedAt: addedAt.getTime(),
    seenAt: seenAt?.getTime() ?? null,
    leftAt: leftAt?.getTime() ?? null,
    isMe: isMe === true,
  }))
}

/** The office's totals, as far as this seat may see them. */
export async function readTotals({
  query,
}: Pick<OfficeDatabase, 'query'>): Promise<NonNullable<OfficeState['shared']>> {
  const [row] = await query<Record<'entries' | 'documents' | 'bytes' | 'filings', string> & { held: Date | null }>(
    `SELECT (SELECT count(*) FROM recipisa.entries) AS entries, (SELECT count(*) FROM recipisa.documents) AS documents,
        (SELECT coalesce(sum(size), 0) FROM recipisa.documents) AS bytes, (SELECT count(*) FROM recipisa.filings) AS filings,
        (SELECT min(at) FROM recipisa.entries WHERE txid >= pg_snapshot_xmin(pg_current_snapshot())
          AND at < clock_timestamp() - interval '1 minute') AS held`,
  )
  const of = (name: 'entries' | 'documents' | 'bytes' | 'filings') => Number(row?.[name] ?? 0)
  return {
    ...{ entries: of('entries'), documents: of('documents'), bytes: of('bytes'), filings: of('filings') },
    ...(row?.held ? { heldSince: row.held.getTime() } : {}),
  }
}
