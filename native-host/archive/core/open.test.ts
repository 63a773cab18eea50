import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { type Disk, realDisk } from '../../process/disk.ts'
import { ended, line, start } from '../coordination/child-process.fixture.ts'
import { Database } from './database.ts'
import { openArchive } from './open.ts'
import { databasePath, declarationJournalPath, journalPath, knownJournalPath } from './paths.ts'
import { rebuildArchive } from './rebuild.ts'
import { MIGRATIONS } from './schema/schema.ts'
import {
  ALL,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  filesBelow,
  NOON,
  openTestArchive,
  temporaryFolder,
} from './test-archive.fixture.ts'

const signal = new AbortController().signal
const quiet = () => undefined

/** An archive of many messages and some documents in both environments, closed; returns its data folder. */
async function filledArchive(): Promise<string> {
  const dataDir = temporaryFolder()
  for (const environment of ['prod', 'test'] as const) {
    const archive = await openArchive({ dataDir, environment, now: () => NOON })
    archive.companies.put(CUI, 'granted')
    archive.messages.record(Array.from({ length: 500 }, (_, index) => aMessage({ id: String(1000 + index) })))
    for (const id of ['1001', '1002'])
      await archive.messages.store(id, aZip(anInvoice({ number: `${environment}-${id}` })))
    archive.close()
  }
  return dataDir
}

const damage: [string, (path: string) => void][] = [
  [
    'text',
    path => writeFileSync(path, 'this is no database, whatever its name says, and long enough to look like one'),
  ],
  ['cut off', path => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['cut off within a page', path => truncateSync(path, statSync(path).size - 1000)],
  [
    'of another program',
    path => {
      rmSync(path)
      const other = new DatabaseSync(path)
      other.exec('PRAGMA journal_mode = WAL; CREATE TABLE companies (x); PRAGMA user_version = 1')
      other.close()
    },
  ],
  [
    'overwritten in the middle',
    path => {
      const file = openSync(path, 'r+')
      writeSync(file, Buffer.alloc(32_768, 0xa5), 0, 32_768, 16_384)
      closeSync(file)
    },
  ],
  [
    'zeros in the middle',
    path => {
      const file = openSync(path, 'r+')
      writeSync(file, Buffer.alloc(65_536), 0, 65_536, 8192)
      closeSync(file)
    },
  ],
]

describe('H-13 a damaged database is reported and left as it is, and its documents come back', () => {
  test.each(damage)('%s', async (_, harm) => {
    const dataDir = await filledArchive()
    const path = join(dataDir, 'recipisa.db')
    harm(path)
    const before = readFileSync(path)
    await expect(openTestArchive(dataDir)).rejects.toMatchObject({
      reason: 'database-corrupt',
      params: { path },
    })
    expect(readFileSync(path)).toEqual(before)

    const progress: number[] = []
    const rebuilt = await rebuildArchive({
      dataDir,
      now: () => NOON,
      progress: ({ checked }) => progress.push(checked),
      signal,
    })
    expect(rebuilt).toEqual({ indexed: 4, keptDatabase: `${path}.damaged-2026-11-20T10-00-00-000Z`, keptJournals: [] })
    expect(progress).toEqual([1, 2, 3, 4])
    expect(readFileSync(rebuilt.keptDatabase ?? '')).toEqual(before)
    for (const environment of ['prod', 'test'] as const) {
      const { messages, companies, verify } = await openTestArchive(dataDir, environment)
      expect(messages.list(ALL)).toMatchObject({ total: 2, items: [{ state: 'archived', unread: false }, {}] })
      expect(messages.list({ ...ALL, search: `${environment}-1002` }).items).toMatchObject([
        { id: '1002', type: 'FACTURA PRIMITA' },
      ])
      expect(companies.list()).toMatchObject([{ cui: CUI, name: 'Ștefan & Fiii SRL', rights: 'unknown', archived: 2 }])
      expect(await verify(quiet, signal)).toEqual({ checked: 2, problems: [] })
    }
  })
})

describe('H-13 damage that SQLite does not see', () => {
  // A page has no checksum: bytes within a text are overwritten, and the database opens.
  test.each([
    ['an invoice', '"number":"prod-1001"'],
    ['an index', 'prodprod-1001'],
  ])('in the text of %s: a rebuild begins a new database', async (_, text) => {
    const dataDir = await filledArchive()
    const path = join(dataDir, 'recipisa.db')
    const bytes = readFileSync(path)
    const at = bytes.indexOf(text)
    if (at === -1) throw new Error(`no ${text} in the database`)
    writeFileSync(path, bytes.fill(0, at + 2, at + 6))

    const { keptDatabase } = await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })
    expect(keptDatabase).not.toBeNull()
    const { messages, verify } = await openTestArchive(dataDir)
    expect(messages.list(ALL)).toMatchObject({ total: 2, items: [{ state: 'archived' }, { state: 'archived' }] })
    expect(await verify(quiet, signal)).toEqual({ checked: 2, problems: [] })
  })

  test('a torn text is no invoice: it is told that the database is damaged', async () => {
    const dataDir = await filledArchive()
    const path = join(dataDir, 'recipisa.db')
    const bytes = readFileSync(path)
    const at = bytes.indexOf('"number":"prod-1001"')
    writeFileSync(path, bytes.fill(0, at + 2, at + 6))
    const { messages } = await openTestArchive(dataDir)
    expect(() => messages.get('1001')).toThrow(
      expect.objectContaining({ reason: 'database-corrupt', params: { path } }),
    )
  })

  test('a rebuild gives a whole database the words of the list back', async () => {
    const dataDir = await filledArchive()
    const path = join(dataDir, 'recipisa.db')
    const db = new DatabaseSync(path)
    db.exec("UPDATE messages SET details = 'torn', type = 'torn', seller_cui = 'torn', buyer_cui = NULL")
    db.close()
    await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })
    const { details, type, sellerCui, buyerCui } = aMessage({ id: '1001' })
    const { messages } = await openTestArchive(dataDir)
    expect(messages.get('1001')?.item).toMatchObject({ details, type, sellerCui, buyerCui })
  })
})

describe('a rebuild', () => {
  test('of a whole database keeps the facts that the files do not have', async () => {
    const dataDir = await filledArchive()
    expect(await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })).toEqual({
      indexed: 4,
      keptDatabase: null,
      keptJournals: [],
    })
    const { messages, companies } = await openTestArchive(dataDir)
    expect(messages.list(ALL).total).toBe(500)
    expect(messages.unread().unread).toBe(2)
    expect(companies.list()).toMatchObject([{ rights: 'granted' }])
  })

  test.each([
    ['damaged', (path: string) => writeFileSync(path, 'damaged, and long enough to be looked at as a database file')],
    ['gone', (path: string) => rmSync(path)],
  ])('favourites and notes of companies outlive a database that is %s', async (what, harm) => {
    const dataDir = temporaryFolder()
    const { lookups, close } = await openTestArchive(dataDir)
    lookups.mark('361757', { favourite: true })
    lookups.mark('14399840', { note: 'sună luni' })
    lookups.mark('14399840', { note: 'sună marți, Brașov' })
    lookups.mark('1590082', { favourite: true, note: 'nu mai' })
    lookups.forget('1590082')
    close()
    harm(join(dataDir, 'recipisa.db'))
    // Opening the archive creates a lost database again.
    if (what === 'damaged') await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })
    const known = (await openTestArchive(dataDir)).lookups
    const all = { search: '', favourites: false, limit: 10, offset: 0 }
    expect(
      known
        .known(all)
        .items.map(({ cui, favourite, note }) => [cui, favourite, note])
        .sort(),
    ).toEqual([
      ['14399840', false, 'sună marți, Brașov'],
      ['361757', true, ''],
    ])
    expect(known.known({ ...all, search: 'brasov' }).total).toBe(1)
  })

  test('indexes a changed document with the hash of its download, so that a check finds the change; skips strange files', async () => {
    const dataDir = await filledArchive()
    const folder = join(dataDir, 'archive', 'prod')
    const changed = join(folder, filesBelow(folder).find(name => name.endsWith('_1001.zip')) ?? '')
    writeFileSync(changed, 'changed')
    writeFileSync(join(folder, CUI, '2026', '11', 'facturi-primite', '.77.json'), '{"version":1,"file":"../../x.zip"}')
    writeFileSync(join(folder, CUI, '2026', 'notes.txt'), 'mine')
    mkdirSync(join(folder, 'somebody', 'else', 'put', 'this', 'here'), { recursive: true })
    writeFileSync(join(dataDir, 'recipisa.db'), 'damaged, though it is long enough to be looked at as a database file')
    expect((await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })).indexed).toBe(4)
    const archive = await openTestArchive(dataDir)
    expect(await archive.verify(quiet, signal)).toEqual({
      checked: 2,
      problems: [{ id: '1001', path: changed, problem: 'changed' }],
    })
  })

  test('of a whole database leaves companies that were taken off the list away', async () => {
    const dataDir = await filledArchive()
    const before = await openArchive({ dataDir, environment: 'prod', now: () => NOON })
    before.companies.put('361757', 'granted')
    before.companies.remove(CUI)
    before.close()
    await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })
    expect((await openTestArchive(dataDir)).companies.list().map(({ cui }) => cui)).toEqual(['361757'])
    expect((await openTestArchive(dataDir, 'test')).companies.list().map(({ cui }) => cui)).toEqual([CUI])
  })

  test.each([
    ['the middle', 16_384],
    ['its first page', 0],
  ])('moves no database that is damaged in %s away while another program has it open', async (_where, at) => {
    const dataDir = await filledArchive()
    const path = join(dataDir, 'recipisa.db')
    const before = readdirSync(dataDir)
    const other = start('claim', dataDir)
    await line(other)
    // With changes in the log, SQLite would look at the locks first.
    expect(statSync(`${path}-wal`).size).toBe(0)
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(32_768, 0xa5), 0, 32_768, at)
    closeSync(file)
    const rebuild = () => rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })
    await expect(rebuild()).rejects.toMatchObject({ reason: 'database-in-use', params: { path } })
    other.stdin?.end()
    expect(await ended(other)).toBe(0)
    expect(readdirSync(dataDir)).toEqual(before)
    expect(await rebuild()).toMatchObject({ indexed: 4, keptDatabase: expect.stringContaining('damaged') })
  })

  test('moves a damaged database of any size away: it reads none of it into memory', async () => {
    const dataDir = await filledArchive()
    const path = join(dataDir, 'recipisa.db')
    truncateSync(path, Math.floor(statSync(path).size / 2))
    const disk: Disk = {
      ...realDisk,
      read: file => (file.startsWith(path) ? Promise.reject(new Error('too large')) : realDisk.read(file)),
    }
    const { keptDatabase } = await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal, disk })
    expect(existsSync(keptDatabase ?? '')).toBe(true)
  })

  test('creates a missing database', async () => {
    const dataDir = join(temporaryFolder(), 'new')
    expect(await rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })).toEqual({
      indexed: 0,
      keptDatabase: null,
      keptJournals: [],
    })
    expect(existsSync(join(dataDir, 'recipisa.db'))).toBe(true)
  })
})

test('a database of a newer version is left alone', async () => {
  const dataDir = await filledArchive()
  const path = join(dataDir, 'recipisa.db')
  const db = new DatabaseSync(path)
  db.exec('PRAGMA user_version = 99')
  db.close()
  await expect(openTestArchive(dataDir)).rejects.toMatchObject({ reason: 'database-newer', params: { path } })
  await expect(rebuildArchive({ dataDir, now: () => NOON, progress: quiet, signal })).rejects.toMatchObject({
    reason: 'database-newer',
  })
  expect(readdirSync(dataDir).filter(name => name.includes('damaged'))).toEqual([])
})

test('an archive that cannot be created throws an error that names the place', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  await expect(openTestArchive(join(file, 'data'))).rejects.toMatchObject({
    reason: 'storage-failed',
    params: { path: join(file, 'data') },
  })
  const taken = temporaryFolder()
  mkdirSync(join(taken, 'recipisa.db'))
  await expect(openTestArchive(taken)).rejects.toMatchObject({
    reason: 'storage-failed',
    params: { path: join(taken, 'recipisa.db') },
  })
})

test('a copy of the files of a running archive opens', async () => {
  const dataDir = temporaryFolder()
  const archive = await openTestArchive(dataDir)
  archive.messages.record([aMessage({ id: '1' })])
  const copy = temporaryFolder()
  for (const name of ['recipisa.db', 'recipisa.db-wal']) copyFileSync(join(dataDir, name), join(copy, name))
  expect((await openTestArchive(copy)).messages.list(ALL).total).toBe(1)
})

test('the database and the journals keep the names under which users have them', () => {
  const paths = [databasePath, journalPath, declarationJournalPath, knownJournalPath].map(pathIn => pathIn('/data'))
  const names = ['recipisa.db', 'attempts.jsonl', 'declarations.jsonl', 'companies.jsonl']
  expect(paths).toEqual(names.map(name => join('/data', name)))
})

/** Locks a database like a process that brings its schema up to date, and releases it after a while. */
const HOLDER = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const db = new DatabaseSync(workerData)
  db.exec('BEGIN IMMEDIATE')
  parentPort.postMessage('locked')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  db.exec('COMMIT')
  db.close()
`

test('a process waits while another one brings the schema up to date, however long that takes', async () => {
  const path = join(temporaryFolder(), 'recipisa.db')
  const old = new DatabaseSync(path)
  old.exec(`PRAGMA journal_mode = WAL; ${MIGRATIONS[0]}; PRAGMA user_version = 1`)
  old.close()
  const holder = new Worker(HOLDER, { eval: true, workerData: path })
  await new Promise(resolve => holder.once('message', resolve))
  const db = await Database.open(path, { patience: { statement: 20, migration: 60_000 } })
  expect(db.get('PRAGMA user_version')).toEqual({ user_version: MIGRATIONS.length })
  expect(db.get('PRAGMA busy_timeout')).toEqual({ timeout: 20 })
  db.close()
  await holder.terminate()
})
