import type { RateState } from '../archive/core/archive.ts'

const MINUTE = 60_000
/** By how much the delay to the server can differ between two requests (network, event loop), ms. */
export const JITTER = 1_200
/** The same for the public host, ms: at one request per second, every per cent makes a large list take much longer. */
export const PUBLIC_JITTER = 400
/** How late a turn becomes void, ms: its owner slept, and would send at the same time as others. */
export const LATE = 500
/** How far ahead to give turns, ms: a process that dies with turns delays the others at most that long. */
export const HORIZON = 10_000
/**
 * Longest pause to observe, ms. A Retry-After of hours, or until tomorrow, is observed. A longer one is a mistake of
 * the service, or comes from a clock that was set back; one call per day to find out is cheap.
 */
export const LONGEST_PAUSE = 24 * 60 * MINUTE

/**
 * Least time between turns, ms, that keeps every window of 60 s within the limit.
 *
 * An interval of L ms, its ends included, holds at most floor(L / spacing) + 1 turns. Requests that arrive at the
 * server within 60 s were sent within 60 s + jitter, because their delays differ by no more. So a spacing slightly
 * above (60 s + jitter) / limit keeps the limit. For 1000 per minute it is 61.2 ms, or 980 per minute, 98 % of the
 * limit; for the public host's 60 per minute it is 1007 ms, 99.3 % of the limit (P-10). There is no burst after a
 * silence: every minute would have that many turns fewer.
 */
export function spacingFor(requestsPerMinute: number, jitter: number): number {
  return (MINUTE + jitter + 1) / requestsPerMinute
}

/** `turn`: the caller may send at this moment (epoch ms); `later`: when to ask again. */
export type Turn = { kind: 'turn' | 'later'; at: number }

/** Takes the next free turn. */
export function takeTurn(before: RateState, spacing: number, now: number): { state: RateState; answer: Turn } {
  const { nextFreeAt, pausedUntil, pausedFor } = limited(before, spacing, now)
  const at = Math.max(now, pausedUntil, nextFreeAt)
  if (at > now + HORIZON) {
    return { state: { nextFreeAt, pausedUntil, pausedFor }, answer: { kind: 'later', at: at - HORIZON / 2 } }
  }
  return { state: { nextFreeAt: at + spacing, pausedUntil, pausedFor }, answer: { kind: 'turn', at } }
}

/** The state after the authority asked for a pause until `until` (epoch ms). */
export function pauseUntil(state: RateState, until: number, now: number): RateState {
  const asked = Math.min(until, now + LONGEST_PAUSE)
  const current = pausedUntil(state, now)
  if (asked <= current) return { ...state, pausedUntil: current }
  return { ...state, pausedUntil: asked, pausedFor: Math.max(0, asked - now) }
}

/**
 * End of the current pause, epoch ms; 0 or a past moment if there is none. From now on it lasts no longer than
 * requested, whatever the clock was then.
 */
export const pausedUntil = (state: RateState, now: number): number =>
  Math.min(state.pausedUntil, now + Math.min(state.pausedFor, LONGEST_PAUSE))

/** Limits moments to the latest that this code can write: a clock that has been set back leaves later ones. */
function limited(state: RateState, spacing: number, now: number): RateState {
  return {
    nextFreeAt: Math.min(state.nextFreeAt, now + HORIZON + spacing),
    pausedUntil: pausedUntil(state, now),
    pausedFor: state.pausedFor,
  }
}
