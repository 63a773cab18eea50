import { existsSync, statSync } from 'node:fs'
import { Database } from './database.ts'
import { databasePath } from './paths.ts'

/** What an inspection shows of the index; `version` is that of its schema. */
export type InspectedIndex = { version: number; bytes: number }

/**
 * Reads the index in `dataDir` through, as opening it does, and changes nothing; undefined if there is none yet. Throws
 * `database-corrupt`, `database-newer` or `storage-failed`, each of which names the file.
 */
export function inspectIndex(dataDir: string): InspectedIndex | undefined {
  const path = databasePath(dataDir)
  if (!existsSync(path)) return undefined
  return { version: Database.inspect(path), bytes: statSync(path).size }
}
