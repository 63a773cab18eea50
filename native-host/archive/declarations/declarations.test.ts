import { appendFileSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Archive } from '../core/archive.ts'
import { openArchive } from '../core/open.ts'
import { databasePath, declarationJournalPath } from '../core/paths.ts'
import { rebuildArchive } from '../core/rebuild.ts'
import { MIGRATIONS } from '../core/schema/schema.ts'
import { DECLARATIONS_UNCONFIRMED } from '../core/schema/schema-declarations.ts'
import { CUI, NOON, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'
import type { DeclarationDraft } from './declarations.ts'

const PDF = new TextEncoder().encode('%PDF-1.7 a declaration')
const RECEIPT = new TextEncoder().encode('%PDF-1.7 a receipt')

function aDraft(change: Partial<DeclarationDraft> = {}): DeclarationDraft {
  const period = { year: 2026, month: 10 }
  const sha256 = 'a'.repeat(64)
  return {
    again: false,
    sha256,
    size: 9,
    fileName: 'd300.pdf',
    cui: CUI,
    companyName: 'ACME SRL',
    form: 'D300',
    period,
    ...change,
  }
}

test('D-03 the same bytes are recorded once, again only on request, and never while they are being sent', async () => {
  const { declarations } = await openTestArchive(temporaryFolder())
  const first = declarations.begin([aDraft()])
  if (!('begun' in first)) return expect.fail()
  const [{ id = 0 } = {}] = first.begun
  expect(declarations.begin([aDraft({ again: true })])).toMatchObject({ earlier: { id, state: 'sending' } })
  declarations.claim(id)
  declarations.update(id, { state: 'processing', filingNumber: '1100000001' })
  declarations.release(id)
  expect(declarations.begin([aDraft()])).toMatchObject({ earlier: { id, filingNumber: '1100000001' } })
  expect(declarations.begin([aDraft({ again: true })])).toMatchObject({ begun: [{ repeats: id }] })
})

test('D-03 consent to submit again covers one file, whatever another process submits meanwhile', async () => {
  const folder = temporaryFolder()
  const [one, other] = [await openTestArchive(folder), await openTestArchive(folder)]
  const [repeated, fresh] = [aDraft(), aDraft({ sha256: 'b'.repeat(64) })]
  for (const [archive, draft] of [
    [one, repeated],
    [other, fresh],
  ] as const) {
    const begun = archive.declarations.begin([draft])
    archive.declarations.update(('begun' in begun && begun.begun[0]?.id) || 0, { state: 'processing' })
  }
  const batch = [{ ...repeated, again: true }, fresh]
  expect(one.declarations.begin(batch)).toMatchObject({ earlier: { sha256: fresh.sha256 } })
})

test('a batch with one declaration that was submitted before records none', async () => {
  const { declarations } = await openTestArchive(temporaryFolder())
  declarations.begin([aDraft()])
  const batch = [aDraft({ sha256: 'b'.repeat(64) }), aDraft()]
  expect(declarations.begin(batch)).toMatchObject({ earlier: { sha256: 'a'.repeat(64) } })
  expect(declarations.list({ limit: 10, offset: 0 }).total).toBe(1)
})

test('D-03 a declaration that was rejected or not sent may be sent again without a question', async () => {
  const { declarations } = await openTestArchive(temporaryFolder())
  for (const state of ['rejected', 'not-sent'] as const) {
    const begun = declarations.begin([aDraft()])
    if (!('begun' in begun)) return expect.fail()
    declarations.update(begun.begun[0]?.id ?? 0, { state })
  }
  expect(declarations.begin([aDraft()])).toHaveProperty('begun')
})

test('D-03 a declaration whose sender died is unknown, and is never claimed for sending again', async () => {
  const folder = temporaryFolder()
  const options = { dataDir: folder, environment: 'prod', now: () => NOON } as const
  const sender = await openArchive(options)
  const begun = sender.declarations.begin([aDraft()])
  const id = ('begun' in begun && begun.begun[0]?.id) || 0
  expect(sender.declarations.claim(id)?.state).toBe('sending')
  sender.close()
  const { declarations } = await openTestArchive(folder)
  expect(declarations.open()).toMatchObject([{ id, state: 'unknown' }])
  expect(declarations.claim(id)?.state).toBe('unknown')
})

test('a final state stays, and two declarations never have one filing number', async () => {
  const { declarations } = await openTestArchive(temporaryFolder())
  const filed = { cui: CUI, companyName: null, form: 'D300', period: null, fileName: null, sha256: null, size: null }
  const one = declarations.add({ ...filed, origin: 'elsewhere', filingNumber: '1', isCounter: false })
  const two = declarations.add({ ...filed, origin: 'elsewhere', filingNumber: '2', isCounter: false })
  declarations.update(one.id, { state: 'valid' })
  expect(declarations.update(one.id, { state: 'processing' })).toMatchObject({ state: 'valid' })
  expect(declarations.update(two.id, { filingNumber: '1' })).toBe(false)
  expect(declarations.add({ ...filed, origin: 'portal', filingNumber: '1', isCounter: false }).id).toBe(one.id)
  // Each office gives its own counter numbers: two companies can have the same one.
  const counter = { ...filed, origin: 'elsewhere', filingNumber: '7-2026', isCounter: true } as const
  expect(declarations.add(counter).id).not.toBe(declarations.add({ ...counter, cui: '361757' }).id)
})

const FILED = { cui: CUI, companyName: null, form: 'D300', period: null, fileName: null, size: null, isCounter: false }

test('D-04 a declaration that only a page reported gets no notice before it is confirmed, and can be taken off once it is overdue', async () => {
  const folder = temporaryFolder()
  let now = NOON
  const archive = await openArchive({ dataDir: folder, environment: 'prod', now: () => now })
  onTestFinished(() => archive.close())
  const { declarations, notices } = archive
  const sha256 = 'a'.repeat(64)
  const one = declarations.add({ ...FILED, sha256, origin: 'portal', filingNumber: '1100000001' })
  const two = declarations.add({ ...FILED, sha256: null, origin: 'elsewhere', filingNumber: '1100000002' })
  expect([one.isUnconfirmed, two.isUnconfirmed]).toEqual([true, false])
  const receipt = { uploadIndex: '1100000001', cui: CUI, form: 'D300', month: '2026-10', bytes: RECEIPT }
  await declarations.storeReceipt(receipt)
  expect(notices.list(0, 9).notices).toEqual([])
  expect(declarations.forget(one.id)).toBe(false)
  now += 3 * 86_400_000
  const madeUp = declarations.add({ ...FILED, sha256, origin: 'portal', filingNumber: '1100000003' })
  expect(declarations.forget(madeUp.id)).toBe(false)

  declarations.update(one.id, { isUnconfirmed: false })
  await declarations.storeReceipt(receipt)
  expect(notices.list(0, 9).notices).toMatchObject([{ kind: 'receipt', subject: 'D300' }])
  // Its bytes were submitted, and that must not be forgotten.
  expect(declarations.forget(one.id)).toBe(false)
  now += 3 * 86_400_000
  expect(declarations.get(madeUp.id)).toMatchObject({ isUnconfirmed: true, isOverdue: true })
  expect(declarations.forget(madeUp.id)).toBe(true)
})

test('D-04 in an older database, only declarations that a page reported and the authority did not are unconfirmed', async () => {
  const folder = temporaryFolder()
  const before = new DatabaseSync(databasePath(folder))
  const step = MIGRATIONS.indexOf(DECLARATIONS_UNCONFIRMED)
  for (const migration of MIGRATIONS.slice(0, step)) before.exec(migration)
  const insert = before.prepare(
    `INSERT INTO declarations (id, state, origin, registration_number, filing_number, created_at)
      VALUES (?, ?, ?, ?, ?, 1)`,
  )
  insert.run(1, 'processing', 'portal', null, '11')
  insert.run(2, 'processing', 'portal', 'INTERNT-12-2026', '12')
  insert.run(3, 'valid', 'portal', null, '13')
  insert.run(4, 'processing', 'program', null, '14')
  before.exec(`PRAGMA user_version = ${step}`)
  before.close()
  // A line of that time does not say it.
  const line = {
    ...FILED,
    id: 1,
    sha256: null,
    origin: 'portal',
    filingNumber: '11',
    state: 'processing',
    createdAt: 1,
  }
  const nothing = { registrationNumber: null, filedOn: null, checkedAt: null, nextCheckAt: null, isOverdue: false }
  const rest = { receipt: 'none', receiptMessageId: null, findings: [], repeats: null, trouble: null }
  writeFileSync(declarationJournalPath(folder), `\n${JSON.stringify({ ...line, ...nothing, ...rest })}`)
  const { declarations, close } = await openTestArchive(folder)
  expect([1, 2, 3, 4].map(id => declarations.get(id)?.isUnconfirmed)).toEqual([true, false, false, false])
  close()
  for (const part of ['', '-wal', '-shm']) rmSync(join(folder, `recipisa.db${part}`), { force: true })
  expect((await openTestArchive(folder)).declarations.get(1)?.isUnconfirmed).toBe(true)
})

test('D-03 a lost database forgets no declaration: the journal brings it back', async () => {
  const folder = temporaryFolder()
  const before = await openArchive({ dataDir: folder, environment: 'prod', now: () => NOON })
  const begun = before.declarations.begin([aDraft()])
  const id = ('begun' in begun && begun.begun[0]?.id) || 0
  before.declarations.update(id, { state: 'processing', filingNumber: '1100000001' })
  before.close()
  for (const part of ['', '-wal', '-shm']) rmSync(join(folder, `recipisa.db${part}`), { force: true })
  const { declarations } = await openTestArchive(folder, 'test')
  expect(declarations.begin([aDraft()])).toMatchObject({ earlier: { id, filingNumber: '1100000001' } })
})

test('an inspected PDF is kept, byte for byte, until it is sent', async () => {
  const { declarations } = await openTestArchive(temporaryFolder())
  const sha256 = await declarations.stage(PDF, 'd300 semnat.pdf')
  expect(await declarations.staged(sha256)).toEqual({ bytes: Buffer.from(PDF), fileName: 'd300 semnat.pdf' })
})

test('counts follow the states, and the year’s declarations follow the periods', async () => {
  const { declarations } = await openTestArchive(temporaryFolder())
  const begun = declarations.begin([aDraft(), aDraft({ sha256: 'c'.repeat(64), form: 'D112' })])
  const [one, two] = 'begun' in begun ? begun.begun : []
  declarations.update(one?.id ?? 0, { state: 'has-errors', filedOn: '2026-11-20', filingNumber: '1' })
  expect(declarations.counts('2026-11-20')).toEqual({ open: 1, overdue: 0, refused: 1, today: 1, known: 2 })
  // Submitted long ago, and known only now.
  const { id } = declarations.list({ open: true, limit: 1, offset: 0 }).items[0] ?? expect.fail('none is open')
  declarations.update(id, { state: 'processing', filedOn: '2026-11-17' })
  expect(declarations.get(id)?.isOverdue).toBe(true)
  expect(declarations.counts('2026-11-20').overdue).toBe(1)
  expect(declarations.ofYear(2026, CUI).map(({ form }) => form)).toEqual(['D300', 'D112'])
  expect(declarations.ofYear(2025, CUI)).toEqual([])
  expect(two?.state).toBe('sending')
})

test('D-03 the rest of a batch waits while the batch goes on, and no longer', async () => {
  const time = { now: NOON }
  const MINUTE = 60_000
  const options = { dataDir: temporaryFolder(), environment: 'prod', now: () => time.now } as const
  const { declarations, close } = await openArchive(options)
  onTestFinished(close)
  const begun = declarations.begin(['a', 'b', 'c'].map(letter => aDraft({ sha256: letter.repeat(64) })))
  const [one, two, three] = 'begun' in begun ? begun.begun.map(({ id }) => id) : []
  for (const id of [one ?? 0, two ?? 0]) {
    expect(declarations.claim(id)?.state).toBe('sending')
    time.now += 4 * MINUTE
    declarations.update(id, { state: 'processing', filingNumber: `${id}` })
    declarations.release(id)
  }
  expect(declarations.open().map(({ state }) => state)).toEqual(['processing', 'processing', 'sending'])
  expect(declarations.get(three ?? 0)?.checkedAt).toBeNull()
  time.now += 2 * MINUTE
  expect(declarations.claim(three ?? 0)).toBeUndefined()
  expect(declarations.get(three ?? 0)).toMatchObject({ state: 'not-sent', checkedAt: null })
})

test('D-03 what waits in line is not sent once the clock was set back: nobody knows how long it has waited', async () => {
  const time = { now: NOON }
  const options = { dataDir: temporaryFolder(), environment: 'prod', now: () => time.now } as const
  const { declarations, close } = await openArchive(options)
  onTestFinished(close)
  declarations.begin(['a', 'b', 'c'].map(letter => aDraft({ sha256: letter.repeat(64) })))
  expect(declarations.claim(1)?.state).toBe('sending')
  time.now -= 3_600_000
  // One begun by the new clock does not let the others wait anew.
  declarations.begin([aDraft({ sha256: 'd'.repeat(64) })])
  expect(declarations.claim(4)?.state).toBe('sending')
  expect([2, 3].map(id => declarations.claim(id))).toEqual([undefined, undefined])
  expect([2, 3].map(id => declarations.get(id)?.state)).toEqual(['not-sent', 'not-sent'])
})

test('D-03 a declaration submitted by hand whose content is known stays, and keeps that content from being sent again', async () => {
  const { declarations } = await openTestArchive(temporaryFolder())
  const filed = {
    cui: CUI,
    companyName: null,
    form: 'D300',
    period: null,
    isCounter: false,
    filingNumber: '1',
  } as const
  const unknown = { ...filed, origin: 'elsewhere', fileName: null, sha256: null, size: null } as const
  const { id } = declarations.add(unknown)
  const { sha256, size, fileName } = aDraft()
  expect(declarations.add({ ...filed, origin: 'portal', fileName, sha256, size })).toMatchObject({ id, sha256 })
  expect(declarations.begin([aDraft()])).toMatchObject({ earlier: { id } })
  expect(declarations.forget(id)).toBe(false)
  expect(declarations.forget(declarations.add({ ...unknown, filingNumber: '2' }).id)).toBe(true)
})

test('D-03 a lost declaration takes its number over from the row that only followed it; rows taken off the list stay off', async () => {
  const folder = temporaryFolder()
  const time = { now: NOON }
  const options = { dataDir: folder, environment: 'prod', now: () => time.now } as const
  const { declarations, close } = await openArchive(options)
  const followed = { cui: CUI, companyName: null, form: 'D300', period: null, fileName: null, sha256: null, size: null }
  const add = (filingNumber: string, origin: 'elsewhere' | 'portal') =>
    declarations.add({ ...followed, origin, filingNumber, isCounter: false })
  add('1', 'elsewhere')
  time.now += 1
  const begun = declarations.begin([aDraft()])
  const id = ('begun' in begun && begun.begun[0]?.id) || 0
  time.now += 1
  const standIn = add('2', 'elsewhere')
  add('3', 'portal')
  for (const other of ['1', '3']) expect(declarations.update(id, { filingNumber: other })).toBe(false)
  expect(declarations.update(id, { state: 'processing', filingNumber: '2' })).toMatchObject({ filingNumber: '2' })
  expect(declarations.get(standIn.id)).toBeUndefined()
  expect(declarations.update(standIn.id, { state: 'valid' })).toBe(false)
  close()
  for (const part of ['', '-wal', '-shm']) rmSync(join(folder, `recipisa.db${part}`), { force: true })
  const again = await openTestArchive(folder)
  const { items } = again.declarations.list({ limit: 10, offset: 0 })
  expect(items.map(({ filingNumber, origin }) => `${filingNumber} ${origin}`)).toEqual([
    '3 portal',
    '2 program',
    '1 elsewhere',
  ])
})

describe('a rebuild over an older database', () => {
  const followed = { ...FILED, sha256: null, origin: 'elsewhere' } as const
  /** An archive in a folder, whose database can be exchanged for an older one. */
  const openFolder = () => {
    const dataDir = temporaryFolder()
    const options = { dataDir, now: () => NOON }
    const path = databasePath(dataDir)
    return {
      dataDir,
      async within(work: (declarations: Archive['declarations']) => void) {
        const { declarations, close } = await openArchive({ ...options, environment: 'prod' })
        work(declarations)
        close()
      },
      keepAs: (name: string) => copyFileSync(path, join(dataDir, name)),
      bringBack: (name: string) => copyFileSync(join(dataDir, name), path),
      rebuild: () => rebuildArchive({ ...options, progress: () => undefined, signal: new AbortController().signal }),
    }
  }

  test('D-03 brings back no declaration that was taken off the list since', async () => {
    const { within, keepAs, bringBack, rebuild } = openFolder()
    await within(declarations => {
      declarations.begin([aDraft()])
      for (const filingNumber of ['2', '3']) declarations.add({ ...followed, filingNumber })
    })
    keepAs('older.db')
    await within(declarations => {
      expect(declarations.forget(3)).toBe(true)
      // Takes the number over from the row that only followed it.
      expect(declarations.update(1, { state: 'processing', filingNumber: '2' })).toMatchObject({ filingNumber: '2' })
    })
    bringBack('older.db')
    await rebuild()
    await within(({ list }) => {
      const { items } = list({ limit: 9, offset: 0 })
      expect(items.map(({ id, filingNumber }) => [id, filingNumber])).toEqual([[1, '2']])
    })
  })

  test('D-03 loses no declaration that was sent, even if one with the same id was taken off the list', async () => {
    const { dataDir, within, rebuild } = openFolder()
    await within(declarations => declarations.begin([aDraft()]))
    // An earlier version, over an older database, gave the id a second time.
    appendFileSync(declarationJournalPath(dataDir), '\n{"id":1,"isForgotten":true}')
    await rebuild()
    await within(declarations => expect(declarations.begin([aDraft()])).toMatchObject({ earlier: { id: 1 } }))
  })
})
