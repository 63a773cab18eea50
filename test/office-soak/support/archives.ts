import { DatabaseSync } from 'node:sqlite'
import { databasePath } from '../../../native-host/archive/core/paths.ts'
import type { Desk } from './desk.ts'
import type { Premises } from './premises.ts'

const rowsOf = <T>({ env }: Pick<Desk, 'env'>, sql: string): T[] => {
  const db = new DatabaseSync(databasePath(env.RECIPISA_DATA_DIR), { readOnly: true, timeout: 60_000 })
  try {
    return db.prepare(sql).all() as T[]
  } finally {
    db.close()
  }
}

/** Messages of a seat's archive whose document it knows: SHA-256 by id. */
export const documentsOf = (desk: Pick<Desk, 'env'>): Map<string, string> =>
  new Map(
    rowsOf<{ id: string; sha256: string }>(
      desk,
      `SELECT id, sha256 FROM messages WHERE environment = 'test' AND state = 'archived'`,
    ).map(({ id, sha256 }) => [id, sha256]),
  )

/** How many messages there are whose document it knows. */
export const countDocuments = (desk: Pick<Desk, 'env'>): number =>
  rowsOf<{ n: number }>(desk, `SELECT count(*) AS n FROM messages WHERE environment = 'test' AND state = 'archived'`)[0]
    ?.n ?? 0

export type Attempt = { sha256: string; state: string; number: string | null; seat: string | null }

/** The uploads in a seat's journal. */
export const attemptsOf = (desk: Desk): Attempt[] =>
  rowsOf(desk, 'SELECT sha256, state, upload_index AS number, seat FROM attempts ORDER BY id')

/** States and notes of a seat's books, one line each. */
export const booksOf = (desk: Desk): string[] =>
  rowsOf<{ line: string }>(
    desk,
    `SELECT cui || ' ' || upload_index || ' ' || state || ' ' || note AS line FROM books ORDER BY 1`,
  ).map(({ line }) => line)

export const waitingAt = (desk: Desk): number =>
  rowsOf<{ n: number }>(desk, 'SELECT count(*) AS n FROM office_outbox')[0]?.n ?? 0

/** The authority's list so far, each entry with the SHA-256 of its download; '' if nobody has downloaded it. */
export function givenOut({ world: { authority }, lost }: Premises): Map<string, string> {
  const given = new Map(
    authority.journal
      .find({ path: '/descarcare', status: 200, completed: true })
      .map(({ query, responseSha256 }) => [query.id ?? '', responseSha256 ?? '']),
  )
  const now = authority.clock.now()
  const listed = [...authority.world.messages.values()].filter(({ id, indexedAt }) => indexedAt <= now && !lost.has(id))
  return new Map(listed.map(({ id }) => [id, given.get(id) ?? '']))
}

/** The faults of an archive, one sentence a document. */
export function differences(desk: Pick<Desk, 'env' | 'name'>, expected: ReadonlyMap<string, string>): string[] {
  const held = documentsOf(desk)
  const wrong = [...expected].filter(([id, sha256]) => held.get(id) !== sha256)
  const strange = [...held.keys()].filter(id => !expected.has(id))
  return [
    ...wrong.map(([id]) => `${desk.name}: ${id} ${held.has(id) ? 'has another content' : 'is missing'}`),
    ...strange.map(id => `${desk.name}: ${id} was never given out`),
  ]
}
