import type { RateState, Rates } from '../archive/core/archive.ts'
import type { Clock } from './clock.ts'

/**
 * Spaces the departures of requests to a host, over all processes. A pacer gives a turn before there is a connection; a
 * slow connection would bring its request close to the next one (P-10).
 */
export type Spacer = {
  /** Resolves when the first byte may leave, and counts the departure. Rejects with the signal's reason. */
  depart(signal: AbortSignal): Promise<void>
}

export type SpacerOptions = {
  rates: Rates
  /** Host of the departures. */
  scope: string
  requestsPerMinute: number
  clock: Clock
}

const MINUTE = 60_000
/**
 * Departures are a little further apart than the rule demands, but closer than the pacer's turns, which they must not
 * delay.
 */
const MARGIN = 1.005
/** How late a departure can be without a delay of the next one, ms: timers are imprecise, and 1 s stays 1 s and 1 ms. */
const TIMER_GRAIN = 4

export function createSpacer({ rates, scope, requestsPerMinute, clock }: SpacerOptions): Spacer {
  const gap = (MINUTE / requestsPerMinute) * MARGIN
  return {
    async depart(signal) {
      for (;;) {
        signal.throwIfAborted()
        const wait = rates.update(`${scope} departures`, state => takeDeparture(state, gap, clock.now()))
        if (wait <= 0) return
        // Rounded up: a timer drops the fraction, and would fire too early.
        await clock.sleep(Math.ceil(wait), signal)
      }
    },
  }
}

/** Counts a departure if it may leave now; else returns how long to wait, ms. */
export function takeDeparture(state: RateState, gap: number, now: number): { state: RateState; answer: number } {
  // A clock that has been set back leaves a moment further ahead than any departure from now could be.
  const due = Math.min(state.nextFreeAt, now + gap)
  if (due > now) return { state: { ...state, nextFreeAt: due }, answer: due - now }
  return { state: { ...state, nextFreeAt: Math.max(due, now - TIMER_GRAIN) + gap }, answer: 0 }
}
