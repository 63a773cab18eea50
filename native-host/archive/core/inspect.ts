import { existsSync, statSync } from 'node:fs'
import { Database } from './database.ts'
import { databasePath } from './paths.ts'

/** The result of inspecting the index; `version` is its schema's. */
export type InspectedIndex = { version: number; bytes: number }

/**
 * Reads through the index in `dataDir`, as opening does, but changes nothing; undefined if there is none yet. Throws
 * `database-corrupt`, `database-newer` or `storage-failed`, each of which names the file.
 */
export function inspectIndex(dataDir: string): InspectedIndex | undefined {
  const path = databasePath(dataDir)
  if (!existsSync(path)) return undefined
  return { version: Database.inspect(path), bytes: statSync(path).size }
}
