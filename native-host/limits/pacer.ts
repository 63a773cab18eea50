import { untilAborted } from '../../shared/async/until-aborted.ts'
import type { Rates } from '../archive/core/archive.ts'
import type { Clock } from './clock.ts'
import { LATE, spacingFor, takeTurn } from './pace.ts'
import { CLOCK_CHECK, type Patience } from './patience.ts'
import { createPauses } from './pauses.ts'

/** `until`: the moment for which the caller's patience was too short, epoch ms. */
export type Admission = 'admitted' | { until: number }

/** Admits requests at the authority's pace, over all processes and restarts (E-29). */
export type Pacer = {
  /**
   * Resolves when the caller may send one request, or at once if the wait for that is longer than `patience`; without
   * `patience`, waits out any pause. Rejects with the signal's reason.
   */
  admit(signal: AbortSignal, patience?: Patience): Promise<Admission>
  /** Pauses every process until this moment (epoch ms); a pause that ends later stays. */
  pause(until: number): void
  /** End of the current pause, epoch ms; 0 or a past moment if there is none. */
  pausedUntil(): number
}

export type PacerOptions = {
  rates: Rates
  /** The authority's host with the limit. */
  scope: string
  requestsPerMinute: number
  /** By how much the delays of two requests can differ, ms. */
  jitter: number
  clock: Clock
}

export function createPacer({ rates, scope, requestsPerMinute, jitter, clock }: PacerOptions): Pacer {
  const spacing = spacingFor(requestsPerMinute, jitter)
  const pauses = createPauses(rates, clock)
  const pausedUntil = () => pauses.until(scope)
  return {
    pausedUntil,
    async admit(signal, patience) {
      for (;;) {
        signal.throwIfAborted()
        const turn = rates.update(scope, state => takeTurn(state, spacing, clock.now()))
        const until = pausedUntil()
        if (patience && !patience.allows(until)) return { until }
        const wait = turn.at - clock.now()
        if (wait > 0) await clock.sleep(turn.kind === 'turn' ? wait : Math.min(wait, CLOCK_CHECK), signal)
        // The turn is void if any process has set a pause meanwhile, or if this process was stopped.
        if (turn.kind === 'turn' && clock.now() - turn.at < LATE && pausedUntil() <= clock.now()) return 'admitted'
      }
    },
    pause: until => pauses.set(scope, until),
  }
}

/**
 * A pacer that queues the callers of this process, so that only the first one holds a turn. Callers who give up (a person
 * leaves a company's page) then waste no turns, and two busy processes get turns alternately.
 */
export function inLine(pacer: Pacer): Pacer {
  let last: Promise<void> = Promise.resolve()
  return {
    ...pacer,
    async admit(signal, patience) {
      const [before, done] = [last, Promise.withResolvers<void>()]
      last = done.promise
      try {
        signal.throwIfAborted()
        await untilAborted(before, signal)
        return await pacer.admit(signal, patience)
      } finally {
        void before.then(done.resolve) // a caller who gives up early does not let the next one overtake the others
      }
    },
  }
}
