import { signal } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Export } from '../../../shared/protocol/invoices/exports.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { SETTLED } from '../page/page.fixture.ts'
import { createDeskExports } from './desk-exports.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

type Request = { id: number; method: string; params: unknown }

const RUNNING: Export = {
  id: 7,
  area: 'invoices',
  format: 'originals',
  state: 'running',
  total: 40,
  done: 3,
  skipped: 0,
  skips: [],
  folder: '/home/ana/facturi',
  fileName: 'facturi',
  size: null,
  sha256: null,
  createdAt: 1,
  endedAt: null,
  error: null,
}

/** An export that this page began, whose host has ended. */
async function lost() {
  const host = inMemoryHost({
    'exports.begin': () => ({ export: RUNNING }),
    'exports.remove': () => ({ removed: true }),
  })
  const overview = signal<Overview | undefined>(SETTLED)
  const exports = createDeskExports({ host: connectHost(host.open), overview })
  const requests = (method: string) => (host.received as Request[]).filter(request => request.method === method)
  await exports.begin({ area: 'invoices', format: 'originals', folder: '/home/ana/facturi' })
  await expect.poll(() => requests('exports.follow')).toHaveLength(1)
  host.hangUp('Native host has exited.')
  await expect.poll(() => exports.items.value[0]?.error).toMatchObject({ reason: 'host-lost' })
  /** The next poll, which a new host answers; returns the request that follows the export again. */
  const pollAgain = async () => {
    overview.value = { ...SETTLED }
    await expect.poll(() => requests('exports.follow')).toHaveLength(2)
    return requests('exports.follow')[1]?.id ?? 0
  }
  return { host, exports, requests, pollAgain }
}

test('U-05 an export whose host has ended is followed again by the next one, to its end', async () => {
  const { host, exports, requests, pollAgain } = await lost()
  const id = await pollAgain()
  host.say({ id, progress: { export: { ...RUNNING, done: 9 } } })
  expect(exports.items.value).toEqual([{ export: { ...RUNNING, done: 9 }, error: undefined }])
  host.say({ id, result: { export: { ...RUNNING, state: 'done', done: 40, endedAt: 2 } } })
  await expect.poll(() => exports.items.value[0]?.export.state).toBe('done')
  // It is still this page's own: the host may forget what the user has.
  await expect.poll(() => requests('exports.remove').map(({ params }) => params)).toEqual([{ id: 7 }])
})

test('an export that another page has dismissed meanwhile loses its line', async () => {
  const { host, exports, pollAgain } = await lost()
  host.say({ id: await pollAgain(), error: toErrorBody(new RecipisaError('export-unknown', { id: 7 })) })
  await expect.poll(() => exports.items.value).toEqual([])
})

test('U-05 exports that could not be listed when the desk opened are listed after the next poll', async () => {
  let isDown = true
  const READY: Export = { ...RUNNING, id: 6, state: 'done', folder: null, endedAt: 1 }
  const host = inMemoryHost({
    'exports.list': () => {
      if (isDown) throw toErrorBody(new RecipisaError('storage-failed', { problem: 'busy' }))
      return { exports: [{ ...RUNNING, state: 'done' }, READY] }
    },
    'exports.begin': () => ({ export: { ...RUNNING, id: 8 } }),
  })
  const overview = signal<Overview | undefined>()
  const exports = createDeskExports({ host: connectHost(host.open), overview })
  const asked = () => (host.received as Request[]).filter(({ method }) => method === 'exports.list').length
  const poll = () => {
    overview.value = { ...SETTLED }
  }
  poll()
  await expect.poll(() => exports.error.value).toMatchObject({ body: { details: { reason: 'storage-failed' } } })
  poll()
  await expect.poll(asked).toBe(2)
  isDown = false
  poll()
  poll()
  await expect.poll(() => exports.items.value.map(item => item.export.id)).toEqual([7, 6])
  expect(exports.error.value).toBeUndefined()
  await exports.begin({ area: 'invoices', format: 'originals', folder: '/home/ana/facturi' })
  poll()
  await expect.poll(() => exports.items.value.map(item => item.export.id)).toEqual([8, 7, 6])
  expect(asked()).toBe(3)
})

test('U-05 an export that is begun before the list comes keeps its line', async () => {
  const host = inMemoryHost({ 'exports.begin': () => ({ export: { ...RUNNING, id: 8 } }) })
  const exports = createDeskExports({ host: connectHost(host.open), overview: signal<Overview | undefined>(SETTLED) })
  const requested = (method: string) => (host.received as Request[]).find(request => request.method === method)
  await exports.begin({ area: 'invoices', format: 'originals', folder: '/home/ana/facturi' })
  await expect.poll(() => requested('exports.follow')).toBeDefined()
  host.say({ id: requested('exports.list')?.id ?? 0, result: { exports: [{ ...RUNNING, state: 'done' }] } })
  await expect.poll(() => exports.items.value.map(item => item.export.id)).toEqual([8, 7])
})
