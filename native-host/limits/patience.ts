import type { Clock } from './clock.ts'
import { LONGEST_PAUSE } from './pace.ts'

/** How long somebody who waits for an answer waits for the ends of pauses, in all, ms. */
export const PATIENCE = 60_000

/** A time that may be spent on waiting for pauses to end. */
export type Patience = {
  /** Whether a pause until this moment (epoch ms) is waited out; if it is, its time is spent, once for all who wait. */
  allows(until: number): boolean
}

export function createPatience(most: number, now: () => number): Patience {
  let spent = 0
  let counted = Number.NEGATIVE_INFINITY
  return {
    allows(until) {
      const cost = Math.max(0, until - Math.max(now(), counted))
      if (spent + cost > most) return false
      spent += cost
      counted = Math.max(counted, until)
      return true
    },
  }
}

/** Waits as long as both have patience. */
export const bothOf = (one: Patience, other: Patience | undefined): Patience => ({
  allows: until => one.allows(until) && (other?.allows(until) ?? true),
})

/** How often somebody who sleeps looks at the clock, ms: a machine that was asleep, or set anew, is noticed. */
export const LOOK = 15_000

/** Resolves at a moment (epoch ms) by the machine's clock, however that is set meanwhile. */
export async function sleepUntil(until: number, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let left = until - clock.now(); left > 0 && left <= LONGEST_PAUSE; left = until - clock.now())
    await clock.sleep(Math.min(left, LOOK), signal)
}
