import { expect, test, vi } from 'vitest'
import { untilAborted } from './until-aborted.ts'

const reason = new Error('left')

test('waiting ends with the work or with the signal, and leaves no listener behind', async () => {
  const stop = new AbortController()
  const remove = vi.spyOn(stop.signal, 'removeEventListener')
  expect(await untilAborted(Promise.resolve(7), stop.signal)).toBe(7)
  expect(remove).toHaveBeenCalledWith('abort', expect.any(Function))
  await expect(untilAborted(new Promise(() => undefined), AbortSignal.abort(reason))).rejects.toBe(reason)
})
