import { spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasCleanEnd, isOpenElsewhere, markCleanEnd } from './clean-end.ts'
import { Database } from './database.ts'
import { rebuildArchive } from './rebuild.ts'
import { temporaryFolder } from './test-archive.fixture.ts'

const REFUSED = { reason: 'database-corrupt' }

/** A database that is too large to be checked each time, checked and open: its rows fill pages with 12 MB. */
async function largeDatabase() {
  const folder = temporaryFolder()
  const path = join(folder, 'recipisa.db')
  const mark = `${path}-closed`
  const filled = await Database.open(path)
  filled.run(
    `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 8000)
      INSERT INTO messages (environment, id, upload_index, cui, kind, type, created_at, created_day, details, self_billed, search)
        SELECT 'prod', i, i, '10', 'sent', '', i, '2026-01-01', hex(zeroblob(600)), 0, '' FROM numbers`,
  )
  filled.close()
  expect(statSync(path).size).toBeGreaterThan(8 * 1024 * 1024)
  expect(existsSync(mark)).toBe(false)
  const db = await Database.open(path)
  expect(existsSync(mark)).toBe(true)
  return { folder, path, mark, db }
}

/** Zeros in a row of a document, where nothing of the schema is. */
function tear(path: string): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(65_536), 0, 65_536, 8 * 1024 * 1024)
  closeSync(file)
}

test('H-13 a large database that was torn after it was closed is refused when it is opened', async () => {
  const { path, mark, db } = await largeDatabase()
  db.close()
  expect(hasCleanEnd(path)).toBe(true)
  const again = await Database.open(path)
  again.close()
  expect(hasCleanEnd(path)).toBe(true)
  tear(path)
  await expect(Database.open(path)).rejects.toMatchObject({ ...REFUSED, params: { path } })
  expect(existsSync(mark)).toBe(false)
})

test('H-13 a torn copy of a large database is refused, although its mark, length and time are those of the original', async () => {
  const { path, db } = await largeDatabase()
  db.close()
  const { atime, mtime } = statSync(path)
  const copy = join(temporaryFolder(), 'recipisa.db')
  for (const part of ['', '-closed']) copyFileSync(path + part, copy + part)
  tear(copy)
  utimesSync(copy, atime, mtime)
  await expect(Database.open(copy)).rejects.toMatchObject(REFUSED)
})

test('H-13 a large database whose process was killed is checked when it is opened', async () => {
  const { path, db } = await largeDatabase()
  db.close()
  const program = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1])
    db.exec("PRAGMA wal_autocheckpoint = 0; UPDATE companies SET rights = 'granted'; CREATE TABLE more (n)")
    process.kill(process.pid, 'SIGKILL')`
  expect(spawnSync(process.execPath, ['-e', program, path]).signal).toBe('SIGKILL')
  expect(hasCleanEnd(path)).toBe(false)
})

test('H-13 a large database that others have checked and have open is not read as a whole a second time', async () => {
  const { path, mark, db } = await largeDatabase()
  // Only a check of the whole would find it.
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  tear(path)
  const beside = await Database.open(path)
  beside.close()
  // Whoever has it open now is not through with the check, or has seen damage.
  rmSync(mark)
  await expect(Database.open(path)).rejects.toMatchObject(REFUSED)
  db.close()
  expect(existsSync(mark)).toBe(false)
  await expect(Database.open(path)).rejects.toMatchObject(REFUSED)
})

test('H-13 a mark that a crash has left does not count for who opens the database next, nor for who comes meanwhile', async () => {
  const { path, mark, db } = await largeDatabase()
  expect(isOpenElsewhere(path)).toBe(true)
  expect(existsSync(mark)).toBe(true)
  db.close()
  writeFileSync(mark, 'open\n')
  expect(isOpenElsewhere(path)).toBe(false)
  expect(existsSync(mark)).toBe(false)
})

test('H-13 a rebuild checks the whole, whatever is marked', async () => {
  const { folder, path, db } = await largeDatabase()
  db.close()
  tear(path)
  markCleanEnd(path)
  const trusting = await Database.open(path)
  trusting.close()
  const rebuilt = await rebuildArchive({
    dataDir: folder,
    now: () => 0,
    progress: () => undefined,
    signal: new AbortController().signal,
  })
  expect(rebuilt.keptDatabase).toContain('damaged')
})

test('H-13 after damage that shows while programs run, the next opening checks the whole, whoever closes last', async () => {
  const { path, mark, db } = await largeDatabase()
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  tear(path)
  const reader = await Database.open(path)
  expect(() => reader.all('SELECT sum(length(details)) AS sum FROM messages NOT INDEXED')).toThrow()
  reader.close()
  db.close()
  expect(existsSync(mark)).toBe(false)
})
