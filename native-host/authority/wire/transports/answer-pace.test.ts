import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnswerPace } from './answer-pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer has its time limit for the whole, and a second more for each KB that came', () => {
  const pace = createAnswerPace(60_000)
  pace.begin()
  vi.advanceTimersByTime(30_000)
  pace.came(10 * 1024)
  vi.advanceTimersByTime(39_000)
  expect(pace.late.aborted).toBe(false)
  vi.advanceTimersByTime(1001)
  expect(pace.late.reason).toMatchObject({ failure: 'silent' })
})

test('a byte a second is too slow; a large answer on a slow line is not', () => {
  const slow = createAnswerPace(60_000)
  const steady = createAnswerPace(60_000)
  slow.begin()
  steady.begin()
  for (let second = 0; second < 600; second++) {
    slow.came(1)
    steady.came(2048)
    vi.advanceTimersByTime(1000)
  }
  expect([slow.late.aborted, steady.late.aborted]).toEqual([true, false])
  steady.end()
  vi.advanceTimersByTime(3_600_000)
  expect(steady.late.aborted).toBe(false)
})

test('a head begins the time of the answer anew', () => {
  const pace = createAnswerPace(60_000)
  pace.begin()
  vi.advanceTimersByTime(59_000)
  pace.begin()
  vi.advanceTimersByTime(59_000)
  expect(pace.late.aborted).toBe(false)
  pace.end()
  vi.advanceTimersByTime(3_600_000)
  expect(pace.late.aborted).toBe(false)
})

test('before a request leaves there is no pace to keep', () => {
  const pace = createAnswerPace(60_000)
  vi.advanceTimersByTime(3_600_000)
  expect(pace.late.aborted).toBe(false)
})
