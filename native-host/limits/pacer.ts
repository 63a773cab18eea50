import type { Rates } from '../archive/core/archive.ts'
import type { Clock } from './clock.ts'
import { LATE, spacingFor, takeTurn } from './pace.ts'
import { LOOK, type Patience } from './patience.ts'
import { createPauses } from './pauses.ts'

/** Lets requests through at the authority's pace, over all processes and restarts (E-29). */
export type Pacer = {
  /**
   * Resolves with true when the caller may send one request now, and with false as soon as a pause lasts longer than its
   * patience (any pause is waited out without it); rejects with the signal's reason.
   */
  admit(signal: AbortSignal, patience?: Patience): Promise<boolean>
  /** Stops every process until this moment (epoch ms); a later pause that is already set stays. */
  pause(until: number): void
  /** Moment until which a pause holds; 0 or a moment of the past when none does. */
  pausedUntil(): number
}

export type PacerOptions = {
  rates: Rates
  /** What the limit belongs to: a host of the authority. */
  scope: string
  requestsPerMinute: number
  /** By how much the ways of two requests to it may differ, ms. */
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
        if (patience && !patience.allows(pausedUntil())) return false
        const wait = turn.at - clock.now()
        if (wait > 0) await clock.sleep(turn.kind === 'turn' ? wait : Math.min(wait, LOOK), signal)
        // Meanwhile a pause may have come from any process, or this one was stopped: then the turn is void.
        if (turn.kind === 'turn' && clock.now() - turn.at < LATE && pausedUntil() <= clock.now()) return true
      }
    },
    pause: until => pauses.set(scope, until),
  }
}

/**
 * The pacer with this process's callers in line: only the first of them holds a turn. Whoever gives up, as a company's page
 * that is left does, then takes no row of turns along that the next one would wait out, and of two processes that want
 * many turns each has every other one.
 */
export function inLine(pacer: Pacer): Pacer {
  let last: Promise<void> = Promise.resolve()
  return {
    ...pacer,
    async admit(signal, patience) {
      const [before, left] = [last, Promise.withResolvers<void>()]
      last = left.promise
      try {
        await unlessAborted(before, signal)
        return await pacer.admit(signal, patience)
      } finally {
        void before.then(left.resolve) // who gives up while others are before him lets nobody past them
      }
    },
  }
}

async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
