import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openArchive } from '../../../native-host/archive/core/open.ts'
import { databasePath } from '../../../native-host/archive/core/paths.ts'
import { MIGRATIONS } from '../../../native-host/archive/core/schema/schema.ts'
import { fillArchive } from '../../support/large-office.ts'

const FOLDER = fileURLToPath(new URL('../../../.output/bench', import.meta.url))

/** An archive is made anew after a change of the schema, and of what fills it. */
const FILLED_BY = ['../../support/large-office.ts', '../../../native-host/archive/invoices/message-rows.ts']
const SCHEMA = hash(
  'sha256',
  [...MIGRATIONS, ...FILLED_BY.map(file => readFileSync(new URL(file, import.meta.url), 'utf8'))].join(),
)

/** Numbers of documents whose archives are compared; the floor is 10,000. */
export const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const

/** The moment at which the offices look at their archives. */
export const NOW = Date.UTC(2026, 10, 20, 10)

/** The data folder of an office of 500 companies with so many documents, in the test environment. Made once and kept. */
export async function largeArchive(documents: number): Promise<string> {
  const dataDir = join(FOLDER, String(documents))
  const stamp = join(dataDir, 'stamp')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === SCHEMA) return dataDir
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const open = () => openArchive({ dataDir, environment: 'test', now: () => NOW })
  ;(await open()).close()
  await fillArchive(dataDir, { companies: 500, documents, now: NOW })
  writeFileSync(stamp, SCHEMA)
  return dataDir
}

/** Bytes of the index. */
export const indexSize = (dataDir: string): number => statSync(databasePath(dataDir)).size
