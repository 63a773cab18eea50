import { constants } from 'node:buffer'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KnownCompany } from '../../../shared/protocol/registers/lookups.ts'
import { createKnownJournal } from './journal.ts'
import { openArchive } from './open.ts'
import { rebuildArchive } from './rebuild.ts'
import { CUI, NOON, openTestArchive, temporaryFolder } from './test-archive.fixture.ts'

const signal = new AbortController().signal
const company = (cui: string): KnownCompany => ({
  cui,
  name: 'Brânză & Șuncă SRL',
  givenName: null,
  lookedUpAt: NOON,
  favourite: true,
  note: 'plătește la timp',
})

test('a line that is cut short anywhere is reported by its number; the others are read, and the next line stands on its own', () => {
  const path = join(temporaryFolder(), 'companies.jsonl')
  const journal = createKnownJournal(path)
  journal.append(company('11'))
  const first = readFileSync(path)
  journal.append(company('12'))
  const both = readFileSync(path)
  for (let end = first.length; end <= both.length; end++) {
    writeFileSync(path, both.subarray(0, end))
    const told: number[][] = []
    const reader = createKnownJournal(path, ({ lines }) => told.push([...lines]))
    const [isWhole, isTorn] = [end === both.length, end > first.length + 1 && end < both.length]
    const [whole, torn] = [isWhole ? ['11', '12'] : ['11'], isTorn ? [3] : []]
    expect(reader.read().map(({ cui }) => cui)).toEqual(whole)
    expect([reader.torn(), told.flat()]).toEqual([torn, torn])
    reader.append(company('14'))
    expect(reader.read().map(({ cui }) => cui)).toEqual([...whole, '14'])
    expect(reader.torn()).toEqual(torn)
  }
})

test('a journal that is longer than one text can be is read and mended, in pieces that may end within a letter', () => {
  const path = join(temporaryFolder(), 'companies.jsonl')
  const journal = createKnownJournal(path)
  journal.append(company('11'))
  // A hole that a loss of power left, and that takes no room on the disk.
  truncateSync(path, constants.MAX_STRING_LENGTH + 1)
  for (const cui of ['12', '13']) journal.append({ ...company(cui), note: 'ș'.repeat(600_000) })
  expect(journal.read()).toMatchObject([{ cui: '12' }, { cui: '13', note: 'ș'.repeat(600_000) }])
  expect(journal.torn()).toEqual([2])
  journal.append(company('14'))
  // Only the end of the hole, because mending copies the file.
  writeFileSync(path, readFileSync(path).subarray(-4_000_000))
  journal.mend(`${path}.kept`)
  expect(journal.torn()).toEqual([])
  expect(journal.read().map(({ cui }) => cui)).toEqual(['12', '13', '14'])
})

test('a torn line is reported when a lost database is created again, by a check, and by a rebuild, which mends the journal and keeps the old one', async () => {
  const dataDir = temporaryFolder()
  const before = await openArchive({ dataDir, environment: 'prod', now: () => NOON })
  before.declarations.add({
    ...{ cui: CUI, companyName: null, form: 'D300', period: null, fileName: null, sha256: null, size: null },
    ...{ origin: 'elsewhere', filingNumber: '1100000001', isCounter: false },
  })
  before.close()
  const path = join(dataDir, 'declarations.jsonl')
  const torn = `${readFileSync(path, 'utf8')}\n{"id":2,"state":"proce\0\0`
  writeFileSync(path, torn)
  for (const part of ['', '-wal', '-shm']) rmSync(join(dataDir, `recipisa.db${part}`), { force: true })

  const told: unknown[] = []
  const after = await openArchive({
    ...{ dataDir, environment: 'prod', now: () => NOON },
    onTornLines: one => told.push(one),
  })
  expect(told).toEqual([{ path, lines: [3] }])
  expect(after.declarations.byFilingNumber('1100000001', false)).toMatchObject({ form: 'D300' })
  const { problems } = await after.verify(() => undefined, signal)
  expect(problems).toEqual([{ id: '3', path, problem: 'torn-line' }])
  after.close()

  const rebuild = () => rebuildArchive({ dataDir, now: () => NOON, progress: () => undefined, signal })
  const { keptJournals } = await rebuild()
  const kept = join(dataDir, readdirSync(dataDir).find(name => name.includes('.damaged-')) ?? '')
  expect(keptJournals).toEqual([{ path: kept, lines: [3] }])
  expect(readFileSync(kept, 'utf8')).toBe(torn)
  const mended = await openTestArchive(dataDir)
  expect((await mended.verify(() => undefined, signal)).problems).toEqual([])
  expect(mended.declarations.byFilingNumber('1100000001', false)).toMatchObject({ form: 'D300' })
  expect((await rebuild()).keptJournals).toEqual([])
})
