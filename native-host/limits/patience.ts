import type { Clock } from './clock.ts'
import { LONGEST_PAUSE } from './pace.ts'

/** How long a waiting person waits for pauses, in total, ms. */
export const PATIENCE = 60_000

/** A time budget for waiting out pauses. */
export type Patience = {
  /** Whether to wait for the end of a pause (epoch ms); if so, spends its time, once for all waiters. */
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

/** Allows only waits that both allow. */
export const bothOf = (one: Patience, other: Patience | undefined): Patience => ({
  allows: until => one.allows(until) && (other?.allows(until) ?? true),
})

/** How often a sleeper looks at the clock, ms, to notice a sleeping machine or a changed clock. */
export const CLOCK_CHECK = 15_000

/**
 * Resolves at a moment (epoch ms) of the machine's clock, even if the clock is set meanwhile. One that is set back makes the
 * sleep no longer than it was to be.
 */
export async function sleepUntil(until: number, clock: Clock, signal: AbortSignal): Promise<void> {
  let most = until - clock.now()
  if (most > LONGEST_PAUSE) return
  for (let left = most; left > 0; left = Math.min(most, until - clock.now())) {
    const ms = Math.min(left, CLOCK_CHECK)
    await clock.sleep(ms, signal)
    most -= ms
  }
}
