import { expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { pauseEndOf, pauseError, retryAfterPauses } from './pauses.ts'

const HOUR = 3_600_000
const never = new AbortController().signal
function clockAt(start: number) {
  let now = start
  return {
    now: () => now,
    async sleep(ms: number, signal: AbortSignal) {
      signal.throwIfAborted()
      now += ms
    },
  }
}

test('E-29 work that nobody waits for goes on after the pause, however long; other failures are its own', async () => {
  const clock = clockAt(1_000_000)
  let calls = 0
  const call = async () => {
    calls++
    if (calls <= 2) throw pauseError('descarcare', clock.now() + 5 * HOUR, clock.now())
    if (calls === 3) throw new RecipisaError('maintenance', { operation: 'descarcare', status: 500 })
    return 'here'
  }
  await expect(retryAfterPauses(call, clock, never)).rejects.toMatchObject({ reason: 'maintenance' })
  expect([calls, clock.now()]).toEqual([3, 1_000_000 + 10 * HOUR])
  expect(await retryAfterPauses(call, clock, never)).toBe('here')
})

test('a service that refuses for days fails the work, and a stop ends the waiting', async () => {
  const clock = clockAt(0)
  const refusing = async () => Promise.reject(pauseError('x', clock.now() + 20 * HOUR, clock.now()))
  const failure: unknown = await retryAfterPauses(refusing, clock, never).catch((error: unknown) => error)
  expect(pauseEndOf(failure)).toBe(clock.now() + 20 * HOUR)
  expect(clock.now()).toBe(60 * HOUR)
  const stop = new AbortController()
  stop.abort(new RecipisaError('cancelled'))
  await expect(retryAfterPauses(refusing, clock, stop.signal)).rejects.toMatchObject({ reason: 'cancelled' })
})
