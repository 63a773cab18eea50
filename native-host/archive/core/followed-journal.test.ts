import { appendFileSync, copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { DeclarationDraft } from '../declarations/declarations.ts'
import type { UploadDraft } from '../uploads/upload-archive.ts'
import { openArchive } from './open.ts'
import { databasePath, declarationJournalPath, journalPath } from './paths.ts'
import { CUI, NOON, temporaryFolder } from './test-archive.fixture.ts'

/** A data folder, whose database can be exchanged for an older copy while no archive is open. */
function aFolder() {
  const dataDir = temporaryFolder()
  const [path, copy] = [databasePath(dataDir), join(dataDir, 'older.db')]
  return {
    dataDir,
    async open() {
      const archive = await openArchive({ dataDir, environment: 'prod', now: () => NOON })
      onTestFinished(() => archive.close())
      return archive
    },
    backUp: () => copyFileSync(path, copy),
    putBack: () => copyFileSync(copy, path),
  }
}

const uploadOf = (letter: string): UploadDraft => ({
  ...{ sha256: letter.repeat(64), size: 4, fileName: `${letter}.xml`, cui: CUI, standard: 'UBL', invoice: null },
  ...{ flags: { extern: false, selfBilled: false, enforcement: false, b2c: false }, corrects: null },
})
const declarationOf = (letter: string): DeclarationDraft => ({
  ...{ again: false, sha256: letter.repeat(64), size: 9, fileName: `${letter}.pdf`, cui: CUI, companyName: null },
  ...{ form: 'D300', period: null },
})
const FOLLOWED = { cui: CUI, companyName: null, form: 'D300', period: null, fileName: null, sha256: null, size: null }
const followed = (filingNumber: string) =>
  ({ ...FOLLOWED, origin: 'elsewhere', filingNumber, isCounter: false }) as const

test('E-06 beside an older database that was put back, what was uploaded since is known, and its proof stays', async () => {
  const { dataDir, open, backUp, putBack } = aFolder()
  const before = await open()
  before.uploads.begin(uploadOf('a'), false)
  before.uploads.update(1, { state: 'processing', uploadIndex: '5001' })
  before.close()
  backUp()
  const since = await open()
  since.uploads.begin(uploadOf('b'), false)
  since.uploads.update(2, { state: 'processing', uploadIndex: '5002' })
  since.uploads.update(1, { state: 'ok', downloadId: '3001' })
  since.close()
  putBack()

  const { uploads } = await open()
  expect(uploads.begin(uploadOf('b'), false)).toMatchObject({ earlier: { id: 2, uploadIndex: '5002' } })
  expect(uploads.get(1)).toMatchObject({ state: 'ok', downloadId: '3001' })
  expect(uploads.begin(uploadOf('c'), false)).toMatchObject({ attempt: { id: 3 } })
  expect(readFileSync(journalPath(dataDir), 'utf8')).toContain('"5002"')
})

test('D-03 beside an older database that was put back, what was submitted since is known, and its proof stays', async () => {
  const { dataDir, open, backUp, putBack } = aFolder()
  const before = await open()
  before.declarations.begin([declarationOf('a')])
  before.declarations.update(1, { state: 'processing', filingNumber: '1100000001' })
  before.close()
  backUp()
  const since = await open()
  since.declarations.begin([declarationOf('b')])
  since.declarations.update(2, { state: 'processing', filingNumber: '1100000002' })
  // A check writes what it finds, even where nothing is new.
  since.declarations.update(1, { cui: CUI, isUnconfirmed: false })
  since.close()
  putBack()

  const { declarations } = await open()
  const earlier = { id: 2, filingNumber: '1100000002' }
  expect(declarations.begin([declarationOf('b')])).toMatchObject({ earlier })
  expect(declarations.begin([declarationOf('c')])).toMatchObject({ begun: [{ id: 3 }] })
  expect(readFileSync(declarationJournalPath(dataDir), 'utf8')).toContain('"1100000002"')
})

test('D-03 an id that was taken off the list is not given again, even by an older database', async () => {
  const { open, backUp, putBack } = aFolder()
  const before = await open()
  before.declarations.add(followed('1'))
  before.close()
  backUp()
  const since = await open()
  since.declarations.add(followed('2'))
  expect(since.declarations.forget(2)).toBe(true)
  since.close()
  putBack()
  expect((await open()).declarations.begin([declarationOf('a')])).toMatchObject({ begun: [{ id: 3 }] })
})

test('E-06 D-03 programs with two databases beside one journal file no content twice', async () => {
  const { dataDir, open } = aFolder()
  const one = await open()
  for (const part of ['', '-wal', '-shm']) renameSync(databasePath(dataDir) + part, join(dataDir, `moved.db${part}`))
  const other = await open()
  one.uploads.begin(uploadOf('a'), false)
  one.declarations.begin([declarationOf('a')])
  expect(other.uploads.begin(uploadOf('a'), false)).toMatchObject({ earlier: { id: 1 } })
  expect(other.declarations.begin([declarationOf('a')])).toMatchObject({ earlier: { id: 1 } })
  expect(other.uploads.begin(uploadOf('b'), false)).toMatchObject({ attempt: { id: 2 } })
  expect(one.uploads.begin(uploadOf('b'), false)).toMatchObject({ earlier: { id: 2 } })
})

test('E-05 D-03 a filing that the database could not record was not begun: no journal has it', async () => {
  const { dataDir, open } = aFolder()
  const { uploads, declarations } = await open()
  uploads.begin(uploadOf('a'), false)
  declarations.begin([declarationOf('a')])
  const journals = () => [journalPath(dataDir), declarationJournalPath(dataDir)].map(path => readFileSync(path, 'utf8'))
  const before = journals()
  const db = new DatabaseSync(databasePath(dataDir))
  onTestFinished(() => db.close())
  // The last statement before the commit.
  db.exec("CREATE TRIGGER full BEFORE UPDATE ON journals BEGIN SELECT RAISE(ABORT, 'no room'); END")
  expect(() => uploads.begin(uploadOf('b'), false)).toThrow('no room')
  expect(() => declarations.begin([declarationOf('b')])).toThrow('no room')
  expect(journals()).toEqual(before)
  db.exec('DROP TRIGGER full')
  expect(uploads.begin(uploadOf('b'), false)).toMatchObject({ attempt: { id: 2 } })
  expect(declarations.begin([declarationOf('b')])).toMatchObject({ begun: [{ id: 2 }] })
})

test('an index that went from a colleague’s upload to ours stays ours beside an older database', async () => {
  const { open, backUp, putBack } = aFolder()
  const before = await open()
  before.uploads.begin(uploadOf('a'), false)
  const theirs = { ...uploadOf('b'), cui: '361757', state: 'ok', uploadIndex: '5100', downloadId: '100' }
  const body = { ...theirs, createdAt: NOON, findings: [], trouble: null }
  const entry = { environment: 'prod', key: 'b'.repeat(64), company: '361757', sha256: null, body } as const
  before.exchange.receive([{ ...entry, area: 'uploads', seat: 'Rea', isHistory: false }], undefined)
  before.close()
  backUp()
  const since = await open()
  expect(since.uploads.update(1, { state: 'processing', uploadIndex: '5100' })).toMatchObject({ uploadIndex: '5100' })
  since.close()
  putBack()

  const { uploads } = await open()
  expect(uploads.get(1)).toMatchObject({ state: 'processing', uploadIndex: '5100' })
  expect(uploads.get(2)).toMatchObject({ seat: 'Rea', state: 'unknown', uploadIndex: null, downloadId: null })
})

/** Adds a line to a journal: its first one with these changes. */
function continueJournal<Line>(path: string, change: (first: Line) => object) {
  const [first = ''] = readFileSync(path, 'utf8').trim().split('\n')
  appendFileSync(path, `\n${JSON.stringify(change(JSON.parse(first) as Line))}`)
}

test.each(['whole', 'lost'])(
  'E-06 D-03 a number that another one has keeps no archive with a %s database from opening, and what was sent stays known',
  async database => {
    const { dataDir, open } = aFolder()
    const before = await open()
    for (const letter of ['a', 'b']) {
      before.uploads.begin(uploadOf(letter), false)
      before.declarations.begin([declarationOf(letter)])
    }
    before.uploads.update(1, { state: 'processing', uploadIndex: '5001' })
    before.declarations.update(1, { state: 'processing', filingNumber: '11' })
    before.close()
    for (const [id, letter] of [
      [2, 'b'],
      [3, 'c'],
    ] as const) {
      const sent = { id, sha256: letter.repeat(64), state: 'processing' }
      continueJournal<{ attempt: object }>(journalPath(dataDir), ({ attempt, ...line }) => ({
        ...line,
        attempt: { ...attempt, ...sent, uploadIndex: '5001' },
      }))
      continueJournal<object>(declarationJournalPath(dataDir), line => ({ ...line, ...sent, filingNumber: '11' }))
    }

    if (database === 'lost') rmSync(databasePath(dataDir))
    const { uploads, declarations } = await open()
    expect([1, 2, 3].map(id => uploads.get(id)?.uploadIndex)).toEqual(['5001', null, null])
    expect([1, 2, 3].map(id => declarations.get(id)?.filingNumber)).toEqual(['11', null, null])
    expect(uploads.begin(uploadOf('c'), false)).toMatchObject({ earlier: { id: 3, state: 'unknown' } })
    expect(declarations.begin([declarationOf('c')])).toMatchObject({ earlier: { id: 3, state: 'unknown' } })
  },
)

test('E-06 D-03 an older journal takes no proof from the database, even if it was continued', async () => {
  const { dataDir, open } = aFolder()
  const journals = [journalPath(dataDir), declarationJournalPath(dataDir)]
  const before = await open()
  for (const letter of ['a', 'b']) before.uploads.begin(uploadOf(letter), false)
  before.uploads.update(1, { state: 'processing', uploadIndex: '5100' })
  before.declarations.begin([declarationOf('a')])
  before.declarations.update(1, { state: 'processing', filingNumber: '11' })
  for (const path of journals) copyFileSync(path, `${path}.older`)
  before.uploads.update(1, { state: 'ok', downloadId: '77' })
  before.uploads.update(2, { state: 'processing', uploadIndex: '5200' })
  before.declarations.update(1, { registrationNumber: 'INTERNT-11-2026' })
  before.close()
  for (const path of journals) copyFileSync(`${path}.older`, path)

  const since = await open()
  expect(since.declarations.get(1)).toMatchObject({ filingNumber: '11', registrationNumber: 'INTERNT-11-2026' })
  since.close()
  continueJournal<{ attempt: object }>(journalPath(dataDir), ({ attempt, ...line }) => ({
    ...line,
    attempt: { ...attempt, id: 3, sha256: 'c'.repeat(64) },
  }))
  const { uploads } = await open()
  expect(uploads.get(1)).toMatchObject({ state: 'ok', uploadIndex: '5100', downloadId: '77' })
  expect(uploads.get(2)).toMatchObject({ state: 'processing', uploadIndex: '5200' })
  expect(uploads.begin(uploadOf('c'), false)).toMatchObject({ earlier: { id: 3 } })
})
