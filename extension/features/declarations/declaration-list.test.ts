import { expect, test, vi } from 'vitest'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { createDeclarationList } from './declaration-list.ts'
import { declarationOf } from './declarations.fixture.ts'

type Frame = { id: number; method: string; params: { ids: number[] } }

function setUp(items = [declarationOf(2), declarationOf(1, { state: 'valid' })]) {
  const host = inMemoryHost({
    'declarations.list': () => ({ items, total: items.length }),
    'declarations.check': params => ({
      declaration: declarationOf((params as { id: number }).id, { state: 'valid', receipt: 'archived' }),
    }),
  })
  const changed = vi.fn(async () => undefined)
  const list = createDeclarationList(connectHost(host.open), changed)
  const follows = () => (host.received as Frame[]).filter(({ method }) => method === 'declarations.follow')
  const states = () => list.items.value?.map(({ id, state }) => `${id} ${state}`)
  return { list, host, changed, follows, states }
}

test('open declarations are followed, and each of their steps is shown', async () => {
  const { list, host, changed, follows, states } = setUp()
  await list.load(undefined)
  await expect.poll(() => follows().map(({ params }) => params)).toEqual([{ ids: [2] }])
  const follow = follows()[0]?.id ?? 0
  host.say({ id: follow, progress: { declarations: [declarationOf(2, { state: 'has-errors' })] } })
  await expect.poll(() => states()).toEqual(['2 has-errors', '1 valid'])
  expect(changed).toHaveBeenCalled()
})

test('D-08 a declaration with a known outcome is followed until its receipt arrives', async () => {
  const { list, host, follows } = setUp([declarationOf(3, { state: 'valid', nextCheckAt: 1 })])
  await list.load(undefined)
  await expect.poll(() => follows().map(({ params }) => params)).toEqual([{ ids: [3] }])
  const archived = declarationOf(3, { state: 'valid', receipt: 'archived' })
  host.say({ id: follows()[0]?.id ?? 0, result: { declarations: [archived] } })
  await expect.poll(() => list.find(3)?.receipt).toBe('archived')
})

test('reports about another company do not enter the list', async () => {
  const { list, host, follows, states } = setUp()
  await list.load('14399840')
  await expect.poll(() => follows()).toHaveLength(1)
  host.say({ id: follows()[0]?.id ?? 0, result: { declarations: [declarationOf(2), declarationOf(9)] } })
  await list.check(2)
  expect(states()).toEqual(['2 valid', '1 valid'])
})

test('a new declaration comes first in the list and is followed', async () => {
  const { list, follows, states } = setUp([])
  await list.load(undefined)
  list.take([declarationOf(7, { state: 'sending' })])
  expect(states()).toEqual(['7 sending'])
  expect(list.total.value).toBe(1)
  await expect.poll(() => follows().map(({ params }) => params)).toEqual([{ ids: [7] }])
})

test('years of declarations can all be loaded, and none is shown twice', async () => {
  const all = Array.from({ length: 730 }, (_, n) => declarationOf(730 - n, { state: 'valid', receipt: 'archived' }))
  const host = inMemoryHost({
    'declarations.list': params => {
      const { limit, offset } = params as { limit: number; offset: number }
      // An answer contains as many as fit, and one more arrives while the pages are read.
      const items = all.slice(Math.max(0, offset - 1), offset + Math.min(limit, 300))
      return { items, total: all.length }
    },
  })
  const list = createDeclarationList(connectHost(host.open), async () => undefined)
  await list.load(undefined)
  for (let clicks = 0; clicks < 7; clicks++) await list.more()
  expect(list.items.value?.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
})

test('a list that fails to load says why, and the last one stays visible', async () => {
  const { list, host, states } = setUp()
  await list.load(undefined)
  host.hangUp('gone')
  const broken = createDeclarationList(
    connectHost(
      inMemoryHost({
        'declarations.list': () => {
          throw { code: 'storage', message: 'x', details: { reason: 'database-corrupt', params: { path: 'x' } } }
        },
      }).open,
    ),
    async () => undefined,
  )
  await broken.load(undefined)
  expect(broken.error.value).toMatchObject({ body: { code: 'storage' } })
  expect(broken.items.value).toBeUndefined()
  expect(states()).toHaveLength(2)
})
