import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { SharedEntry } from '../archive/exchange/exchange.ts'
import { type ClaimKey, type Claims, createClaims } from './coordination/claims.ts'
import { createFilings, type Filings } from './coordination/filings.ts'
import { createSharedPace, type SharedPace } from './coordination/pace.ts'
import { createSharedQuotas, type SharedQuotas } from './coordination/quotas.ts'
import { type OfficeAccess, type OfficeDatabase, openOfficeDatabase } from './database.ts'
import { checkVersion } from './schema/migrate.ts'
import { createDocuments, type Objects, type OfficeDocuments } from './store/documents.ts'
import { createEntries, type OfficeEntries } from './store/entries.ts'
import { loginAt, openObjectStore, refusingStore, type Storage, type StorageLogin } from './store/objects.ts'
import { restingDocuments } from './store/resting-documents.ts'

/** The office of this seat. Nothing connects before its first use. */
export type Office = {
  readonly database: OfficeDatabase
  readonly entries: OfficeEntries
  readonly claims: Claims
  readonly filings: Filings
  readonly quotas: SharedQuotas
  readonly pace: SharedPace
  documents(): Promise<OfficeDocuments>
  /**
   * The document of an entry. Throws `office-document-missing` if the office does not have it. Both this and `publish` are
   * for downloads: they leave an S3 store that has failed alone for a minute.
   */
  entryDocument(key: ClaimKey): Promise<Uint8Array>
  /**
   * Adds an entry and its document in one transaction, and returns its number. A seat that may not write for the company adds
   * nothing.
   */
  publish(entry: SharedEntry & { sha256: string }, bytes: Uint8Array): Promise<string | undefined>
  /** Runs work that nobody waits for, except `close`. */
  later(work: Promise<void>): void
  close(): Promise<void>
}

export type OfficeLogin = OfficeAccess & {
  objectStore: StorageLogin | null
}

export function openOffice(login: OfficeLogin, environment: string): Office {
  const database = openOfficeDatabase(login)
  const { query } = database
  const entries = createEntries(database)
  const claims = createClaims(database)
  const underWay = new Set<Promise<void>>()

  const openDocuments = async (): Promise<OfficeDocuments> => {
    const [row] = await query<{ storage: Storage | null; version: number }>(
      'SELECT storage, (SELECT count(*)::integer FROM recipisa.schema_steps) AS version FROM recipisa.office',
    )
    if (!row) throw new RecipisaError('office-missing', { url: login.url })
    checkVersion(row.version)
    return createDocuments(database, objectsOf(row.storage, login))
  }
  let documents: Promise<OfficeDocuments> | undefined
  const openedDocuments = () => {
    documents ??= openDocuments().catch(error => {
      documents = undefined // the next call asks again
      throw error
    })
    return documents
  }
  const ofDownloads = restingDocuments(openedDocuments, () => performance.now())

  return {
    database,
    entries,
    claims,
    filings: createFilings(database),
    quotas: createSharedQuotas(database, environment),
    pace: createSharedPace(database),
    documents: openedDocuments,
    async entryDocument({ area, environment: of, key, company = null }) {
      const [row] = await query<{ company: string; sha256: string }>(
        `SELECT company, encode(sha256, 'hex') AS sha256 FROM recipisa.entries
          WHERE area = $1 AND environment = $2 AND key = $3 AND ($4::text IS NULL OR company = $4) AND sha256 IS NOT NULL`,
        [area, of, key, company],
      )
      const bytes = row && (await ofDownloads.read(row))
      if (!bytes) throw new RecipisaError('office-document-missing', { sha256: row?.sha256 ?? key })
      return bytes
    },
    async publish(entry, bytes) {
      if (!(await entries.writable([entry.company])).has(entry.company)) return undefined
      const added = await ofDownloads.add({ company: entry.company, sha256: entry.sha256 }, bytes)
      return database.transaction(async run => {
        await added.insert(run)
        await entries.put(run, entry)
        return entries.transaction(run)
      })
    },
    later(work) {
      const done = work.finally(() => underWay.delete(done))
      underWay.add(done)
    },
    async close() {
      await Promise.allSettled(underWay)
      await claims.close()
      await database.close()
    },
  }
}

function objectsOf(storage: Storage | null, { objectStore }: OfficeLogin): Objects | null {
  if (!storage) return null
  const { endpoint, region, keepsAll } = storage
  const login = loginAt(storage, objectStore)
  if (login instanceof RecipisaError) return { store: refusingStore(login), keepsAll, problem: login }
  return { store: openObjectStore({ endpoint, region, ...login }), keepsAll, problem: null }
}
