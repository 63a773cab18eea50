import { expect, test } from 'vitest'
import type { RateState, Rates } from '../archive/core/archive.ts'
import { LONGEST_PAUSE } from './pace.ts'
import { bothOf, createPatience, sleepUntil } from './patience.ts'
import { createPauses } from './pauses.ts'

const HOUR = 3_600_000
const never = new AbortController().signal

test('patience is a total, and is spent once for all who wait for the same pause', () => {
  let now = 0
  const patience = createPatience(60_000, () => now)
  expect([patience.allows(30_000), patience.allows(30_000)]).toEqual([true, true])
  now = 30_000
  expect(patience.allows(29_000)).toBe(true)
  now = 100_000
  expect(patience.allows(131_000)).toBe(false)
  expect(patience.allows(130_000)).toBe(true)
  now = 130_000
  expect(patience.allows(130_001)).toBe(false)
  const strict = createPatience(0, () => now)
  expect([
    bothOf(
      createPatience(9, () => now),
      strict,
    ).allows(now + 1),
    strict.allows(now),
  ]).toEqual([false, true])
})

test('both have patience, or the one that there is', () => {
  const ends = (most: number) => createPatience(most, () => 0)
  expect([bothOf(ends(9), undefined).allows(9), bothOf(ends(9), undefined).allows(10)]).toEqual([true, false])
  expect([bothOf(ends(9), ends(9)).allows(9), bothOf(ends(8), ends(9)).allows(9)]).toEqual([true, false])
})

test('a sleep until a moment follows the clock, also on a machine that slept or whose clock was set back', async () => {
  let now = 0
  const slept: number[] = []
  const clock = {
    now: () => now,
    async sleep(ms: number) {
      slept.push(ms)
      now += slept.length === 3 ? 5 * HOUR : ms
    },
  }
  await sleepUntil(2 * HOUR, clock, never)
  expect([now, slept]).toEqual([5 * HOUR + 30_000, [15_000, 15_000, 15_000]])
  await sleepUntil(now, clock, never)
  now = -40 * 24 * HOUR
  await sleepUntil(0, clock, never)
  expect(slept).toHaveLength(3)
})

test('a sleep is no longer than it was to be, though the clock is set back by hours meanwhile', async () => {
  let now = 10 * HOUR
  let slept = 0
  const clock = {
    now: () => now,
    async sleep(ms: number) {
      now += slept === 0 ? ms - 3 * HOUR : ms
      slept += ms
    },
  }
  await sleepUntil(now + 60_000, clock, never)
  expect(slept).toBe(60_000)
})

function pauses(now: () => number) {
  const states = new Map<string, RateState>()
  const rates: Rates = {
    update(scope, change) {
      const { state, answer } = change(states.get(scope) ?? { nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 })
      states.set(scope, state)
      return answer
    },
  }
  return createPauses(rates, { now })
}

test('E-29 a pause of hours is observed, a shorter one does not end it, other hosts are free, and a month counts as a day', () => {
  let now = 1_000_000
  const held = pauses(() => now)
  held.set('a', now + 5 * HOUR)
  held.set('a', now + HOUR)
  expect([held.until('a') - now, held.until('b')]).toEqual([5 * HOUR, 0])
  held.set('a', now + 720 * HOUR)
  expect(held.until('a') - now).toBe(LONGEST_PAUSE)
  now -= 365 * 24 * HOUR
  expect(held.until('a') - now).toBe(LONGEST_PAUSE)
})
