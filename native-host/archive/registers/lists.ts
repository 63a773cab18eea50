import { join } from 'node:path'
import type { Database } from '../core/database.ts'
import type { Disk } from '../store/disk.ts'
import { hash } from '../store/document-store.ts'
import { hex } from '../store/staged.ts'
import type { Lists } from './register-archive.ts'

/** How long a list is kept for batches to begin with it, ms. */
const KEPT = 7 * 24 * 60 * 60 * 1000

type Options = { db: Database; disk: Disk; folder: string; now: () => number }

/** Lists as they came, under their SHA-256. */
export function createLists({ db, disk, folder, now }: Options): Lists {
  const path = (sha256: string) => join(folder, `${hex(sha256)}.list`)

  const removeOld = async () => {
    const old = db.all<{ sha256: string }>('SELECT sha256 FROM lists WHERE kept_at < :before', { before: now() - KEPT })
    for (const { sha256 } of old) {
      await disk.remove(path(sha256))
      db.run('DELETE FROM lists WHERE sha256 = :sha256', { sha256 })
    }
  }

  return {
    async put(bytes, fileName) {
      const sha256 = hash(bytes)
      await disk.makeFolder(folder)
      // Two processes may keep the same list at once.
      const part = `${path(sha256)}.${process.pid}.part`
      await disk.write(part, bytes)
      await disk.rename(part, path(sha256))
      db.run(
        `INSERT INTO lists (sha256, file_name, kept_at) VALUES (:sha256, :fileName, :now)
          ON CONFLICT DO UPDATE SET file_name = excluded.file_name, kept_at = excluded.kept_at`,
        { sha256, fileName, now: now() },
      )
      await removeOld()
      return sha256
    },
    async get(sha256) {
      const bytes = await disk.read(path(sha256))
      if (!bytes || hash(bytes) !== sha256) return undefined
      const row = db.get<{ fileName: string }>('SELECT file_name AS fileName FROM lists WHERE sha256 = :sha256', {
        sha256,
      })
      return { bytes, fileName: row?.fileName ?? `${sha256.slice(0, 12)}.list` }
    },
  }
}
