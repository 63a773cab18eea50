import type { RateState, Rates } from '../archive/core/archive.ts'
import type { Clock } from './clock.ts'

export function ratesInMemory(): Rates {
  const states = new Map<string, RateState>()
  return {
    update(scope, change) {
      const { state, answer } = change(states.get(scope) ?? { nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 })
      states.set(scope, state)
      return answer
    },
  }
}

/** A clock that jumps to the next sleeper's moment when all callers sleep. */
export function jumpingClock(): Clock & { advance(ms: number): void } {
  let now = 1_000_000
  const sleepers: { at: number; wake: () => void }[] = []
  const jump = () => {
    sleepers.sort((a, b) => a.at - b.at)
    const next = sleepers.shift()
    if (!next) return
    now = Math.max(now, next.at)
    next.wake()
  }
  return {
    now: () => now,
    sleep: ms =>
      new Promise(resolve => {
        sleepers.push({ at: now + ms, wake: resolve })
        setImmediate(jump)
      }),
    advance: ms => {
      now += ms
    },
  }
}
