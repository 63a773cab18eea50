import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive } from '../core/archive.ts'
import { openArchive } from '../core/open.ts'
import { aMessage } from '../core/test-archive.fixture.ts'
import type { UploadDraft } from './upload-archive.ts'

let dataDir: string
let now: number
const open: Archive[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recipisa-attempts-'))
  now = Date.parse('2026-11-21T12:00:00Z')
})
afterEach(() => {
  for (const archive of open.splice(0)) archive.close()
  rmSync(dataDir, { recursive: true })
})

/** Another open archive is another owner, like another process. */
async function openOne(environment: 'test' | 'prod' = 'test') {
  const archive = await openArchive({ dataDir, environment, now: () => now })
  open.push(archive)
  return archive
}
const DRAFT: UploadDraft = {
  ...{ sha256: 'a'.repeat(64), size: 4, fileName: 'f.xml', cui: '14399840', standard: 'UBL', invoice: null },
  ...{ flags: { extern: false, selfBilled: false, enforcement: false, b2c: false }, corrects: null },
}

test('E-05 an attempt whose sender died is unknown, and is never claimed for sending again', async () => {
  const [one, other] = [await openOne(), await openOne()]
  const begun = one.uploads.begin(DRAFT, false)
  const id = 'attempt' in begun ? begun.attempt.id : 0
  expect(other.uploads.claim(id)).toMatchObject({ state: 'sending' })
  expect(one.uploads.claim(id)).toBeUndefined()
  expect(one.uploads.begin(DRAFT, true)).toMatchObject({ earlier: { id, state: 'sending' } })
  other.close()
  expect(one.uploads.open()).toMatchObject([{ id, state: 'unknown' }])
  expect(one.uploads.claim(id)).toMatchObject({ state: 'unknown' })
})

test('a refused upload counts for its company at once, and once its list entry is there it counts no second time', async () => {
  const { uploads, companies, messages } = await openOne()
  companies.put('14399840', 'granted')
  const begun = uploads.begin(DRAFT, false)
  const id = 'attempt' in begun ? begun.attempt.id : 0
  const refused = () => companies.get('14399840')?.refused
  expect(refused()).toBe(0)
  uploads.update(id, { state: 'nok', uploadIndex: '77', downloadId: '88' })
  expect(refused()).toBe(1)
  messages.record([aMessage({ id: '88', uploadIndex: '77', type: 'ERORI FACTURA' })])
  expect(refused()).toBe(1)
})

test('the next process sends an unclaimed attempt for a while, and no process sends it by surprise later', async () => {
  const one = await openOne()
  one.uploads.begin(DRAFT, false)
  one.close()
  const other = await openOne()
  now += 60_000
  expect(other.uploads.open()).toMatchObject([{ state: 'sending' }])
  now += 3_600_000
  expect(other.uploads.open()).toEqual([])
  expect(other.uploads.get(1)).toMatchObject({ state: 'not-sent', trouble: { code: 'cancelled' } })
  expect(other.uploads.begin(DRAFT, false)).toMatchObject({ attempt: { state: 'sending', repeats: null } })
})

test('E-05 an attempt that waited too long for its sender does not count as an earlier upload of its bytes', async () => {
  const { uploads } = await openOne()
  const filed = uploads.begin(DRAFT, false)
  const id = 'attempt' in filed ? filed.attempt.id : 0
  uploads.update(id, { state: 'ok', uploadIndex: '5001', nextCheckAt: null })
  const waiting = uploads.begin(DRAFT, true)
  expect(uploads.begin(DRAFT, true)).toEqual({ earlier: 'attempt' in waiting && waiting.attempt })
  now += 3_600_000
  expect(uploads.begin(DRAFT, false)).toMatchObject({ earlier: { id, state: 'ok' } })
  const begun = uploads.begin({ ...DRAFT, sha256: 'b'.repeat(64) }, false)
  now += 3_600_000
  expect(uploads.begin({ ...DRAFT, sha256: 'b'.repeat(64) }, true)).toMatchObject({ attempt: { state: 'sending' } })
  expect(uploads.get('attempt' in begun ? begun.attempt.id : 0)).toMatchObject({ state: 'not-sent' })
})

test('E-05 an unclaimed attempt is not sent once the clock was set back: nobody knows how long it has waited', async () => {
  const one = await openOne()
  one.uploads.begin(DRAFT, false)
  one.close()
  now -= 3 * 3_600_000
  const { uploads } = await openOne()
  expect(uploads.claim(1)).toBeUndefined()
  expect(uploads.get(1)).toMatchObject({ state: 'not-sent', trouble: { details: { reason: 'filing-not-started' } } })
})

test('a final state stays, and an upload index belongs to one attempt', async () => {
  const { uploads } = await openOne()
  uploads.begin(DRAFT, false)
  uploads.update(1, { state: 'processing', uploadIndex: '5001' })
  uploads.update(1, { state: 'nok', downloadId: '3001', nextCheckAt: null, findings: ['[BR-1] x'] })
  expect(uploads.update(1, { state: 'unknown', checkedAt: now })).toMatchObject({ state: 'nok', checkedAt: now })
  uploads.begin({ ...DRAFT, sha256: 'b'.repeat(64) }, false)
  expect(uploads.update(2, { state: 'processing', uploadIndex: '5001' })).toBe(false)
  expect(uploads.get(2)).toMatchObject({ state: 'sending', uploadIndex: null })
  expect(uploads.counts()).toEqual({ open: 1, unknown: 0, refused: 1 })
})

test('E-35 the two environments have separate uploads', async () => {
  const [test, prod] = [await openOne('test'), await openOne('prod')]
  test.uploads.begin(DRAFT, false)
  expect(prod.uploads.list({ limit: 10, offset: 0 })).toEqual({ items: [], total: 0 })
  expect(prod.uploads.begin(DRAFT, false)).toMatchObject({ attempt: { id: 2 } })
})

test('uploads come back from the journal after the loss of the database, whatever a loss of power left at its end', async () => {
  const one = await openOne()
  one.uploads.begin(DRAFT, false)
  one.uploads.claim(1)
  one.uploads.update(1, { state: 'processing', uploadIndex: '5001', nextCheckAt: now })
  one.uploads.begin({ ...DRAFT, sha256: 'b'.repeat(64) }, false)
  one.uploads.claim(2)
  one.close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `recipisa.db${end}`), { force: true })
  appendFileSync(join(dataDir, 'attempts.jsonl'), '\n{"environment":"test","att')
  const other = await openOne()
  expect(other.uploads.get(1)).toMatchObject({ state: 'processing', uploadIndex: '5001' })
  expect(other.uploads.open()).toMatchObject([{ id: 1 }, { id: 2, state: 'unknown' }])
  expect(other.uploads.begin({ ...DRAFT, sha256: 'c'.repeat(64) }, false)).toMatchObject({ attempt: { id: 3 } })
})

test('staged bytes are kept while anything needs them', async () => {
  const { uploads } = await openOne()
  const bytes = new TextEncoder().encode('<a/>')
  const sha256 = await uploads.stage(bytes, 'f.xml')
  expect(await uploads.staged(sha256)).toEqual({ bytes: Buffer.from(bytes), fileName: 'f.xml' })
  const path = join(dataDir, 'staged', 'test', `${sha256}.xml`)
  uploads.begin({ ...DRAFT, sha256 }, false)
  uploads.update(1, { state: 'nok' })
  await uploads.unstage(sha256)
  expect(readFileSync(path)).toEqual(Buffer.from(bytes))
  const looked = await uploads.stage(new TextEncoder().encode('<b/>'), 'g.xml')
  now += 8 * 86_400_000
  await uploads.stage(new TextEncoder().encode('<c/>'), 'h.xml')
  expect(await uploads.staged(looked)).toBeUndefined()
  expect(existsSync(path)).toBe(true)
})

test('E-06 staged bytes that are chosen again stay when their earlier upload ends, and go a week later', async () => {
  const { uploads } = await openOne()
  const stage = (text: string) => uploads.stage(new TextEncoder().encode(text), 'f.xml')
  const sha256 = await stage('<a/>')
  const end = () => {
    uploads.begin({ ...DRAFT, sha256 }, true)
    const id = uploads.byContent(sha256)[0]?.id ?? 0
    uploads.claim(id)
    uploads.update(id, { state: 'ok', uploadIndex: `500${id}`, nextCheckAt: null })
  }
  end()
  now += 1000
  await stage('<a/>')
  await uploads.unstage(sha256)
  expect(await uploads.staged(sha256)).toBeDefined()
  end()
  await uploads.unstage(sha256)
  expect(await uploads.staged(sha256)).toBeUndefined()
  now += 1000
  await stage('<a/>')
  await uploads.unstage(sha256)
  now += 8 * 86_400_000
  await stage('<b/>')
  expect(await uploads.staged(sha256)).toBeUndefined()
})

test('E-30 a daily counter stops at its limit for all processes, and starts again the next day', async () => {
  const [one, other] = [await openOne(), await openOne()]
  const key = { operation: 'rasp', subject: '14399840', day: '2026-11-21' }
  expect([one.quotas.take(key, 2), other.quotas.take(key, 2), one.quotas.take(key, 2)]).toEqual([true, true, false])
  expect(other.quotas.used(key)).toBe(2)
  other.quotas.exhaust({ ...key, subject: '34878414' }, 2)
  expect(one.quotas.take({ ...key, subject: '34878414' }, 2)).toBe(false)
  expect(one.quotas.take({ ...key, day: '2026-11-22' }, 2)).toBe(true)
  expect(one.quotas.ofDay('2026-11-22')).toEqual([{ operation: 'rasp', subject: '14399840', used: 1 }])
})

test('E-30 a clock that was ahead for a call does not cost the counters of the right day', async () => {
  const { quotas } = await openOne()
  const key = { operation: 'rasp', subject: '14399840', day: '2026-11-21' }
  expect([quotas.take(key, 2), quotas.take(key, 2)]).toEqual([true, true])
  expect(quotas.take({ ...key, day: '2030-01-01' }, 2)).toBe(true)
  expect(quotas.take(key, 2)).toBe(false)
  for (let n = 22; n <= 30; n++) quotas.take({ ...key, day: `2026-11-${n}` }, 2)
  expect(quotas.ofDay(key.day)).toEqual([])
})

test('W-02 an amount beyond all reason keeps no search of uploads from others', async () => {
  const { uploads } = await openOne()
  const parties = { sellerName: null, sellerCui: null, buyerName: null, buyerCui: null }
  const of = (payableAmount: string) => ({ number: 'F', issueDate: null, ...parties, payableAmount, currency: 'RON' })
  uploads.begin({ ...DRAFT, invoice: of('-99999999999999999999') }, false)
  uploads.begin({ ...DRAFT, sha256: 'e'.repeat(64), invoice: of('12.50') }, false)
  const query = { limit: 10, offset: 0 }
  expect(uploads.list({ ...query, search: '12,50' }).items.map(({ id }) => id)).toEqual([2])
  expect(uploads.list({ ...query, sort: { by: 'amount', descending: true } }).items.map(({ id }) => id)).toEqual([2, 1])
})

test('W-02 uploads are searched and sorted by the total with VAT, not by what is left to pay', async () => {
  const { uploads } = await openOne()
  const parties = { sellerName: null, sellerCui: null, buyerName: null, buyerCui: null }
  const of = (sums: { grossAmount?: string; payableAmount: string }) =>
    ({ number: 'F', issueDate: null, ...parties, ...sums, currency: 'RON' }) as const
  uploads.begin({ ...DRAFT, invoice: of({ payableAmount: '12.50' }) }, false)
  uploads.begin(
    { ...DRAFT, sha256: 'e'.repeat(64), invoice: of({ grossAmount: '9876.54', payableAmount: '0.00' }) },
    false,
  )
  const query = { limit: 10, offset: 0 }
  expect(uploads.list({ ...query, search: '9876,54' }).items.map(({ id }) => id)).toEqual([2])
  expect(uploads.list({ ...query, sort: { by: 'amount', descending: true } }).items.map(({ id }) => id)).toEqual([2, 1])
})

test('W-02 a credit note is searched and sorted as money back, as in the list of invoices', async () => {
  const { uploads } = await openOne()
  const parties = { sellerName: null, sellerCui: null, buyerName: null, buyerCui: null }
  const of = (type: 'invoice' | 'credit-note', payableAmount: string) =>
    ({ number: 'F', issueDate: null, ...parties, payableAmount, currency: 'RON', type }) as const
  uploads.begin({ ...DRAFT, invoice: of('invoice', '12.50') }, false)
  uploads.begin({ ...DRAFT, sha256: 'e'.repeat(64), invoice: of('credit-note', '100.00') }, false)
  const ids = (query: { search?: string; sort?: { by: 'amount'; descending: boolean } }) =>
    uploads.list({ limit: 10, offset: 0, ...query }).items.map(({ id }) => id)
  expect(ids({ sort: { by: 'amount', descending: false } })).toEqual([2, 1])
  expect([ids({ search: '-100' }), ids({ search: '<0' }), ids({ search: '100,00' })]).toEqual([[2], [2], [2]])
})
