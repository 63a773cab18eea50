import { expect, test } from 'vitest'
import type { RateState } from '../archive/core/archive.ts'
import { LONGEST_PAUSE } from './pace.ts'
import { createPauses } from './pauses.ts'

test('E-29 a pause lasts no longer than it was asked for, though the clock is set back', () => {
  const states = new Map<string, RateState>()
  let now = Date.parse('2026-12-21T10:00:00Z')
  const pauses = createPauses(
    {
      update(scope, change) {
        const { state, answer } = change(states.get(scope) ?? { nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 })
        states.set(scope, state)
        return answer
      },
    },
    { now: () => now },
  )
  pauses.set('login', now + 60_000)
  now += 20_000
  pauses.set('login', now + 10_000)
  expect(pauses.until('login')).toBe(now + 40_000)
  now -= 3_600_000
  expect(pauses.until('login')).toBe(now + 60_000)
  now += 45_000
  expect(pauses.until('login')).toBe(now + 15_000)
  now -= 30 * LONGEST_PAUSE
  expect(pauses.until('login')).toBe(now + 60_000)
  now += 60_000
  expect(pauses.until('login')).toBe(now)

  pauses.set('login', now + 9 * LONGEST_PAUSE)
  expect(pauses.until('login')).toBe(now + LONGEST_PAUSE)
})
