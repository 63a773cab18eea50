import { describe, expect, test } from 'vitest'
import type { RateState } from '../archive/core/archive.ts'
import { HORIZON, JITTER, LONGEST_PAUSE, PUBLIC_JITTER, pauseUntil, spacingFor, takeTurn } from './pace.ts'

const FRESH: RateState = { nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 }

/** Turns of a client that always takes the next one, after a period of silence. */
function turns(limit: number, count: number, jitter = JITTER): number[] {
  const spacing = spacingFor(limit, jitter)
  let state = FRESH
  let now = 1_000_000
  const taken: number[] = []
  while (taken.length < count) {
    const { state: next, answer } = takeTurn(state, spacing, now)
    state = next
    now = answer.at
    if (answer.kind === 'turn') taken.push(now)
  }
  return taken
}

function mostInAMinute(arrivals: number[]): number {
  const sorted = [...arrivals].sort((a, b) => a - b)
  let first = 0
  return sorted.reduce((most, arrival, index) => {
    while (arrival - (sorted[first] ?? 0) >= 60_000) first++
    return Math.max(most, index - first + 1)
  }, 0)
}

describe('E-29 the pace', () => {
  test.each([1, 2, 10, 60, 249, 250, 1000, 12_000])('E-29 no minute has more requests than the limit of %i', limit => {
    const sent = turns(limit, limit * 3 + 10)
    expect(mostInAMinute(sent)).toBeLessThanOrEqual(limit)
    // Delays differ by up to JITTER: at worst, early requests are late and late ones early.
    for (const edge of [0.25, 0.5, 0.75]) {
      const middle = sent[Math.floor(sent.length * edge)] ?? 0
      expect(mostInAMinute(sent.map(at => at + (at < middle ? JITTER : 0)))).toBeLessThanOrEqual(limit)
    }
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    expect(mostInAMinute(sent.map(at => at + random() * JITTER))).toBeLessThanOrEqual(limit)
  })

  test('E-29 98 % of the documented limit is used', () => {
    const sent = turns(1000, 5000)
    const minutes = ((sent.at(-1) ?? 0) - (sent[0] ?? 0)) / 60_000
    expect(5000 / minutes / 1000).toBeGreaterThan(0.98)
  })

  test('P-10 at one request per second no two turns are closer than a second, and 1.02 times the time is enough', () => {
    const sent = turns(60, 1000, PUBLIC_JITTER)
    const gaps = sent.slice(1).map((at, index) => at - (sent[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(1000)
    expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeLessThan(1.015 * 999 * 1000)
    const middle = sent[500] ?? 0
    expect(mostInAMinute(sent.map(at => at + (at < middle ? PUBLIC_JITTER : 0)))).toBeLessThanOrEqual(60)
  })

  test('a silence gives one immediate turn', () => {
    const [first = 0, second = 0] = turns(1000, 2)
    expect(second - first).toBeCloseTo(spacingFor(1000, JITTER), 6)
  })

  test('no turn is given beyond the horizon', () => {
    const spacing = spacingFor(10, JITTER)
    let state = FRESH
    const answers = Array.from({ length: 20 }, () => {
      const taken = takeTurn(state, spacing, 0)
      state = taken.state
      return taken.answer
    })
    expect(answers.filter(answer => answer.kind === 'turn').map(answer => answer.at)).toEqual([0, spacing])
    expect(answers.at(-1)).toMatchObject({ kind: 'later' })
  })

  test('E-29 a pause moves every turn to its end; a shorter pause does not shorten it', () => {
    const spacing = spacingFor(1000, JITTER)
    const paused = pauseUntil(pauseUntil(FRESH, 5000, 0), 3000, 0)
    expect(paused.pausedUntil).toBe(5000)
    const first = takeTurn(paused, spacing, 1000)
    expect(first.answer).toEqual({ kind: 'turn', at: 5000 })
    expect(takeTurn(first.state, spacing, 1000).answer.at).toBeGreaterThanOrEqual(5000)
  })

  test('a clock that is set back delays nothing for longer than the horizon and the longest pause', () => {
    const spacing = spacingFor(1000, JITTER)
    const day = 86_400_000
    expect(takeTurn({ nextFreeAt: day, pausedUntil: 0, pausedFor: 0 }, spacing, 0).answer.at).toBeLessThanOrEqual(
      HORIZON + 100,
    )
    const { state } = takeTurn({ nextFreeAt: 0, pausedUntil: day, pausedFor: day }, spacing, 0)
    expect(state.pausedUntil).toBe(LONGEST_PAUSE)
    expect(takeTurn(state, spacing, LONGEST_PAUSE).answer).toEqual({ kind: 'turn', at: LONGEST_PAUSE })
  })
})
