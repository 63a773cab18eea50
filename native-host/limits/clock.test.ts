import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('the machine’s clock sleeps for the time given, and wakes with the signal’s own reason', async () => {
  const never = new AbortController().signal
  const before = performance.now()
  await systemClock.sleep(30, never)
  expect(performance.now() - before).toBeGreaterThan(25)
  await systemClock.sleep(-1, never)
  const reason = new Error('stopped')
  await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason)
  const stop = new AbortController()
  const sleep = systemClock.sleep(60_000, stop.signal)
  stop.abort(reason)
  await expect(sleep).rejects.toBe(reason)
})
