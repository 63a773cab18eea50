import { expect, test } from 'vitest'
import type { RateState } from '../archive/core/archive.ts'
import { PUBLIC_JITTER, spacingFor } from './pace.ts'
import { takeDeparture } from './spacer.ts'

const GAP = 1005
const FRESH: RateState = { nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 }

/** Departures of requests whose connections are ready at these moments; each asks again at its given moment. */
function departures(ready: readonly number[]): number[] {
  let state = FRESH
  return ready.map(at => {
    for (let now = at; ; ) {
      const taken = takeDeparture(state, GAP, now)
      state = taken.state
      if (taken.answer <= 0) return now
      now += Math.ceil(taken.answer)
    }
  })
}

test('P-10 requests leave a second apart, however long their connections took', () => {
  let seed = 11
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  // Turns like a pacer's, and handshakes of up to 400 ms.
  const spacing = spacingFor(60, PUBLIC_JITTER)
  const left = departures(
    Array.from({ length: 500 }, (_, n) => 1_000_000 + Math.ceil(n * spacing) + Math.floor(random() * 400)),
  )
  const gaps = left.slice(1).map((at, index) => at - (left[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  expect((left.at(-1) ?? 0) - (left[0] ?? 0)).toBeLessThan(1.015 * 499 * 1000)
})

test('a clock that is set back delays a departure by one gap at most', () => {
  const { answer } = takeDeparture({ nextFreeAt: 86_400_000, pausedUntil: 0, pausedFor: 0 }, GAP, 0)
  expect(answer).toBe(GAP)
})

test('after a silence the first request leaves at once, and missed departures are lost', () => {
  expect(departures([5_000_000, 9_000_000, 9_000_001]).map(at => at - 5_000_000)).toEqual([0, 4_000_000, 4_001_001])
})
