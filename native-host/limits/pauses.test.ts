import { expect, test } from 'vitest'
import type { RateState } from '../archive/core/archive.ts'
import { LONGEST_PAUSE } from './pace.ts'
import { createPauses } from './pauses.ts'

test('E-29 a pause that a set-back clock left far ahead ends within a day', () => {
  const states = new Map<string, RateState>()
  let now = Date.parse('2026-12-21T10:00:00Z')
  const pauses = createPauses(
    {
      update(scope, change) {
        const { state, answer } = change(states.get(scope) ?? { nextFreeAt: 0, pausedUntil: 0 })
        states.set(scope, state)
        return answer
      },
    },
    { now: () => now },
  )
  pauses.set('login', now + 60_000)
  now -= 30 * LONGEST_PAUSE
  expect(pauses.until('login')).toBeLessThanOrEqual(now + LONGEST_PAUSE)
  now += LONGEST_PAUSE
  expect(pauses.until('login')).toBeLessThanOrEqual(now)
})
