import { expect, test, vi } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { createFollowedList } from './followed-list.ts'

type Row = { id: number; state: 'moving' | 'given-up' | 'done' }

/** A list over these rows; the test answers each `follow`. */
function setUp(rows: readonly Row[], mostFollowed = 10) {
  const follows: {
    ids: number[]
    report: (items: readonly Row[]) => void
    end: (items: readonly Row[]) => void
    fail: (problem: Error) => void
  }[] = []
  const changed = vi.fn(async () => undefined)
  const list = createFollowedList<Row, string>({
    fetch: async (limit, query) => ({ items: query === 'none' ? [] : rows.slice(0, limit), total: rows.length }),
    follow: (ids, report) => new Promise((end, fail) => follows.push({ ids, report, end, fail })),
    mostFollowed,
    isMoving: ({ state }) => state !== 'done',
    isGivenUp: ({ state }) => state === 'given-up',
    phaseOf: ({ state }) => state,
    changed,
  })
  return { list, follows, changed }
}

const moving = (id: number): Row => ({ id, state: 'moving' })

test('moving rows are followed in groups, each row once at a time', async () => {
  const { list, follows } = setUp([moving(4), moving(3), { id: 2, state: 'done' }, moving(1)], 2)
  await list.load('all')
  await list.reload()
  expect(follows.map(({ ids }) => ids)).toEqual([[4, 3], [1]])
})

test('a row that the host gave up on is followed again only after another answer brought it', async () => {
  const { list, follows } = setUp([{ id: 1, state: 'given-up' }])
  await list.load('all')
  follows[0]?.end([{ id: 1, state: 'given-up' }])
  await Promise.resolve()
  await list.reload()
  expect(follows).toHaveLength(1)
  list.take([moving(1)])
  expect(follows).toHaveLength(2)
})

test('a report about a row of another query changes other pages, not this list', async () => {
  const { list, follows, changed } = setUp([moving(1)])
  await list.load('all')
  await list.load('none')
  follows[0]?.report([{ id: 1, state: 'done' }])
  expect(list.items.value).toEqual([])
  expect(changed).toHaveBeenCalledOnce()
})

test('a row that was taken keeps its state while the list shows another query', async () => {
  const { list, follows } = setUp([])
  await list.load('all')
  list.take([moving(7)])
  await list.load('none')
  expect(list.items.value).toEqual([])
  expect(list.find(7)).toEqual(moving(7))
  follows[0]?.end([{ id: 7, state: 'done' }])
  await expect.poll(() => list.find(7)).toEqual({ id: 7, state: 'done' })
  expect(list.items.value).toEqual([])
})

test('a taken row of another query is followed again after the host was lost', async () => {
  const { list, follows } = setUp([])
  await list.load('all')
  list.take([moving(7)])
  await list.load('none')
  follows[0]?.fail(new Error('host lost'))
  await expect.poll(() => list.error.value).toBeDefined()
  await list.reload()
  expect(follows.map(({ ids }) => ids)).toEqual([[7], [7]])
})

test('a taken row that the host knows no more stops nothing and leaves no error', async () => {
  const { list, follows } = setUp([moving(8)])
  list.take([moving(7)])
  await list.load('all')
  expect(follows.map(({ ids }) => ids)).toEqual([[7], [8]])
  follows[0]?.fail(new Error('host lost'))
  await expect.poll(() => list.error.value).toBeDefined()
  await list.reload()
  expect(follows.map(({ ids }) => ids)).toEqual([[7], [8], [7]])
  follows[2]?.fail(new RecipisaError('declaration-unknown', { id: 7 }))
  await expect.poll(() => list.find(7)).toBeUndefined()
  await list.reload()
  expect([list.error.value, follows.length]).toEqual([undefined, 3])
})

test('a row that was taken and stands in the list is followed once', async () => {
  const { list, follows } = setUp([moving(7)])
  await list.load('all')
  list.take([moving(7)])
  follows[0]?.fail(new Error('host lost'))
  await expect.poll(() => list.error.value).toBeDefined()
  await list.reload()
  expect(follows.map(({ ids }) => ids)).toEqual([[7], [7]])
})
