import type { Rates } from '../archive/core/archive.ts'
import type { Clock } from './clock.ts'
import { pausedUntil, pauseUntil } from './pace.ts'

/** Pauses that the authority's hosts have requested, over all processes and restarts (E-29). */
export type Pauses = {
  /** End of the host's current pause, epoch ms; 0 or a past moment if there is none. */
  until(host: string): number
  /** Pauses every process until a moment (epoch ms); a pause that ends later stays. */
  set(host: string, until: number): void
}

/** Creates the pauses; a pacer with the host as its scope shares them. */
export function createPauses(rates: Rates, { now }: Pick<Clock, 'now'>): Pauses {
  return {
    // Writes the limited moment: otherwise a pause that a set-back clock left far ahead would keep moving on.
    until: host =>
      rates.update(host, state => {
        const until = pausedUntil(state, now())
        return { state: { ...state, pausedUntil: until }, answer: until }
      }),
    // Durable: after a loss of power, a pause of hours must still be observed.
    set: (host, until) =>
      rates.update(host, state => ({ state: pauseUntil(state, until, now()), answer: undefined }), 'durable'),
  }
}
