import type { RateState, Rates } from '../archive/core/archive.ts'
import type { Clock } from './clock.ts'

/**
 * Keeps what leaves for a host apart, over all processes: a pacer's turn is taken before there is a connection, and one
 * that takes long to come about would bring its request close to the next one (P-10).
 */
export type Spacer = {
  /** Resolves when the first byte may leave, and counts it; rejects with the signal's reason. */
  depart(signal: AbortSignal): Promise<void>
}

export type SpacerOptions = {
  rates: Rates
  /** Host that the departures are for. */
  scope: string
  requestsPerMinute: number
  clock: Clock
}

const MINUTE = 60_000
/** Departures are apart by a little more than the rule, and by less than the pacer's turns, which they must not hold up. */
const MORE = 1.005
/** A departure that is late by this much, as timers are, does not delay the next one, ms: 1 s stays 1 s and 1 ms. */
const GRAIN = 4

export function createSpacer({ rates, scope, requestsPerMinute, clock }: SpacerOptions): Spacer {
  const gap = (MINUTE / requestsPerMinute) * MORE
  return {
    async depart(signal) {
      for (;;) {
        signal.throwIfAborted()
        const wait = rates.update(`${scope} departures`, state => takeDeparture(state, gap, clock.now()))
        if (wait <= 0) return
        // Whole milliseconds: a timer leaves the rest out, and would come too early.
        await clock.sleep(Math.ceil(wait), signal)
      }
    },
  }
}

/** Counts a departure if it may be now; else the answer is how long to wait, ms. */
export function takeDeparture(state: RateState, gap: number, now: number): { state: RateState; answer: number } {
  // A clock that was put back leaves a moment that lies further ahead than any departure of now could.
  const due = Math.min(state.nextFreeAt, now + gap)
  if (due > now) return { state: { ...state, nextFreeAt: due }, answer: due - now }
  return { state: { ...state, nextFreeAt: Math.max(due, now - GRAIN) + gap }, answer: 0 }
}
