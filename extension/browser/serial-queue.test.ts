import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

test('work runs one at a time in the order of the calls, and a failure stops nothing behind it', async () => {
  const queue = createSerialQueue()
  const log: string[] = []
  const work = (name: string, fails = false) =>
    queue(async () => {
      log.push(`${name} starts`)
      await Promise.resolve()
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})

test('a queue with a limit rejects a call while that many others wait to start', async () => {
  const queue = createSerialQueue(1)
  const first = Promise.withResolvers<void>()
  const running = queue(() => first.promise)
  await Promise.resolve() // the first starts, and no longer waits
  const waiting = queue(async () => 'second')
  await expect(queue(async () => 'third')).rejects.toThrow('full')
  first.resolve()
  await running
  expect(await waiting).toBe('second')
})
