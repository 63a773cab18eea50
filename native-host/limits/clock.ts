import { setTimeout as wait } from 'node:timers/promises'

/** The source of time, replaced by tests so that they need not wait. Moments are epoch ms. */
export type Clock = {
  now(): number
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    signal.throwIfAborted()
    try {
      await wait(Math.max(0, ms), undefined, { signal })
    } catch (error) {
      signal.throwIfAborted() // throws the signal's reason, not the timer's AbortError
      throw error
    }
  },
}
