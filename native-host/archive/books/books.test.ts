import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '../../process/disk.ts'
import { openArchive } from '../core/open.ts'
import { rebuildArchive } from '../core/rebuild.ts'
import {
  ALL,
  aMessage,
  anInvoice,
  aZip,
  CUI,
  NOON,
  openTestArchive,
  temporaryFolder,
  withMessages,
} from '../core/test-archive.fixture.ts'

const ISSUED = '2026-11-19'
const BYTES = new TextEncoder().encode('jurnal')
const A_FILE = { format: 'csv', by: 'ana', fileName: 'jurnal.csv', bytes: BYTES } as const
const entries = () => [
  aMessage({ id: '1' }),
  aMessage({ id: '2', type: 'FACTURA TRIMISA' }),
  aMessage({ id: '3', type: 'ERORI FACTURA' }),
]

test('W-03 sent and received invoices are new until somebody marks them; lists filter by the state', async () => {
  const { messages, books } = await withMessages(...entries())
  const states = () => messages.list(ALL).items.map(({ id, book }) => [id, book?.state])
  expect(states()).toEqual([
    ['3', undefined],
    ['2', 'new'],
    ['1', 'new'],
  ])
  const own = books.select({ filter: {} })
  expect(own.map(({ id }) => id)).toEqual(['1', '2'])
  expect(books.select({ filter: {}, except: ['1', '3'] }).map(({ id }) => id)).toEqual(['2'])
  expect(books.mark(books.select({ ids: ['1', '3'] }), { state: 'checked', note: 'NIR 118' }, 'ana')).toBe(1)
  expect(messages.get('1')?.item.book).toEqual({
    state: 'checked',
    at: NOON,
    by: 'ana',
    note: 'NIR 118',
    exportId: null,
  })
  const found = (book: 'new' | 'checked' | 'exported') => messages.list({ ...ALL, book }).items.map(({ id }) => id)
  expect([found('new'), found('checked'), found('exported')]).toEqual([['2'], ['1'], []])
})

test('W-03 marking again what is so already changes nothing, and a note leaves who checked it', async () => {
  const { messages, books } = await withMessages(...entries())
  books.mark(books.select({ ids: ['1'] }), { state: 'checked' }, 'ana')
  expect(books.mark(books.select({ ids: ['1', '2'] }), { state: 'checked' }, 'ion')).toBe(1)
  books.mark(books.select({ ids: ['1'] }), { note: 'de întrebat' }, 'ion')
  expect(messages.get('1')?.item.book).toMatchObject({ state: 'checked', by: 'ana', note: 'de întrebat' })
})

test('W-03 invoices are chosen by their own date too; one that is not read yet by the day of its entry', async () => {
  const { messages, books } = await withMessages(aMessage({ id: '1' }), aMessage({ id: '2' }))
  await messages.store('1', aZip(anInvoice()))
  const ids = (filter: object) => books.select({ filter }).map(({ id }) => id)
  expect(ids({ issuedSince: ISSUED, issuedUntil: ISSUED })).toEqual(['1'])
  expect(ids({ issuedSince: '2026-11-20' })).toEqual(['2'])
})

test('W-03 both entries of a self-billed document have one state (E-17)', async () => {
  const sent = aMessage({ id: '1', type: 'FACTURA TRIMISA', uploadIndex: '77' })
  const { messages, books } = await withMessages(sent, aMessage({ id: '2', uploadIndex: '77' }))
  expect(books.mark(books.select({ filter: {} }), { state: 'checked' }, 'ana')).toBe(1)
  expect(['1', '2'].map(id => messages.get(id)?.item.book?.state)).toEqual(['checked', 'checked'])
})

test('W-03 an export has its file and marks its invoices; the file can be read again', async () => {
  const { messages, books } = await withMessages(...entries())
  const made = await books.storeExport(A_FILE, books.select({ ids: ['1'] }))
  expect(made).toMatchObject({ id: 1, invoices: 1, by: 'ana', at: NOON, size: BYTES.length })
  expect(messages.get('1')?.item.book).toMatchObject({ state: 'exported', exportId: 1, by: 'ana' })
  expect(messages.get('2')?.item.book?.state).toBe('new')
  expect(Buffer.from((await books.readExport(1)).bytes).toString()).toBe('jurnal')
  expect(books.exports({ limit: 10, offset: 0 })).toEqual({ items: [made], total: 1 })
  await expect(books.readExport(2)).rejects.toMatchObject({ reason: 'book-export-unknown' })
})

test('W-03 an export whose journal cannot be written leaves neither states nor an export', async () => {
  const { dataDir, messages, books } = await withMessages(...entries())
  const path = join(dataDir, 'books.jsonl')
  rmSync(path, { force: true })
  // A folder in the journal's place: appending fails after the rows were written.
  await realDisk.makeFolder(path)
  await expect(books.storeExport(A_FILE, books.select({ ids: ['1'] }))).rejects.toMatchObject({
    reason: 'storage-failed',
  })
  expect(messages.get('1')?.item.book?.state).toBe('new')
  expect(books.exports({ limit: 10, offset: 0 }).total).toBe(0)
})

test('W-03 states, notes and exports survive the loss of the database, and a rebuild', async () => {
  const dataDir = temporaryFolder()
  const open = () => openArchive({ dataDir, environment: 'prod', now: () => NOON })
  const before = await open()
  before.messages.record(entries())
  await before.messages.store('1', aZip(anInvoice()))
  before.books.mark(before.books.select({ filter: {} }), { state: 'checked', note: 'de plătit' }, 'ana')
  const made = await before.books.storeExport(A_FILE, before.books.select({ ids: ['1'] }))
  const marks = before.messages.list(ALL).items.map(({ book }) => book)
  before.close()

  writeFileSync(join(dataDir, 'recipisa.db'), 'this is no database, whatever its name says, and long enough')
  for (const part of ['-wal', '-shm']) rmSync(join(dataDir, `recipisa.db${part}`), { force: true })
  const signal = new AbortController().signal
  await rebuildArchive({ dataDir, now: () => NOON, progress: () => undefined, signal })
  const after = await open()
  // The sent one has no document: it and its mark come back with the next list.
  expect(after.messages.list(ALL).items.map(({ book }) => book?.state)).toEqual(['exported'])
  after.messages.record(entries())
  expect(after.messages.list(ALL).items.map(({ book }) => book)).toEqual(marks)
  expect(after.books.exports({ limit: 10, offset: 0 }).items).toEqual([made])
  expect(Buffer.from((await after.books.readExport(1)).bytes).toString()).toBe('jurnal')
  after.close()
})

test('W-03 a change that a crash has cut short in the journal is no change at all, and is reported', async () => {
  const dataDir = temporaryFolder()
  const open = () => openArchive({ dataDir, environment: 'prod', now: () => NOON })
  const before = await open()
  before.messages.record(entries())
  before.books.mark(before.books.select({ ids: ['1'] }), { state: 'checked' }, 'ana')
  before.books.mark(before.books.select({ filter: {} }), { state: 'exported' }, 'ana')
  before.close()
  const path = join(dataDir, 'books.jsonl')
  writeFileSync(path, readFileSync(path).subarray(0, -20))
  for (const part of ['', '-wal', '-shm']) rmSync(join(dataDir, `recipisa.db${part}`), { force: true })
  const after = await open()
  after.messages.record(entries())
  expect(after.messages.list({ ...ALL, cui: CUI }).items.map(({ book }) => book?.state)).toEqual([
    undefined,
    'new',
    'checked',
  ])
  const { problems } = await after.verify(() => undefined, new AbortController().signal)
  expect(problems).toEqual([{ id: '3', path, problem: 'torn-line' }])
  after.close()
})

test('W-03 the file of an export that was never written down is removed later, with those that are a week old', async () => {
  const dataDir = temporaryFolder()
  let now = NOON
  const archive = await openArchive({ dataDir, environment: 'prod', now: () => now })
  archive.messages.record(entries())
  const { id } = await archive.books.storeExport(A_FILE, archive.books.select({ ids: ['1'] }))
  now += 8 * 24 * 60 * 60 * 1000
  const other = { ...A_FILE, bytes: new TextEncoder().encode('altul') }
  await archive.books.storeExport(other, archive.books.select({ ids: ['2'] }))
  await expect(archive.books.readExport(id)).rejects.toMatchObject({ reason: 'book-export-gone' })
  expect(existsSync(join(dataDir, 'book-exports'))).toBe(true)
  expect(readdirSync(join(dataDir, 'book-exports'))).toHaveLength(1)
  archive.close()
})

test('W-03 an export that was journaled and then lost with its process marks nothing once another has its number', async () => {
  const dataDir = temporaryFolder()
  const open = () => openArchive({ dataDir, environment: 'prod', now: () => NOON })
  const before = await open()
  before.messages.record(entries())
  const made = await before.books.storeExport(A_FILE, before.books.select({ ids: ['1'] }))
  before.close()
  const path = join(dataDir, 'books.jsonl')
  const line = JSON.parse(readFileSync(path, 'utf8'))
  const lost = { ...line, id: 'lost', made: { ...made, fileName: 'lost.csv' }, invoices: [[CUI, '52']] }
  writeFileSync(path, `\n${JSON.stringify(lost)}\n${JSON.stringify(line)}`)
  for (const part of ['', '-wal', '-shm']) rmSync(join(dataDir, `recipisa.db${part}`), { force: true })
  const after = await open()
  after.messages.record(entries())
  expect(after.books.exports({ limit: 10, offset: 0 }).items).toEqual([made])
  expect(after.books.select({ filter: {} }).map(({ id, book }) => [id, book?.state])).toEqual([
    ['1', 'exported'],
    ['2', 'new'],
  ])
  after.close()
})

test('W-03 files of exports are kept for a week, also where the database was lost meanwhile', async () => {
  const dataDir = temporaryFolder()
  let now = NOON
  const open = () => openArchive({ dataDir, environment: 'prod', now: () => now })
  const before = await open()
  before.messages.record(entries())
  await before.books.storeExport(A_FILE, before.books.select({ ids: ['1'] }))
  before.close()
  for (const part of ['', '-wal', '-shm']) rmSync(join(dataDir, `recipisa.db${part}`), { force: true })
  const after = await open()
  now += 8 * 24 * 60 * 60 * 1000
  after.messages.record(entries())
  const other = { ...A_FILE, bytes: new TextEncoder().encode('altul') }
  await after.books.storeExport(other, after.books.select({ ids: ['2'] }))
  expect(readdirSync(join(dataDir, 'book-exports'))).toHaveLength(1)
  after.close()
})

test('W-03 of one invoice, each company of the office and each environment has its own state', async () => {
  const { dataDir, books } = await withMessages(
    aMessage({ id: '1', uploadIndex: '77', type: 'FACTURA TRIMISA' }),
    aMessage({ id: '2', uploadIndex: '77', cui: '361757' }),
  )
  expect(books.mark(books.select({ ids: ['1'] }), { state: 'checked' }, 'ana')).toBe(1)
  const states = (from: typeof books) => from.select({ filter: {} }).map(({ id, book }) => [id, book?.state])
  expect(states(books)).toEqual([
    ['1', 'checked'],
    ['2', 'new'],
  ])
  const test = await openTestArchive(dataDir, 'test')
  test.messages.record([aMessage({ id: '1', uploadIndex: '77', type: 'FACTURA TRIMISA' })])
  expect(states(test.books)).toEqual([['1', 'new']])
})

test('W-03 an invoice that is exported again belongs to the later export', async () => {
  const { messages, books } = await withMessages(...entries())
  const own = books.select({ ids: ['1'] })
  await books.storeExport(A_FILE, own)
  await books.storeExport({ ...A_FILE, by: 'ion' }, own)
  expect(messages.get('1')?.item.book).toMatchObject({ state: 'exported', exportId: 2, by: 'ion' })
})

test('W-03 a rebuild keeps a state whose line in the journal is damaged', async () => {
  const { dataDir, archive } = await withMessages(...entries())
  archive.books.mark(archive.books.select({ ids: ['1'] }), { state: 'checked' }, 'ana')
  archive.books.mark(archive.books.select({ ids: ['1'] }), { state: 'exported' }, 'ana')
  archive.close()
  const path = join(dataDir, 'books.jsonl')
  writeFileSync(path, readFileSync(path).subarray(0, -20))
  const signal = new AbortController().signal
  await rebuildArchive({ dataDir, now: () => NOON, progress: () => undefined, signal })
  const after = await openTestArchive(dataDir)
  expect(after.books.select({ ids: ['1'] }).map(({ book }) => book?.state)).toEqual(['exported'])
})
