import type { RateState } from '../archive/archive.ts'

const MINUTE = 60_000
/** By how much the way to the server may differ between two requests (network, event loop), ms. */
export const JITTER = 900
/** A turn that its owner comes to this late is given up: the owner slept, and would go together with others. */
export const LATE = 500
/** Turns are given this far ahead at most, ms: a process that dies with turns in hand delays the others no longer. */
export const HORIZON = 10_000
/** The longest pause that is believed, ms: more is a clock that was put back, or nothing to wait for in one go. */
export const LONGEST_PAUSE = 15 * MINUTE

/** Least time between turns, ms, and how many turns may be taken at once after a silence. */
export type Pace = { spacing: number; burst: number }

/**
 * A pace at which no window of 60 s, wherever it lies, sees more than the limit of requests.
 *
 * Turns stand `spacing` apart, `burst` of them at once after a silence; so any stretch of L ms, its ends included, holds
 * at most floor(L / spacing) + burst of them. What arrives at the server within 60 s was sent within 60 s + JITTER, as
 * the ways differ by JITTER at most. A spacing a little over (60 s + JITTER) / (limit - burst + 1) makes that the limit at
 * most. For 1000 a minute: burst 4, spacing 61.08 ms, 982 a minute, which is 98.2 % of the limit.
 */
export function paceFor(requestsPerMinute: number): Pace {
  const burst = Math.min(4, Math.max(1, Math.floor(requestsPerMinute / 250)))
  return { burst, spacing: (MINUTE + JITTER + 1) / (requestsPerMinute - burst + 1) }
}

/** A turn of the caller's own, or the moment at which to ask again. */
export type Turn = { kind: 'turn' | 'later'; at: number }

/** Takes the next free turn (GCRA: `nextFreeAt` is the moment up to which turns are used up, were there no burst). */
export function takeTurn(before: RateState, pace: Pace, now: number): { state: RateState; answer: Turn } {
  const { nextFreeAt, pausedUntil } = believable(before, pace, now)
  const earliest = Math.max(now, pausedUntil)
  const at = Math.max(earliest, nextFreeAt - (pace.burst - 1) * pace.spacing)
  if (at > now + HORIZON) {
    return { state: { nextFreeAt, pausedUntil }, answer: { kind: 'later', at: at - HORIZON / 2 } }
  }
  const state = { nextFreeAt: Math.max(nextFreeAt, earliest) + pace.spacing, pausedUntil }
  return { state, answer: { kind: 'turn', at } }
}

/** The state after a pause until `until` was asked for. */
export function pauseUntil(state: RateState, until: number, now: number): RateState {
  return { ...state, pausedUntil: Math.max(state.pausedUntil, Math.min(until, now + LONGEST_PAUSE)) }
}

/** A clock that was put back leaves moments that this code cannot have written: they are drawn back to the furthest ones. */
function believable(state: RateState, pace: Pace, now: number): RateState {
  return {
    nextFreeAt: Math.min(state.nextFreeAt, now + HORIZON + pace.burst * pace.spacing),
    pausedUntil: Math.min(state.pausedUntil, now + LONGEST_PAUSE),
  }
}
