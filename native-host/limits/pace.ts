import type { RateState } from '../archive/core/archive.ts'

const MINUTE = 60_000
/** By how much the way to the server may differ between two requests (network, event loop), ms. */
export const JITTER = 1_200
/** The same for the public host: at its pace of one a second, every per cent is a long time of a large list. */
export const PUBLIC_JITTER = 400
/** A turn that its owner comes to this late is given up: the owner slept, and would go together with others. */
export const LATE = 500
/** Turns are given this far ahead at most, ms: a process that dies with turns in hand delays the others no longer. */
export const HORIZON = 10_000
/**
 * The longest pause that is believed, ms. A Retry-After of hours, or until tomorrow, is honoured; more is a mistake of the
 * service's or a clock that was put back, and one call a day to find out is no burden.
 */
export const LONGEST_PAUSE = 24 * 60 * MINUTE

/**
 * Least time between turns, ms, at which no window of 60 s, wherever it lies, sees more requests than the limit.
 *
 * A stretch of L ms, its ends included, holds at most floor(L / spacing) + 1 turns. What arrives at the server within 60 s
 * was sent within 60 s + jitter, as the ways differ by that at most. A spacing a little over (60 s + jitter) / limit
 * makes that the limit at most. For 1000 a minute: 61.2 ms, 980 a minute, which is 98 % of the limit; for the public
 * host's 60 a minute 1007 ms, which is 99.3 % of it (P-10). There is no burst after a silence: it would cost as many turns
 * of every minute as it is large.
 */
export function spacingFor(requestsPerMinute: number, jitter: number): number {
  return (MINUTE + jitter + 1) / requestsPerMinute
}

/** A turn of the caller's own, or the moment at which to ask again. */
export type Turn = { kind: 'turn' | 'later'; at: number }

/** Takes the next free turn. */
export function takeTurn(before: RateState, spacing: number, now: number): { state: RateState; answer: Turn } {
  const { nextFreeAt, pausedUntil } = believable(before, spacing, now)
  const at = Math.max(now, pausedUntil, nextFreeAt)
  if (at > now + HORIZON) {
    return { state: { nextFreeAt, pausedUntil }, answer: { kind: 'later', at: at - HORIZON / 2 } }
  }
  return { state: { nextFreeAt: at + spacing, pausedUntil }, answer: { kind: 'turn', at } }
}

/** The state after a pause until `until` was asked for. */
export function pauseUntil(state: RateState, until: number, now: number): RateState {
  return { ...state, pausedUntil: Math.max(state.pausedUntil, Math.min(until, now + LONGEST_PAUSE)) }
}

/** Until when a pause holds; 0 or a moment of the past where none does. */
export const pausedUntil = (state: RateState, now: number): number => Math.min(state.pausedUntil, now + LONGEST_PAUSE)

/** A clock that was put back leaves moments that this code cannot have written: they are drawn back to the furthest ones. */
function believable(state: RateState, spacing: number, now: number): RateState {
  return {
    nextFreeAt: Math.min(state.nextFreeAt, now + HORIZON + spacing),
    pausedUntil: pausedUntil(state, now),
  }
}
