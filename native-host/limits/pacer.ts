import type { Rates } from '../archive/archive.ts'

/** Lets requests through at the authority's pace, over all processes and restarts (E-29). */
export type Pacer = {
  /** Resolves when the caller may send one request now; rejects with the signal's reason. */
  admit(signal: AbortSignal): Promise<void>
  /** Stops every process until this moment (epoch ms); a later pause that is already set stays. */
  pause(until: number): void
  /** Moment until which a pause holds; 0 or a moment of the past when none does. */
  pausedUntil(): number
}

export type PacerOptions = {
  rates: Rates
  /** What the limit belongs to: the authority's API host. */
  scope: string
  requestsPerMinute: number
  now: () => number
}
