import { expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { createDailyLimit, createRequestLimit, DOCUMENTED_LIMITS } from './limits.ts'

test('the window slides: a request is free again when the one of a window ago has left it', () => {
  let now = 0
  const limit = createRequestLimit({ ...DOCUMENTED_LIMITS, requestsPerMinute: 3, windowMs: 10_000 }, () => now)
  expect([limit.take(), limit.take()]).toEqual([undefined, undefined])
  now = 6000
  expect(limit.take()).toBeUndefined()
  expect(limit.take()).toBe(4)
  now = 9999
  expect(limit.take()).toBe(1)
  now = 10_000
  expect([limit.take(), limit.take()]).toEqual([undefined, undefined])
  expect(limit.take()).toBe(6)
})

test('a refused request does not count', () => {
  let now = 0
  const limit = createRequestLimit({ ...DOCUMENTED_LIMITS, requestsPerMinute: 1 }, () => now)
  limit.take()
  for (let n = 0; n < 5; n++) expect(limit.take()).toBe(60)
  now = 60_000
  expect(limit.take()).toBeUndefined()
})

test('daily counters begin anew at midnight in Romania', () => {
  const clock = createClock()
  clock.set(Date.UTC(2026, 10, 21, 21, 59))
  const daily = createDailyLimit(clock)
  expect([daily.take('a', 1), daily.take('a', 1), daily.take('b', 1)]).toEqual([true, false, true])
  clock.advance(60_000)
  expect(daily.take('a', 1)).toBe(true)
})
