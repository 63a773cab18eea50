import { join } from 'node:path'
import type { Environment } from '../../../shared/domain/values.ts'
import type { Disk } from '../../process/disk.ts'
import { replaceFile } from '../../process/replace-file.ts'
import type { Database } from '../core/database.ts'
import { hex, sha256Of } from './hash.ts'

/** How long to keep bytes that nothing needs, ms. */
const KEPT = 7 * 24 * 60 * 60 * 1000

/** Exact bytes as they came, under their SHA-256: invoices and declarations to send, lists, exports. */
export type ContentStore = {
  /** Stores the bytes with their original name; idempotent. Returns their SHA-256. */
  put(bytes: Uint8Array, fileName: string): Promise<string>
  /** Undefined if the file is missing or has other bytes. */
  get(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
  remove(sha256: string): Promise<void>
}

/** One kind of content: where its files lie, and the table that has a row for each file. */
export type ContentKind = {
  /** Relative to the data folder, with slashes. */
  folder: string
  ending: 'xml' | 'pdf' | 'list' | 'export'
  table: 'staged' | 'staged_declarations' | 'lists' | 'book_export_files'
  /** Column of the bytes' arrival time. */
  at: 'staged_at' | 'kept_at'
  /** Set for a table whose rows belong to an environment. */
  environment?: Environment
  /** SQL: a query that finds a row for bytes that are still needed. */
  needed?: string
}

export type ContentStoreOptions = { db: Database; disk: Disk; dataDir: string; now: () => number }

export function createContentStore(kind: ContentKind, { db, disk, dataDir, now }: ContentStoreOptions): ContentStore {
  const { ending, table, at, environment, needed } = kind
  const folder = join(dataDir, ...kind.folder.split('/'))
  const own = environment === undefined ? {} : { environment }
  const isOwn = environment === undefined ? 'TRUE' : 'environment = :environment'
  const columns = [...Object.keys(own), 'sha256']
  const path = (sha256: string) => join(folder, `${hex(sha256)}.${ending}`)

  const remove = async (sha256: string) => {
    await disk.remove(path(sha256))
    db.run(`DELETE FROM ${table} WHERE ${isOwn} AND sha256 = :sha256`, { ...own, sha256 })
  }

  const removeOld = async () => {
    const old = db.all<{ sha256: string }>(
      `SELECT sha256 FROM ${table} WHERE ${isOwn} AND ${at} < :before ${needed ? `AND NOT EXISTS (${needed})` : ''}`,
      { ...own, before: now() - KEPT },
    )
    for (const { sha256 } of old) await remove(sha256)
  }

  return {
    remove,
    async put(bytes, fileName) {
      const sha256 = sha256Of(bytes)
      await disk.makeFolder(folder)
      const stored = await disk.read(path(sha256))
      if (!stored || sha256Of(stored) !== sha256) await replaceFile(disk, path(sha256), bytes)
      db.run(
        `INSERT INTO ${table} (${columns.join(', ')}, file_name, ${at})
          VALUES (${columns.map(column => `:${column}`).join(', ')}, :fileName, :now)
          ON CONFLICT DO UPDATE SET file_name = excluded.file_name, ${at} = excluded.${at}`,
        { ...own, sha256, fileName, now: now() },
      )
      await removeOld()
      return sha256
    },
    async get(sha256) {
      const bytes = await disk.read(path(sha256))
      if (!bytes || sha256Of(bytes) !== sha256) return undefined
      const row = db.get<{ fileName: string }>(
        `SELECT file_name AS fileName FROM ${table} WHERE ${isOwn} AND sha256 = :sha256`,
        { ...own, sha256 },
      )
      return { bytes, fileName: row?.fileName ?? `${sha256.slice(0, 12)}.${ending}` }
    },
  }
}
