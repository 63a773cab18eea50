import { expect, test } from 'vitest'
import { hasCome, nextDay } from './schedule.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-20T22:30:00Z')

test('a clock that was set back does not stop the checks', () => {
  const moments = [null, NOW + 1, nextDay(NOW), NOW, NOW - DAY, NOW + 30 * DAY]
  expect(moments.map(moment => hasCome(moment, NOW))).toEqual([false, false, false, true, true, true])
})

test('work that waits for the next day waits until it begins in Romania', () => {
  const next = nextDay(Date.parse('2026-11-21T13:00:00Z'))
  expect(new Date(next).toISOString()).toBe('2026-11-21T22:01:00.000Z')
  expect(new Date(nextDay(Date.parse('2026-03-28T12:00:00Z'))).toISOString()).toBe('2026-03-28T22:01:00.000Z')
})
