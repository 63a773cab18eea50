import { closeSync, copyFileSync, existsSync, openSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Database } from './database.ts'
import { rebuildArchive } from './rebuild.ts'
import { temporaryFolder } from './test-archive.fixture.ts'

/** A database that is too large to be checked each time, open: its rows fill pages with 12 MB. */
async function largeDatabase() {
  const folder = temporaryFolder()
  const path = join(folder, 'recipisa.db')
  const db = await Database.open(path)
  db.run(
    `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 8000)
      INSERT INTO messages (environment, id, upload_index, cui, kind, type, created_at, created_day, details, self_billed, search)
        SELECT 'prod', i, i, '10', 'sent', '', i, '2026-01-01', hex(zeroblob(600)), 0, '' FROM numbers`,
  )
  return { folder, path, db }
}

/** Zeros in a row of a document, where nothing of the schema is. */
function tear(path: string): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(65_536), 0, 65_536, 8 * 1024 * 1024)
  closeSync(file)
}

test('H-13 a large database that was torn after it was closed is refused when it is opened', async () => {
  const { path, db } = await largeDatabase()
  db.close()
  expect(statSync(path).size).toBeGreaterThan(8 * 1024 * 1024)
  expect(existsSync(`${path}-closed`)).toBe(true)
  const again = await Database.open(path)
  again.close()
  tear(path)
  await expect(Database.open(path)).rejects.toMatchObject({ reason: 'database-corrupt', params: { path } })
})

test('H-13 a large database whose process was killed is checked when it is opened', async () => {
  const { path, db } = await largeDatabase()
  db.close()
  const killed = await Database.open(path)
  killed.run(`UPDATE messages SET details = 'changed' WHERE id = '1'`)
  // What a kill leaves: the file, its log, and the mark of an earlier end.
  const copy = join(temporaryFolder(), 'recipisa.db')
  for (const part of ['', '-wal', '-closed']) copyFileSync(path + part, copy + part)
  killed.close()
  const { atimeMs, mtimeMs } = statSync(path)
  tear(copy)
  utimesSync(copy, atimeMs / 1000, mtimeMs / 1000)
  await expect(Database.open(copy)).rejects.toMatchObject({ reason: 'database-corrupt' })
})

test('H-13 a large database that another process has open is not read as a whole a second time', async () => {
  const { path, db } = await largeDatabase()
  // Only a check of the whole would find it.
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  tear(path)
  const beside = await Database.open(path)
  beside.close()
  db.close()
  rmSync(`${path}-closed`)
  await expect(Database.open(path)).rejects.toMatchObject({ reason: 'database-corrupt' })
})

test('H-13 damage that shows while the program runs is found again at the next opening, and by a rebuild at any time', async () => {
  const { folder, path, db } = await largeDatabase()
  db.close()
  const { atime, mtime } = statSync(path)
  tear(path)
  utimesSync(path, atime, mtime)
  const rebuilt = await rebuildArchive({
    dataDir: folder,
    now: () => 0,
    progress: () => undefined,
    signal: new AbortController().signal,
  })
  expect(rebuilt.keptDatabase).toContain('damaged')

  const other = await largeDatabase()
  other.db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  tear(other.path)
  const reader = await Database.open(other.path)
  expect(() => reader.all('SELECT sum(length(details)) AS sum FROM messages NOT INDEXED')).toThrow()
  other.db.close()
  reader.close()
  expect(existsSync(`${other.path}-closed`)).toBe(false)
})
