import { join } from 'node:path'
import type { Environment } from '../../../shared/protocol/values.ts'
import type { Database } from '../core/database.ts'
import type { Disk } from './disk.ts'
import { hash } from './document-store.ts'

/** How long bytes are kept that were looked at and never sent, ms. */
const KEPT = 7 * 24 * 60 * 60 * 1000

/** Exact bytes that were looked at or sent, under their SHA-256. */
export type Staged = {
  put(bytes: Uint8Array, fileName: string): Promise<string>
  /** Undefined if they are not there, or are no longer those bytes. */
  get(sha256: string): Promise<{ bytes: Uint8Array; fileName: string } | undefined>
  remove(sha256: string): Promise<void>
}

/** The names under which staged bytes came. */
export type StagedNames = {
  put(sha256: string, fileName: string, stagedAt: number): void
  get(sha256: string): string | undefined
  remove(sha256: string): void
  /** Bytes that were staged before a moment and that no filing names. */
  neverSent(before: number): string[]
}

type Options = { names: StagedNames; disk: Disk; folder: string; ending: 'xml' | 'pdf'; now: () => number }

export function createStaged({ names, disk, folder, ending, now }: Options): Staged {
  const path = (sha256: string) => join(folder, `${hex(sha256)}.${ending}`)

  const remove = async (sha256: string) => {
    await disk.remove(path(sha256))
    names.remove(sha256)
  }

  return {
    remove,
    async put(bytes, fileName) {
      const sha256 = hash(bytes)
      await disk.makeFolder(folder)
      const kept = await disk.read(path(sha256))
      if (!kept || hash(kept) !== sha256) {
        // Two processes may stage the same bytes at once.
        const part = `${path(sha256)}.${process.pid}.part`
        await disk.write(part, bytes)
        await disk.rename(part, path(sha256))
        await disk.syncFolder(folder)
      }
      names.put(sha256, fileName, now())
      for (const old of names.neverSent(now() - KEPT)) await remove(old)
      return sha256
    },
    async get(sha256) {
      const bytes = await disk.read(path(sha256))
      if (!bytes || hash(bytes) !== sha256) return undefined
      return { bytes, fileName: names.get(sha256) ?? `${sha256.slice(0, 12)}.${ending}` }
    },
  }
}

/** Of invoices and buyers' messages, by environment. */
export function invoiceNames(db: Database, environment: Environment): StagedNames {
  return {
    put(sha256, fileName, stagedAt) {
      db.run(
        `INSERT INTO staged (environment, sha256, file_name, staged_at) VALUES (:environment, :sha256, :fileName, :stagedAt)
          ON CONFLICT DO UPDATE SET file_name = excluded.file_name, staged_at = excluded.staged_at`,
        { environment, sha256, fileName, stagedAt },
      )
    },
    get: sha256 =>
      db.get<{ fileName: string }>(
        'SELECT file_name AS fileName FROM staged WHERE environment = :environment AND sha256 = :sha256',
        { environment, sha256 },
      )?.fileName,
    remove(sha256) {
      db.run('DELETE FROM staged WHERE environment = :environment AND sha256 = :sha256', { environment, sha256 })
    },
    neverSent: before =>
      db
        .all<{ sha256: string }>(
          `SELECT sha256 FROM staged WHERE environment = :environment AND staged_at < :before AND NOT EXISTS
            (SELECT 1 FROM attempts WHERE attempts.environment = :environment AND attempts.sha256 = staged.sha256)`,
          { environment, before },
        )
        .map(({ sha256 }) => sha256),
  }
}

/** Of declarations: the portal has one environment only. */
export function declarationNames(db: Database): StagedNames {
  return {
    put(sha256, fileName, stagedAt) {
      db.run(
        `INSERT INTO staged_declarations (sha256, file_name, staged_at) VALUES (:sha256, :fileName, :stagedAt)
          ON CONFLICT DO UPDATE SET file_name = excluded.file_name, staged_at = excluded.staged_at`,
        { sha256, fileName, stagedAt },
      )
    },
    get: sha256 =>
      db.get<{ fileName: string }>('SELECT file_name AS fileName FROM staged_declarations WHERE sha256 = :sha256', {
        sha256,
      })?.fileName,
    remove(sha256) {
      db.run('DELETE FROM staged_declarations WHERE sha256 = :sha256', { sha256 })
    },
    neverSent: before =>
      db
        .all<{ sha256: string }>(
          `SELECT sha256 FROM staged_declarations WHERE staged_at < :before AND NOT EXISTS
            (SELECT 1 FROM declarations WHERE declarations.sha256 = staged_declarations.sha256)`,
          { before },
        )
        .map(({ sha256 }) => sha256),
  }
}

/** What names a file is a hash and nothing else. */
export function hex(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('a hash that is not hexadecimal cannot name a file')
  return sha256
}
