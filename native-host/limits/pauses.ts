import type { Rates } from '../archive/core/archive.ts'
import type { Clock } from './clock.ts'
import { pausedUntil, pauseUntil } from './pace.ts'

/** Pauses that the authority's hosts have asked for, over all processes and restarts (E-29). */
export type Pauses = {
  /** Moment until which nobody calls the host, epoch ms; 0 or a moment of the past when it may be called. */
  until(host: string): number
  /** Stops every process until a moment; a later one that is already set stays. */
  set(host: string, until: number): void
}

/** A pacer whose scope is the host shares the pause. */
export function createPauses(rates: Rates, { now }: Pick<Clock, 'now'>): Pauses {
  return {
    // What is believed is written down: else a pause that a clock put back has left far ahead would move on with the time.
    until: host =>
      rates.update(host, state => {
        const until = pausedUntil(state, now())
        return { state: { ...state, pausedUntil: until }, answer: until }
      }),
    set: (host, until) => rates.update(host, state => ({ state: pauseUntil(state, until, now()), answer: undefined })),
  }
}
