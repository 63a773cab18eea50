import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Archive } from './archive.ts'
import { Database } from './database.ts'
import { type ArchiveOptions, openArchive } from './open.ts'
import { databasePath } from './paths.ts'

let empty: Promise<Buffer> | undefined

/**
 * Opens an archive as `openArchive` does. A new one gets a copy of an empty database: all steps of the schema take longer
 * than most tests.
 */
export async function openNewArchive(options: ArchiveOptions): Promise<Archive> {
  empty ??= emptyDatabase()
  const bytes = await empty
  const path = databasePath(options.dataDir)
  if (!existsSync(path)) {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' })
  }
  return await openArchive(options)
}

async function emptyDatabase(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-empty-'))
  const path = databasePath(folder)
  const database = await Database.open(path)
  database.close()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}
