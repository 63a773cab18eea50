import { describe, expect, test } from 'vitest'
import type { RateState } from '../archive/archive.ts'
import { HORIZON, JITTER, LONGEST_PAUSE, paceFor, pauseUntil, takeTurn } from './pace.ts'

const FRESH: RateState = { nextFreeAt: 0, pausedUntil: 0 }

/** Turns of a client that always wants the next one, from a silence on. */
function turns(limit: number, count: number): number[] {
  const pace = paceFor(limit)
  let state = FRESH
  let now = 1_000_000
  const taken: number[] = []
  while (taken.length < count) {
    const { state: next, answer } = takeTurn(state, pace, now)
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
  test.each([1, 2, 10, 60, 249, 250, 1000, 12_000])('E-29 no minute sees more than the limit of %i', limit => {
    const sent = turns(limit, limit * 3 + 10)
    expect(mostInAMinute(sent)).toBeLessThanOrEqual(limit)
    // Whatever the way adds within JITTER: the worst is that the early ones are late and the late ones early.
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

  test('E-29 98 % of the documented limit are used', () => {
    const sent = turns(1000, 5000)
    const minutes = ((sent.at(-1) ?? 0) - (sent[0] ?? 0)) / 60_000
    expect(5000 / minutes / 1000).toBeGreaterThan(0.98)
  })

  test('a silence leaves four turns at once, and no more', () => {
    const [a, b, c, d, e] = turns(1000, 5)
    expect([b, c, d].map(at => Math.round(at ?? 0))).toEqual([a, a, a])
    expect(e).toBeGreaterThan(a ?? 0)
  })

  test('turns are not given beyond the horizon', () => {
    const pace = paceFor(10)
    let state = FRESH
    const answers = Array.from({ length: 20 }, () => {
      const taken = takeTurn(state, pace, 0)
      state = taken.state
      return taken.answer
    })
    expect(answers.filter(answer => answer.kind === 'turn').map(answer => answer.at)).toEqual([0, pace.spacing])
    expect(answers.at(-1)).toMatchObject({ kind: 'later' })
  })

  test('E-29 a pause moves every turn behind it; an earlier one does not shorten it', () => {
    const pace = paceFor(1000)
    const paused = pauseUntil(pauseUntil(FRESH, 5000, 0), 3000, 0)
    expect(paused.pausedUntil).toBe(5000)
    const first = takeTurn(paused, pace, 1000)
    expect(first.answer).toEqual({ kind: 'turn', at: 5000 })
    expect(takeTurn(first.state, pace, 1000).answer.at).toBeGreaterThanOrEqual(5000)
  })

  test('a clock that is put back stops nothing for longer than the horizon and the longest pause', () => {
    const pace = paceFor(1000)
    const day = 86_400_000
    expect(takeTurn({ nextFreeAt: day, pausedUntil: 0 }, pace, 0).answer.at).toBeLessThanOrEqual(HORIZON + 100)
    const { state } = takeTurn({ nextFreeAt: 0, pausedUntil: day }, pace, 0)
    expect(state.pausedUntil).toBe(LONGEST_PAUSE)
    expect(takeTurn(state, pace, LONGEST_PAUSE).answer).toEqual({ kind: 'turn', at: LONGEST_PAUSE })
  })
})
