import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { openArchive } from '../core/open.ts'
import { rebuildArchive } from '../core/rebuild.ts'
import { MIGRATIONS } from '../core/schema/schema.ts'
import { RECEIPT_PATIENCE } from '../core/schema/schema-declarations.ts'
import { CUI, filesBelow, NOON, openTestArchive, temporaryFolder } from '../core/test-archive.fixture.ts'

const RECEIPT = new TextEncoder().encode('%PDF-1.7 a receipt')
const never = new AbortController().signal

test('a receipt has a name for people, is checked on reading, and comes back with a rebuild', async () => {
  const folder = temporaryFolder()
  const archive = await openArchive({ dataDir: folder, environment: 'test', now: () => NOON })
  const uploadIndex = '1100000001'
  const receipt = { uploadIndex, cui: CUI, form: 'D300', month: '2026-10', bytes: RECEIPT }
  const { fileName } = await archive.declarations.storeReceipt(receipt)
  expect(fileName).toBe(`2026-10_D300_RO${CUI}_${uploadIndex}.pdf`)
  const path = `archive/prod/${CUI}/2026/10/recipise/${fileName}`
  expect(filesBelow(folder)).toContain(path)
  expect(await archive.declarations.readReceipt(uploadIndex)).toMatchObject({ fileName, bytes: Buffer.from(RECEIPT) })
  archive.close()

  for (const part of ['', '-wal', '-shm']) rmSync(join(folder, `recipisa.db${part}`), { force: true })
  const options = { dataDir: folder, now: () => NOON, progress: () => undefined, signal: never }
  expect((await rebuildArchive(options)).indexed).toBe(1)
  const again = await openTestArchive(folder)
  expect(await again.declarations.findReceipt(uploadIndex, CUI)).toEqual({ fileName })

  writeFileSync(join(folder, path), 'other bytes')
  expect(await again.declarations.findReceipt(uploadIndex, CUI)).toBeUndefined()
  expect((await again.verify(() => undefined, never)).problems).toMatchObject([{ id: uploadIndex, problem: 'changed' }])
  await expect(again.declarations.readReceipt(uploadIndex)).rejects.toMatchObject({ reason: 'document-damaged' })
  rmSync(join(folder, path))
  expect((await again.verify(() => undefined, never)).problems).toMatchObject([{ id: uploadIndex, problem: 'missing' }])
  expect(await again.declarations.findReceipt(uploadIndex, CUI)).toBeUndefined()
})

test('names that come from a PDF or a page never leave the archive’s folder', async () => {
  const folder = temporaryFolder()
  const { declarations } = await openTestArchive(folder)
  const bad = { uploadIndex: '12', cui: CUI, form: '../../../etc/x', month: '2026-10', bytes: RECEIPT }
  expect((await declarations.storeReceipt(bad)).fileName).toBe(`2026-10_etc-x_RO${CUI}_12.pdf`)
  const person = { ...bad, uploadIndex: '14', cui: '1960101123457', form: 'D212' }
  expect((await declarations.storeReceipt(person)).fileName).toBe('2026-10_D212_1960101123457_14.pdf')
  await expect(declarations.storeReceipt({ ...bad, uploadIndex: '../1' })).rejects.toThrow()
  await expect(declarations.storeReceipt({ ...bad, uploadIndex: '13', month: '../..' })).rejects.toThrow()
})

test('D-08 receipts that were given up at the first check are looked for once more while the authority gives them out', async () => {
  const folder = temporaryFolder()
  const db = new DatabaseSync(join(folder, 'recipisa.db'))
  for (const step of MIGRATIONS.slice(0, MIGRATIONS.indexOf(RECEIPT_PATIENCE))) db.exec(step)
  db.exec(`PRAGMA user_version = ${MIGRATIONS.indexOf(RECEIPT_PATIENCE)}`)
  const now = Date.now()
  const DAY = 86_400_000
  const insert = db.prepare(`INSERT INTO declarations
    (id, state, origin, filing_number, filed_on, created_at, checked_at, receipt_unavailable)
    VALUES (?, ?, 'program', ?, ?, ?, ?, ?)`)
  const rows: [string, number | null, number][] = [
    ['valid', 5, 1],
    ['has-errors', null, 1],
    ['valid', 62, 1], // if summer time has ended since, 61 days ago is one calendar day less
    ['rejected', 5, 1],
    ['valid', 5, 0],
  ]
  for (const [at, [state, days, isUnavailable]] of rows.entries()) {
    const filedOn = days === null ? null : romaniaDay(now - days * DAY)
    insert.run(at + 1, state, `110000000${at}`, filedOn, now - 5 * DAY, now - 2 * DAY, isUnavailable)
  }
  db.close()
  const { declarations, close } = await openArchive({ dataDir: folder, environment: 'prod', now: () => now })
  onTestFinished(close)
  expect(declarations.open().map(({ id, receipt }) => [id, receipt])).toEqual([
    [1, 'none'],
    [2, 'none'],
  ])
  // Only once: the day of waiting had passed when they were given up.
  expect(declarations.outcomeSince(1)).toBe(now - 2 * DAY)
})
