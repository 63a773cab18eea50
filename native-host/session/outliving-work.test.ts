import { expect, test, vi } from 'vitest'
import { createOutlivingWork, withTimeLimit } from './outliving-work.ts'

const never = new AbortController().signal
const reason = new Error('left')

test('G-03 a caller may leave: the work goes on, and an ending process waits for it', async () => {
  const life = createOutlivingWork({ warn: () => undefined })
  const [work, counted, stop] = [
    Promise.withResolvers<string>(),
    Promise.withResolvers<string>(),
    new AbortController(),
  ]
  const waiting = life.wait(work.promise, stop.signal)
  const other = life.track(counted.promise)
  stop.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  let isSettled = false
  const settled = life.settled().then(() => {
    isSettled = true
  })
  work.resolve('done')
  await new Promise(setImmediate)
  expect(isSettled).toBe(false)
  counted.resolve('done')
  await settled
  expect([isSettled, await other]).toEqual([true, 'done'])
})

test('a failure without a caller is logged, any other is not', async () => {
  const warn = vi.fn()
  const life = createOutlivingWork({ warn })
  const failure = new Error('lost')
  await expect(life.wait(Promise.reject(failure), never)).rejects.toBe(failure)
  await expect(life.wait(Promise.reject(reason), AbortSignal.abort(reason))).rejects.toBe(reason)
  await life.settled()
  expect(warn).not.toHaveBeenCalled()
  const late = Promise.withResolvers<never>()
  await expect(life.wait(late.promise, AbortSignal.abort(reason))).rejects.toBe(reason)
  late.reject(failure)
  await life.settled()
  expect(warn).toHaveBeenCalledExactlyOnceWith('unwatched-failure', { error: failure })
})

test('work that takes longer than its limit ends as unanswered', async () => {
  const work = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  await expect(withTimeLimit(1, 'https://spv.localhost/x', work)).rejects.toMatchObject({
    ...{ reason: 'unreachable', params: { host: 'spv.localhost' } },
  })
  const seen = await withTimeLimit(5, 'https://spv.localhost/x', async signal => signal)
  await new Promise(done => setTimeout(done, 20))
  expect(seen.aborted).toBe(false)
})
