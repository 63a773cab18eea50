import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Exchange, SharedArea, type SharedEntry } from '../../archive/exchange/exchange.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import { KEEPALIVE, type Query } from '../database.ts'
import type { Office } from '../office.ts'
import { type DocumentKey, isUnreadable } from '../store/documents.ts'
import { TABLES } from './tables.ts'

/** Version of the file's format. */
export const BACKUP_VERSION = 1
/** Rows of one query; documents are large. */
const PAGE = { documents: 50, others: 2000 }

/** `missing`: documents that are in no file, because the S3 store has lost or changed them. */
export type BackedUp = { rows: number; documents: number; missing: DocumentKey[] }

type Row = Record<string, unknown>

/**
 * Writes the whole office into a file: JSON lines, gzipped, with counts and a hash at the end. The file shows one
 * moment of the office, whatever seats do meanwhile, and includes the documents of the S3 store. It gets its name once
 * it is whole. A document that the store has lost or changed is taken from this seat (`held`), and the store gets it again;
 * one that is not here either has no content in the file, and keeps nothing else out of it. Only the role `office` sees
 * everything: throws `office-forbidden` for others.
 */
export async function backUp(
  { database, documents }: Pick<Office, 'database' | 'documents'>,
  held: Exchange['bytes'],
  path: string,
  signal: AbortSignal,
): Promise<BackedUp> {
  const store = await documents()
  const count = { rows: 0, documents: 0 }
  const missing: DocumentKey[] = []
  const hash = createHash('sha256')
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`
    hash.update(text)
    return text
  }
  async function* lines(query: Query) {
    const [office] = await query<Row>('SELECT storage, clock_timestamp() AS at FROM recipisa.office')
    yield line({ version: BACKUP_VERSION, ...office })
    for (const { table, columns, order } of TABLES) {
      const limit = table === 'documents' ? PAGE.documents : PAGE.others
      await query(`DECLARE rows CURSOR FOR SELECT ${columns} FROM recipisa.${table} ORDER BY ${order}`)
      for (;;) {
        signal.throwIfAborted()
        const rows = await query<Row>(`FETCH ${limit} FROM rows`)
        if (rows.length === 0) break
        for (const row of rows) {
          const body = table === 'documents' && row.body === null ? await bodyOf(query, row) : row.body
          yield line({ table, row: table === 'documents' ? { ...row, body } : row })
          count.rows++
          if (table === 'documents') count.documents++
        }
      }
      await query('CLOSE rows')
    }
    yield `${JSON.stringify({ ...count, sha256: hash.digest('hex') })}\n`
  }
  const bodyOf = async (query: Query, { company, sha256 }: Row): Promise<string | null> => {
    const key = { company: String(company), sha256: String(sha256) }
    try {
      const bytes = await store.read(key)
      if (bytes) return Buffer.from(bytes).toString('base64')
    } catch (error) {
      if (!isUnreadable(error)) throw error
    }
    const bytes = await heldHere(query, key)
    if (bytes) return Buffer.from(bytes).toString('base64')
    missing.push(key)
    return null
  }
  const heldHere = async (query: Query, key: DocumentKey): Promise<Uint8Array | undefined> => {
    const entries = await query<SharedEntry>(
      `SELECT area, environment, key, company, body, encode(sha256, 'hex') AS sha256 FROM recipisa.entries
        WHERE company = $1 AND sha256 = decode($2, 'hex') AND area = ANY ($3)`,
      [key.company, key.sha256, SharedArea.options],
    )
    for (const entry of entries) {
      const bytes = await held(entry)
      if (!bytes || sha256Of(bytes) !== key.sha256) continue
      await store.add(key, bytes)
      return bytes
    }
    return undefined
  }

  const part = `${path}.part`
  try {
    await database.transaction(async query => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
      // The transaction is idle while the S3 store answers. The server still notices a seat that has vanished.
      await query(`SET LOCAL idle_in_transaction_session_timeout = 0; ${KEEPALIVE}`)
      const [sight] = await query<{ all: boolean }>('SELECT recipisa.sees_all() AS all')
      if (!sight?.all) throw new RecipisaError('office-forbidden', { problem: 'a backup needs the role "office"' })
      // The file lacks the seats' secrets but holds all companies' documents.
      const file = createWriteStream(part, { mode: 0o600, flush: true })
      await pipeline(Readable.from(lines(query)), createGzip(), file)
    })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    if (error instanceof Error && 'syscall' in error)
      throw new RecipisaError('storage-failed', { path, problem: error.message }, { cause: error })
    throw error
  }
  return { ...count, missing }
}
