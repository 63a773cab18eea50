import { expect, test } from 'vitest'
import { createPages, PAGE_SIZE } from './pages.ts'

type Ask = { offset: number; limit: number; answer(items: readonly number[], total: number): void; fail(): void }

/** Pages whose fetches are answered by the test. */
function pagesByHand() {
  const asks: Ask[] = []
  const pages = createPages<number>(
    (offset, limit) =>
      new Promise((resolve, reject) => {
        asks.push({
          offset,
          limit,
          answer: (items, total) => resolve({ items, total }),
          fail: () => reject(new Error('gone')),
        })
      }),
  )
  const next = async () => {
    await expect.poll(() => asks.length).toBeGreaterThan(0)
    const ask = asks.shift()
    if (!ask) throw new Error('nothing was asked')
    return ask
  }
  /** Begins a list, and answers with its first page. */
  const begin = async (items: readonly number[], total: number) => {
    const began = pages.begin()
    ;(await next()).answer(items, total)
    await began
  }
  return { pages, next, asks, begin }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('H-01 an answer with fewer rows than requested is completed by further requests', async () => {
  const { pages, next } = pagesByHand()
  const began = pages.begin()
  ;(await next()).answer(numbers(0, 30), 1000)
  const second = await next()
  expect([second.offset, second.limit]).toEqual([30, PAGE_SIZE - 30])
  second.answer(numbers(30, PAGE_SIZE - 30), 1000)
  await began
  expect([...pages.items.value.values()]).toEqual(numbers(0, PAGE_SIZE))
  expect(pages.total.value).toBe(1000)
})

test('an empty answer ends a page and is not requested for ever', async () => {
  const { asks, begin } = pagesByHand()
  await begin([], 1000)
  expect(asks).toEqual([])
})

test('whoever began a list that was overtaken waits for the newest', async () => {
  const { pages, next } = pagesByHand()
  const began = pages.begin().then(() => pages.total.value)
  const older = await next()
  const reloaded = pages.reload()
  older.answer([1], 1)
  ;(await next()).answer([2], 1)
  expect(await began).toBe(1)
  await reloaded
})

test('answers to an older list are dropped', async () => {
  const { pages, next } = pagesByHand()
  const first = pages.begin()
  const older = await next()
  const second = pages.begin()
  ;(await next()).answer([2], 1)
  older.answer([1], 1)
  await Promise.all([first, second])
  expect(pages.items.value.get(0)).toBe(2)
  expect(pages.begun.value).toBe(1)
})

test('rows stay in view while the same list is loaded again, and those past its new end go', async () => {
  const { pages, next, begin } = pagesByHand()
  await begin([1, 2, 3], 3)
  const reloaded = pages.reload()
  const ask = await next()
  expect(pages.items.value.size).toBe(3)
  ask.answer([7], 1)
  await reloaded
  expect([...pages.items.value]).toEqual([[0, 7]])
})

test('the rows of the list before stay while another begins, which fetches nothing else until then', async () => {
  const { pages, next, asks } = pagesByHand()
  const first = pages.begin()
  expect(pages.isBeginning.value).toBe(true)
  ;(await next()).answer(numbers(0, PAGE_SIZE), 250)
  await first
  expect(pages.isBeginning.value).toBe(false)
  const second = pages.begin()
  const ask = await next()
  await pages.need(110, 120)
  expect(asks).toEqual([])
  expect([pages.isBeginning.value, pages.begun.value, pages.items.value.get(0)]).toEqual([true, 1, 0])
  ask.answer(numbers(1000, PAGE_SIZE), 250)
  await second
  expect([pages.isBeginning.value, pages.begun.value, pages.items.value.get(0)]).toEqual([false, 2, 1000])
  const needed = pages.need(110, 120)
  ;(await next()).answer(numbers(1100, PAGE_SIZE), 250)
  await needed
  expect(pages.items.value.get(110)).toBe(1110)
})

test('a list that is loaded again while it begins keeps no row of the list before it', async () => {
  const { pages, next, begin } = pagesByHand()
  await begin([1, 2, 3], 3)
  const second = pages.begin()
  const older = await next()
  const reloaded = pages.reload()
  const newer = await next()
  newer.answer([7], 3)
  const rest = await next()
  expect([...pages.items.value]).toEqual([[0, 7]])
  rest.answer([8, 9], 3)
  older.answer([4, 5, 6], 3)
  await Promise.all([second, reloaded])
  expect([...pages.items.value.values()]).toEqual([7, 8, 9])
  expect([pages.isBeginning.value, pages.begun.value]).toEqual([false, 2])
})

test('a list that cannot be read shows no rows of the one before it', async () => {
  const { pages, next, begin } = pagesByHand()
  await begin([1], 1)
  const second = pages.begin()
  ;(await next()).fail()
  await second
  expect(pages.items.value.size).toBe(0)
  expect([pages.isBeginning.value, pages.begun.value]).toEqual([false, 2])
  expect(pages.error.value).toBeInstanceOf(Error)
})

test('a failed page is loaded again when it is needed again', async () => {
  const { pages, next, begin } = pagesByHand()
  await begin(numbers(0, PAGE_SIZE), 250)
  const needed = pages.need(110, 120)
  ;(await next()).fail()
  await needed
  expect(pages.items.value.size).toBe(PAGE_SIZE)
  const again = pages.need(110, 120)
  const ask = await next()
  expect(ask.offset).toBe(PAGE_SIZE)
  ask.answer(numbers(PAGE_SIZE, PAGE_SIZE), 250)
  await again
  expect(pages.items.value.get(110)).toBe(110)
})

test('a list that is loaded again changes at once, also where two of its pages are in view', async () => {
  const { pages, next, begin } = pagesByHand()
  await begin(numbers(0, PAGE_SIZE), 2 * PAGE_SIZE)
  const seen = pages.need(PAGE_SIZE - 5, PAGE_SIZE + 5)
  ;(await next()).answer(numbers(PAGE_SIZE, PAGE_SIZE), 2 * PAGE_SIZE)
  await seen
  const reloaded = pages.reload()
  ;(await next()).answer(numbers(-1, PAGE_SIZE), 2 * PAGE_SIZE + 1)
  const second = await next()
  expect([pages.items.value.get(0), pages.total.value]).toEqual([0, 2 * PAGE_SIZE])
  second.answer(numbers(PAGE_SIZE - 1, PAGE_SIZE), 2 * PAGE_SIZE + 1)
  await reloaded
  expect([...pages.items.value.values()]).toEqual(numbers(-1, 2 * PAGE_SIZE))
  expect(pages.total.value).toBe(2 * PAGE_SIZE + 1)
})

test('a list that begins while another is loaded again shows all of its pages', async () => {
  const { pages, next, begin } = pagesByHand()
  await begin(numbers(0, PAGE_SIZE), PAGE_SIZE)
  const reloaded = pages.reload()
  const late = await next()
  await begin(numbers(1000, PAGE_SIZE), 2 * PAGE_SIZE)
  const seen = pages.need(PAGE_SIZE, PAGE_SIZE)
  ;(await next()).answer(numbers(1000 + PAGE_SIZE, PAGE_SIZE), 2 * PAGE_SIZE)
  late.answer(numbers(0, PAGE_SIZE), PAGE_SIZE)
  await Promise.all([seen, reloaded])
  expect([...pages.items.value.values()]).toEqual(numbers(1000, 2 * PAGE_SIZE))
})
