import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { parseJson } from '../../../shared/text/json.ts'
import { type OfficeAccess, openOfficeDatabase, type Query } from '../database.ts'
import { migrateOffice } from '../schema/migrate.ts'
import { addSeat, type SeatLogin } from '../seats/seats.ts'
import type { DocumentKey } from '../store/documents.ts'
import { BACKUP_VERSION, type BackedUp } from './back-up.ts'
import { INSERTS, TABLES } from './tables.ts'

const Head = v.object({ version: v.literal(BACKUP_VERSION), storage: v.unknown() })
const RowLine = v.object({
  table: v.picklist(TABLES.map(({ table }) => table)),
  row: v.record(v.string(), v.unknown()),
})
const Tail = v.object({ rows: v.number(), documents: v.number(), sha256: v.string() })

/**
 * Fills a database without an office from a backup, as its owner, and adds a seat with the role `office`; returns its
 * login. One transaction restores everything or nothing: the program checks the file's hash and counts, and the
 * database checks each document against its hash. The backup's seats are listed as having left: no backup has
 * passwords. An entry whose document is missing in the backup comes without it: the first seat that has the document gives
 * it to the office. Throws `office-exists`, `backup-damaged`, and the database's errors.
 */
export async function restoreOffice(
  owner: OfficeAccess,
  path: string,
  seat: string,
  signal: AbortSignal,
): Promise<BackedUp & { login: SeatLogin }> {
  const database = openOfficeDatabase(owner)
  try {
    const [schema] = await database.query<{ oid: string | null }>(`SELECT to_regclass('recipisa.office')::text AS oid`)
    const isThere = schema?.oid != null && (await database.query('SELECT 1 FROM recipisa.office')).length > 0
    if (isThere) throw new RecipisaError('office-exists', { url: owner.url })
    await migrateOffice(database)
    return await database.transaction(async query => {
      const restored = await load(query, path, signal)
      const login = await addSeat({ query }, owner.url, { name: seat, role: 'office', companies: [] })
      return { ...restored, login }
    })
  } finally {
    await database.close()
  }
}

async function load(query: Query, path: string, signal: AbortSignal): Promise<BackedUp> {
  const damaged = (problem: string, cause?: unknown) =>
    new RecipisaError('backup-damaged', { path, problem }, { cause })
  const hash = createHash('sha256')
  const count = { rows: 0, documents: 0 }
  const missing = new Map<string, DocumentKey>()
  let tail: v.InferOutput<typeof Tail> | undefined
  let isFirst = true
  // Each filing brings its own rows of the audit log.
  await query('ALTER TABLE recipisa.filings DISABLE TRIGGER audited')
  try {
    for await (const text of linesOf(path)) {
      signal.throwIfAborted()
      if (tail) throw damaged('it goes on after its end')
      const value = parseJson(text)
      const end = v.safeParse(Tail, value)
      if (end.success) {
        tail = end.output
        continue
      }
      hash.update(`${text}\n`)
      if (isFirst) {
        const { storage } = v.parse(Head, value)
        await query('INSERT INTO recipisa.office (storage) VALUES ($1)', [storage && JSON.stringify(storage)])
        isFirst = false
        continue
      }
      const { table, row } = v.parse(RowLine, value)
      const key = { company: String(row.company), sha256: String(row.sha256) }
      const name = `${key.company} ${key.sha256}`
      if (table === 'documents' && row.body === null) missing.set(name, key)
      else {
        const isWithout = table === 'entries' && missing.has(name)
        await query(INSERTS[table], [JSON.stringify(isWithout ? { ...row, sha256: null } : row)])
      }
      count.rows++
      if (table === 'documents') count.documents++
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof v.ValiError)
      throw damaged('a line of it cannot be read', error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_')) throw damaged('it is no whole gzip file', error)
    // Values that are none of their type, and rows that break a rule.
    if (/^2[23]/.test(code)) throw damaged('a row of it is not what it was', error)
    if (error instanceof Error && 'syscall' in error)
      throw new RecipisaError('storage-failed', { path, problem: error.message }, { cause: error })
    throw error
  }
  if (!tail) throw damaged('its end is missing')
  if (tail.sha256 !== hash.digest('hex') || tail.rows !== count.rows || tail.documents !== count.documents)
    throw damaged('its content is not what its end says')
  await query('ALTER TABLE recipisa.filings ENABLE TRIGGER audited')
  for (const [table, column] of [
    ['seats', 'id'],
    ['filings', 'id'],
    ['audit', 'n'],
  ])
    await query(
      `SELECT setval(pg_get_serial_sequence('recipisa.${table}', '${column}'), greatest(max(${column}), 1)) FROM recipisa.${table}`,
    )
  return { ...count, missing: [...missing.values()] }
}

/** Node's readline would also end lines at U+2028 and U+2029, which `JSON.stringify` leaves as they are. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip().setEncoding('utf8')
  const file = createReadStream(path)
  file.on('error', error => unzipped.destroy(error))
  file.pipe(unzipped)
  let line = ''
  for await (const chunk of unzipped as AsyncIterable<string>) {
    const [end, ...begun] = chunk.split('\n')
    line += end
    for (const next of begun) {
      yield line
      line = next
    }
  }
  if (line !== '') yield line
}
