import { expect, test, vi } from 'vitest'
import { connectHost } from '../../../host/client.ts'
import { inMemoryHost } from '../../../host/port.fixture.ts'
import { requestOf } from '../mailbox.fixture.ts'
import { createRequests } from './requests.ts'

function setUp(first: ReturnType<typeof requestOf>[]) {
  const host = inMemoryHost({
    'requests.list': () => ({ items: first, total: first.length }),
    'requests.presets': () => ({ presets: [] }),
    'requests.send': () => ({ requests: [requestOf(9, 'sending')] }),
    'requests.check': () => ({ request: requestOf(1, 'delivered', { messageId: '5' }) }),
  })
  const changed = vi.fn(async () => undefined)
  const followed = () =>
    host.received.flatMap(frame => {
      const { id, method, params } = frame as { id: number; method?: string; params?: { ids: number[] } }
      return method === 'requests.follow' ? [{ id, ids: params?.ids }] : []
    })
  return { host, changed, followed, requests: createRequests(connectHost(host.open), changed) }
}

test('what is not over is followed, once however often it is loaded, and told of when it moves', async () => {
  const { host, changed, followed, requests } = setUp([requestOf(2, 'requested'), requestOf(1, 'archived')])
  await requests.load()
  await requests.load()
  await expect.poll(followed).toHaveLength(1)
  expect(followed()[0]?.ids).toEqual([2])
  expect(changed).not.toHaveBeenCalled()
  const id = followed()[0]?.id ?? 0
  host.say({ id, progress: { requests: [requestOf(2, 'delivered', { messageId: '5' })] } })
  host.say({ id, result: { requests: [requestOf(2, 'archived', { messageId: '5' })] } })
  await expect.poll(() => requests.items.value?.[0]?.state).toBe('archived')
  expect(changed).toHaveBeenCalledTimes(2)
})

test('a request that was sent stands first and is followed', async () => {
  const { followed, requests } = setUp([requestOf(1, 'archived')])
  await requests.load()
  await requests.send({ type: 'VECTOR FISCAL', cuis: ['14399840'], params: {}, again: false })
  expect(requests.items.value?.map(({ id }) => id)).toEqual([9, 1])
  expect(requests.total.value).toBe(2)
  await expect.poll(followed).toHaveLength(1)
})

test('more than the host gives at once are asked for in several answers', async () => {
  const all = Array.from({ length: 730 }, (_, at) => requestOf(730 - at, 'archived'))
  const asked: unknown[] = []
  const host = inMemoryHost({
    'requests.list': params => {
      asked.push(params)
      const { limit, offset } = params as { limit: number; offset: number }
      return { items: all.slice(offset, offset + limit), total: all.length }
    },
    'requests.presets': () => ({ presets: [] }),
  })
  const requests = createRequests(connectHost(host.open), async () => undefined)
  await requests.load()
  expect(asked).toEqual([{ limit: 100, offset: 0 }])
  for (let click = 0; click < 7; click++) await requests.more()
  expect(asked.slice(-2)).toEqual([
    { limit: 500, offset: 0 },
    { limit: 300, offset: 500 },
  ])
  expect(requests.items.value).toHaveLength(730)
})
