import { expect, test } from 'vitest'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { batchOf, inspectionOf } from '../panel/lookups.fixture.ts'
import { costOf, createListDraft } from './list-draft.ts'

type Frame = { id: number; method: string; params: Record<string, unknown> }

function create(answers: Parameters<typeof inMemoryHost>[0] = {}) {
  const host = inMemoryHost({ 'batches.inspect': () => inspectionOf(), ...answers })
  const draft = createListDraft(connectHost(host.open))
  const frames = (method: string) => host.received.filter((frame): frame is Frame => (frame as Frame).method === method)
  return { host, draft, frames }
}
const file = (name: string, text: string) => new File([text], name)
const read = (frame: Frame | undefined) => new TextDecoder().decode(Uint8Array.fromBase64(String(frame?.params.data)))

test('a pasted list goes to the host as it was pasted, diacritics and all', async () => {
  const { draft, frames } = create()
  await draft.readText('Țară;CUI\nRO 14399840', 'lista.txt')
  expect(read(frames('batches.inspect')[0])).toBe('Țară;CUI\nRO 14399840')
  expect(draft.phase.value).toMatchObject({ is: 'read', inspection: { companies: 2 } })
})

test('choosing another column reads the same bytes again', async () => {
  const { draft, frames } = create()
  await draft.readFiles([file('a.csv', 'x;1')])
  await draft.chooseColumn(0)
  expect(frames('batches.inspect').map(({ params }) => params.column)).toEqual([undefined, 0])
  expect(read(frames('batches.inspect')[1])).toBe('x;1')
})

test('the last file replaces one that is still being read', async () => {
  const host = inMemoryHost()
  const draft = createListDraft(connectHost(host.open))
  const first = draft.readFiles([file('a.csv', '1')])
  const second = draft.readFiles([file('b.csv', '2')])
  await expect.poll(() => host.received.length).toBe(2)
  const [older, newer] = host.received as Frame[]
  if (!older || !newer) throw new Error('both were sent')
  host.say({ id: newer.id, result: inspectionOf({ fileName: 'b.csv' }) })
  host.say({ id: older.id, result: inspectionOf({ fileName: 'a.csv' }) })
  await Promise.all([first, second])
  expect(draft.phase.value).toMatchObject({ inspection: { fileName: 'b.csv' } })
})

test('a file that the host cannot read says why, and can be replaced', async () => {
  const { draft } = create({
    'batches.inspect': () => {
      throw { code: 'invalid-input', message: 'no list', details: { reason: 'list-unreadable' } }
    },
  })
  await draft.readFiles([file('poza.csv', '%PDF-1.7')])
  expect(draft.phase.value).toMatchObject({ is: 'unreadable', fileName: 'poza.csv' })
  draft.clear()
  expect(draft.phase.value.is).toBe('empty')
})

test('a file above the host’s limit is reported and not sent', async () => {
  const { host, draft } = create()
  const huge = file('mare.csv', '1')
  Object.defineProperty(huge, 'size', { value: 36_000_001 })
  await draft.readFiles([huge])
  expect(draft.phase.value).toEqual({ is: 'too-large', fileName: 'mare.csv' })
  expect(host.opened).toBe(0)
})

test('files dropped together with the first one are counted', async () => {
  const { draft } = create()
  await draft.readFiles([file('a.csv', '1'), file('b.csv', '2'), file('c.csv', '3')])
  expect(draft.skipped.value).toBe(2)
  expect(draft.phase.value).toMatchObject({ is: 'read' })
})

test('two clicks begin one batch, with the column, registers and day that are shown', async () => {
  const { draft, frames } = create({ 'batches.begin': () => ({ batch: batchOf(3, 'running') }) })
  await draft.readFiles([file('a.csv', '1')])
  draft.toggle('farmers')
  draft.day.value = '2026-01-31'
  const batches = await Promise.all([draft.begin(), draft.begin()])
  expect(batches.map(begun => begun?.batch.id)).toEqual([3, undefined])
  expect(frames('batches.begin').map(({ params }) => params)).toEqual([
    { sha256: 'a'.repeat(64), column: 1, registers: ['vat', 'farmers'], day: '2026-01-31' },
  ])
})

test('nothing begins while another column is being read; then it begins with that column', async () => {
  const reread = Promise.withResolvers<void>()
  const { draft, frames } = create({
    'batches.inspect': async params => {
      const { column } = params as { column?: number }
      if (column !== undefined) await reread.promise
      return inspectionOf({ column: column ?? 1 })
    },
    'batches.begin': () => ({ batch: batchOf(3, 'running') }),
  })
  await draft.readFiles([file('a.csv', 'x;1')])
  const chosen = draft.chooseColumn(0)
  expect(await draft.begin()).toBeUndefined()
  reread.resolve()
  await chosen
  await draft.begin()
  expect(frames('batches.begin').map(({ params }) => params.column)).toEqual([0])
})

test('nothing begins without a register', async () => {
  const { draft, frames } = create()
  await draft.readFiles([file('a.csv', '1')])
  draft.toggle('vat')
  expect(await draft.begin()).toBeUndefined()
  expect(frames('batches.begin')).toEqual([])
})

test('P-10 the announced time is one second per request of the chosen registers', () => {
  expect(costOf(inspectionOf(), ['vat'])).toEqual({ requests: 100, time: 100_000 })
  expect(costOf(inspectionOf(), ['vat', 'farmers', 'cult'])).toEqual({ requests: 120, time: 120_000 })
  expect(costOf(inspectionOf(), [])).toEqual({ requests: 0, time: 0 })
})

test('a file that the browser cannot read is not of our side', async () => {
  const { draft } = create()
  const locked = file('a.csv', 'x')
  locked.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  await draft.readFiles([locked])
  expect(draft.phase.value).toMatchObject({ error: { reason: 'file-unreadable' } })
})
