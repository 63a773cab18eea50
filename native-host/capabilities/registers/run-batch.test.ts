import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { NOON, openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import type { StoredBatch } from '../../archive/registers/register-archive.ts'
import { joinRow } from './batch-row.ts'
import { type BatchRequest, beginBatch, inspectList } from './begin-batch.ts'
import { runBatch } from './run-batch.ts'
import { never, ports } from './test-registers.fixture.ts'

const TODAY = '2026-11-20'
let parts: ReturnType<typeof ports>
let dataDir: string
beforeEach(async () => {
  dataDir = temporaryFolder()
  parts = ports(await openTestArchive(dataDir), NOON)
})

async function begin(lines: readonly string[], change: Partial<BatchRequest> = {}, now = NOON): Promise<StoredBatch> {
  const bytes = new TextEncoder().encode(lines.join('\n'))
  const { sha256, column } = await inspectList(parts.archive, { bytes, fileName: 'lista.txt', column: undefined })
  const request = { sha256, column, registers: ['vat'] as const, day: TODAY, refresh: false, async: false }
  return beginBatch(parts.archive, { ...request, ...change }, now)
}
const run = (id: number, signal = never) => runBatch(parts, id, { signal, progress: () => undefined })
const many = (count: number, from = 10_000) => Array.from({ length: count }, (_, n) => String(from + n))
const rowsOf = (batch: StoredBatch) =>
  parts.archive.batches
    .rows(batch.id, { offset: 0, limit: 500, only: 'all' })
    .items.map(row => joinRow(parts.archive, batch, row))
const maintenance = () => Promise.reject(new RecipisaError('maintenance', { operation: 'tva', status: 503 }))

test('P-09 a long list is split at 100, or 500 for farmers and religious entities; each company is asked for once, in order', async () => {
  const lines = [...many(120), '10005', 'abc', '9912', ...many(120)]
  const batch = await begin(lines, { registers: ['cult', 'vat'] })
  expect(await run(batch.id)).toMatchObject({ state: 'done', requestsDone: 3, requestsTotal: 3, error: null })
  expect(parts.registers.asked.map(({ register, cuis }) => [register, cuis.length])).toEqual([
    ['vat', 100],
    ['vat', 21],
    ['cult', 121],
  ])
  const rows = rowsOf(batch)
  expect(rows.map(({ text }) => text)).toEqual(lines)
  expect(rows.map(({ lookup }) => lookup?.cui ?? null)).toEqual(lines.map(line => (line === 'abc' ? null : line)))
  expect(
    rows.every(({ lookup }) => !lookup || lookup.vat?.state === (lookup.cui === '9912' ? 'not-found' : 'found')),
  ).toBe(true)
  expect(rows[120]).toMatchObject({ duplicateOf: 6 })
  const only = (kind: 'problems' | 'not-found' | 'inactive') =>
    parts.archive.batches.rows(batch.id, { offset: 0, limit: 500, only: kind })
  expect(only('not-found').items.map(({ cui }) => cui)).toEqual(['9912'])
  expect(only('problems').items.find(({ problem }) => problem === 'no-number')).toMatchObject({ row: 122 })
  expect(only('inactive').total).toBe(0)
})

test('stored answers count, and a resumed batch asks only for the rest', async () => {
  await run((await begin(many(50))).id)
  const batch = await begin(many(250))
  const stop = new AbortController()
  parts.registers.answer = () => {
    if (parts.registers.asked.length === 3) stop.abort(new RecipisaError('cancelled'))
    return undefined
  }
  expect(await run(batch.id, stop.signal)).toMatchObject({ state: 'cancelled' })
  const answered = parts.archive.batches.countMissing(batch.id, 'vat')
  expect(answered).toBeLessThan(200)
  parts.registers.answer = () => undefined
  parts.archive.batches.reopen(batch.id)
  expect(await run(batch.id)).toMatchObject({ state: 'done' })
  const asked = parts.registers.asked.flatMap(({ cuis }) => cuis)
  expect(new Set(asked).size).toBe(250)
  expect(rowsOf(batch).every(({ lookup }) => lookup?.vat?.state === 'found')).toBe(true)
})

test('an unfinished batch of the same list is joined; another list has its own', async () => {
  const first = await begin(many(3))
  expect((await begin(many(3))).id).toBe(first.id)
  expect((await begin(many(3), { registers: ['cult'] })).id).not.toBe(first.id)
  await run(first.id)
  expect((await begin(many(3))).id).not.toBe(first.id)
})

test('while the service is unreachable the batch waits, says why, and goes on by itself', async () => {
  const batch = await begin(many(3), { registers: ['farmers'] })
  const seen: (string | undefined)[] = []
  let failures = 3
  parts.registers.answer = () => (failures-- > 0 ? maintenance() : undefined)
  const sleep = parts.clock.sleep
  parts.clock.sleep = async (ms, signal) => {
    // A panel's view meanwhile: the row is written every few moments.
    await expect.poll(() => parts.archive.batches.get(batch.id)?.state).toBe('paused')
    seen.push(parts.archive.batches.get(batch.id)?.error?.code)
    return sleep(ms, signal)
  }
  expect(await run(batch.id)).toMatchObject({ state: 'done', error: null })
  expect(seen).toEqual(['service-unavailable', 'service-unavailable', 'service-unavailable'])
  expect(parts.clock.slept).toEqual([5000, 10_000, 20_000])
})

test('a service that stays unreachable ends the batch after a bounded time, and the batch can be resumed', async () => {
  const batch = await begin(many(700), { registers: ['cult'] })
  parts.registers.answer = maintenance
  expect(await run(batch.id)).toMatchObject({ state: 'failed', error: { code: 'service-unavailable' } })
  expect(parts.clock.now() - NOON).toBeLessThan(60 * 60_000)
  expect(parts.registers.asked.length).toBeLessThan(100)
  parts.registers.answer = () => undefined
  parts.archive.batches.reopen(batch.id)
  expect(await run(batch.id)).toMatchObject({ state: 'done', error: null })
})

test('P-07 the asynchronous service stands in for a VAT registry that does not answer', async () => {
  const batch = await begin(many(250))
  parts.registers.answer = (_, via) => (via === 'ask' ? maintenance() : undefined)
  expect(await run(batch.id)).toMatchObject({ state: 'done', error: null })
  expect(rowsOf(batch).every(({ lookup }) => lookup?.vat?.state === 'found')).toBe(true)
  const direct = parts.registers.asked.filter(({ via }) => via === 'ask').length
  // Once the asynchronous service has helped, it comes first.
  expect(direct).toBeLessThan(7)
})

test('P-07 a batch through the asynchronous service asks no other service', async () => {
  const batch = await begin(many(150), { async: true })
  expect(await run(batch.id)).toMatchObject({ state: 'done', requestsDone: 4 })
  expect(parts.registers.asked.map(({ via, cuis }) => [via, cuis.length])).toEqual([
    ['async', 100],
    ['async', 50],
  ])
})

test('a company that breaks the register fails alone, until the batch is resumed', async () => {
  const batch = await begin(many(150))
  parts.registers.answer = ({ cuis }) =>
    cuis.includes('10033') ? Promise.reject(new RecipisaError('authority-note', { note: 'eroare' })) : undefined
  expect(await run(batch.id)).toMatchObject({ state: 'done' })
  expect(parts.archive.batches.failures(batch.id)).toBe(1)
  const failed = rowsOf(batch).filter(({ lookup }) => lookup?.vat?.state === 'failed')
  expect(failed.map(({ text }) => text)).toEqual(['10033'])
})

test('a register that answers nothing ends the batch instead of being asked for each company', async () => {
  const batch = await begin(many(1000))
  parts.registers.answer = () => Promise.reject(new RecipisaError('answer-unexpected', { operation: 'tva' }))
  expect(await run(batch.id)).toMatchObject({ state: 'failed', error: { code: 'unexpected-answer' } })
  expect(parts.registers.asked.length).toBeLessThan(150)
})

test('a list begun while the clock was ahead has every answer, also after the clock is set right', async () => {
  for (const change of [{ refresh: true }, { async: true, refresh: true }, { day: '2026-11-22' }]) {
    parts.clock.set(NOON + 2 * 86_400_000)
    const batch = await begin(many(150), change, parts.clock.now())
    parts.clock.set(NOON)
    expect(await run(batch.id)).toMatchObject({ state: 'done' })
    const rows = rowsOf(parts.archive.batches.get(batch.id) ?? expect.fail())
    expect(rows.filter(({ lookup }) => lookup?.vat?.state !== 'found')).toEqual([])
  }
})

test('one process works on a batch and sees its cancellation', async () => {
  const batch = await begin(many(50))
  const working = run(batch.id)
  expect(await run(batch.id)).toBeUndefined()
  await working
  const next = await begin(many(60))
  parts.archive.batches.requestCancel(next.id)
  expect(await run(next.id)).toMatchObject({ state: 'cancelled' })
})

test('a batch whose outcome could not be written is free again, while its process lives on', async () => {
  const batch = await begin(many(5))
  const db = new DatabaseSync(join(dataDir, 'recipisa.db'))
  db.exec(`CREATE TRIGGER no_room BEFORE UPDATE OF state ON batches BEGIN SELECT RAISE(ABORT, 'no room'); END`)
  await expect(run(batch.id)).rejects.toThrow('no room')
  db.exec('DROP TRIGGER no_room')
  db.close()
  expect(await run(batch.id)).toMatchObject({ state: 'done' })
})

test('a list without a single CUI is done at once', async () => {
  const batch = await begin(['abc', 'def'])
  expect(await run(batch.id)).toMatchObject({ state: 'done', companies: 0, requestsTotal: 0 })
  expect(parts.registers.asked).toEqual([])
})

test('a removed batch leaves no rows, and the answers stay', async () => {
  const batch = await begin(many(5))
  await run(batch.id)
  expect(parts.archive.batches.remove(batch.id)).toBe(true)
  expect(parts.archive.batches.get(batch.id)).toBeUndefined()
  expect(parts.archive.batches.rows(batch.id, { offset: 0, limit: 10, only: 'all' })).toEqual({ items: [], total: 0 })
  expect(parts.archive.lookups.answer('vat', '10000', TODAY)?.record?.cui).toBe('10000')
})
