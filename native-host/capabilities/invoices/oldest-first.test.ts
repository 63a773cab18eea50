import { expect, test } from 'vitest'
import { OldestFirst } from './oldest-first.ts'

const message = (id: number, createdAt: number) => ({ id: String(id), cui: '14399840', createdAt, failures: 0 })

test('the oldest message is taken first, also among later arrivals', async () => {
  const queue = new OldestFirst()
  queue.add([message(1, 300), message(2, 100)])
  expect((await queue.take())?.id).toBe('2')
  queue.add([message(3, 200), message(4, 400)])
  queue.close()
  expect([(await queue.take())?.id, (await queue.take())?.id, (await queue.take())?.id]).toEqual(['3', '1', '4'])
  expect(await queue.take()).toBeUndefined()
})

test('a message that is added twice is taken once', async () => {
  const queue = new OldestFirst()
  queue.add([message(1, 1)])
  expect((await queue.take())?.id).toBe('1')
  queue.add([message(1, 1), message(2, 2), message(2, 2)])
  queue.close()
  expect((await queue.take())?.id).toBe('2')
  expect(await queue.take()).toBeUndefined()
  expect(queue.added).toBe(2)
})

test('takers wait for messages and are released at the end', async () => {
  const queue = new OldestFirst()
  const takers = [queue.take(), queue.take(), queue.take()]
  queue.add([message(2, 2), message(1, 1)])
  queue.close()
  expect((await Promise.all(takers)).map(next => next?.id)).toEqual(['1', '2', undefined])
})

test('an abandoned queue gives nothing more', async () => {
  const queue = new OldestFirst()
  queue.add([message(1, 1)])
  queue.abandon()
  expect(await queue.take()).toBeUndefined()
})
