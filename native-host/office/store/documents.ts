import { createHash } from 'node:crypto'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { OfficeDatabase, Query } from '../database.ts'
import type { ObjectStore } from './objects.ts'

/** The largest document that the database itself keeps if there is an S3 store, bytes. */
const LARGE = 1_000_000

export type DocumentKey = { company: string; sha256: string }

/** The office's documents, by the hash of their content. */
export type OfficeDocuments = {
  /** Why this seat cannot use the office's S3 store at all; null if it can, and without one. */
  storageProblem: RecipisaError | null
  /** The keys whose documents the office lacks. */
  missing(keys: readonly DocumentKey[]): Promise<DocumentKey[]>
  /** Whether a document of this size, bytes, belongs in the S3 store. */
  liesInStore(size: number): boolean
  /** Does the part of adding a document that is outside the database; `insert` then completes it in a transaction. */
  add(key: DocumentKey, bytes: Uint8Array): Promise<{ insert(query: Query): Promise<void> }>
  /**
   * The bytes, checked against the hash; undefined if the office does not have them. Throws `document-damaged`, and
   * `office-document-missing` if the S3 store has lost them (`isUnreadable`). `in-database`: the S3 store is not asked, and
   * what lies there is undefined too.
   */
  read(key: DocumentKey, only?: 'in-database'): Promise<Uint8Array | undefined>
}

/** Whether the office cannot give a document as it was; that keeps no other document away. */
export const isUnreadable = (error: unknown): error is RecipisaError =>
  error instanceof RecipisaError && ['document-damaged', 'office-document-missing'].includes(error.reason)

/** `problem`: why this seat cannot use the store at all. */
export type Objects = { store: ObjectStore; keepsAll: boolean; problem: RecipisaError | null }

/** `objects`: the S3 store, if there is one; it has all documents, or only the large ones. */
export function createDocuments({ query }: Pick<OfficeDatabase, 'query'>, objects: Objects | null): OfficeDocuments {
  const liesInStore = (size: number) => objects !== null && (objects.keepsAll || size > LARGE)
  return {
    storageProblem: objects?.problem ?? null,
    liesInStore,
    async missing(keys) {
      // As bytes: beneath row-level security, a condition that calls a function per row uses no index, and all
      // documents would be read instead.
      return query<DocumentKey>(
        `SELECT company, encode(sha256, 'hex') AS sha256 FROM unnest($1::text[], $2::bytea[]) AS wanted (company, sha256)
          WHERE NOT EXISTS (SELECT FROM recipisa.documents d WHERE d.company = wanted.company AND d.sha256 = wanted.sha256)`,
        [keys.map(({ company }) => company), keys.map(({ sha256 }) => Buffer.from(sha256, 'hex'))],
      )
    },
    async add({ company, sha256 }, bytes) {
      const goesOut = liesInStore(bytes.length)
      if (goesOut) await objects?.store.put(objectName({ company, sha256 }), bytes)
      return {
        async insert(run) {
          await run(
            `INSERT INTO recipisa.documents (company, sha256, size, body, seat)
              VALUES ($1, decode($2, 'hex'), $3, $4, recipisa.my_seat()) ON CONFLICT DO NOTHING`,
            [company, sha256, bytes.length, goesOut ? null : Buffer.from(bytes)],
          )
        },
      }
    },
    async read(key, only) {
      const { company, sha256 } = key
      const [row] = await query<{ body: Uint8Array | null }>(
        `SELECT body FROM recipisa.documents WHERE company = $1 AND sha256 = decode($2, 'hex')`,
        [company, sha256],
      )
      if (!row || (row.body === null && only === 'in-database')) return undefined
      const bytes = row.body ?? (await objects?.store.get(objectName(key)))
      if (!bytes) throw new RecipisaError('office-document-missing', { sha256 })
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new RecipisaError('document-damaged', { path: objectName(key) })
      return new Uint8Array(bytes)
    },
  }
}

function objectName({ company, sha256 }: DocumentKey): string {
  return `documents/${company}/${sha256}`
}
