import { join } from 'node:path'
import type { PreparedEnv } from '../../contract/support/prepare.ts'
import { MANAGER } from '../../contract/support/seats.ts'
import type { Ledger } from '../support/ledger.ts'
import { DATABASE, done, type Premises } from '../support/premises.ts'

/** The database that the backup is restored into. */
export const RESTORED = 'refacut'
/** The tables of a backup without the seats and the audit log: the restored office has one seat more, and logs it. */
const TABLES = ['documents', 'entries', 'filings', 'seat_companies'] as const

/** Backs the office up, restores it into an empty database, and compares all rows. Gives the machine that did it. */
export async function backUpAndRestore(premises: Premises, ledger: Ledger): Promise<PreparedEnv> {
  const { server, desks } = premises
  const first = desks[0]
  if (!first) throw new Error('an office has seats')
  const file = join(first.env.RECIPISA_DATA_DIR, 'birou.backup')
  const beganAt = performance.now()
  const made = await done(['office', 'backup', file], first.env)
  const backedUpAt = performance.now()
  await server.createDatabase(RESTORED, MANAGER)
  const machine = await premises.machine('arhiva')
  const restoring = ['office', 'restore', file, server.url(RESTORED, MANAGER.user), '--seat', 'Arhiva']
  const restored = await done(restoring, machine, `${MANAGER.password}\n`)
  const restoredAt = performance.now()

  const broken: string[] = []
  if (JSON.stringify(made) !== JSON.stringify(restored))
    broken.push(`the backup has ${JSON.stringify(made)}, restored are ${JSON.stringify(restored)}`)
  let count = 0
  for (const table of TABLES) {
    const [before, after] = [await digest(premises, DATABASE, table), await digest(premises, RESTORED, table)]
    count += Number(before.rows)
    if (before.digest !== after.digest) broken.push(`${table}: ${JSON.stringify({ before, after })}`)
  }
  ledger.promise('a backup restored into an empty database verifies', count, 'rows', broken)
  ledger.time('backup', (backedUpAt - beganAt) / 1000, null)
  ledger.time('its restoring', (restoredAt - backedUpAt) / 1000, null)
  return machine
}

/** All rows of a table, without the server's own columns. */
async function digest({ server }: Premises, database: string, table: string) {
  const [row] = await server.run<{ rows: string; digest: string }>(
    database,
    `SELECT count(*) AS rows, md5(string_agg(row, '' ORDER BY row)) AS digest
      FROM (SELECT md5((to_jsonb(t) - 'txid' - 'seq')::text) AS row FROM recipisa.${table} t) AS rows`,
  )
  return { rows: row?.rows ?? '0', digest: row?.digest ?? '' }
}
