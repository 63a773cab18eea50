import type { Duplex } from 'node:stream'
import type { Answer } from '../http.ts'
import { json } from '../http.ts'
import type { RegisterQuirks } from './registers.ts'

/**
 * The public host's treatment of connections and haste. The pace is real time: questions one by one, `intervalMs` apart;
 * each may be early by the tolerance, but early time is not granted twice (a leaky bucket).
 */
export type Manners = {
  /** The public host's reaction to a question before its service sees it; undefined if it may pass. */
  meet(socket: Duplex, isFlaky: boolean): Answer | undefined
}

export function createManners(quirks: RegisterQuirks, intervalMs: number, monotonic: () => number): Manners {
  const usedAt = new WeakMap<Duplex, number>()
  let dueAt = 0
  let flaky = 0
  return {
    meet(socket, isFlaky) {
      const now = monotonic()
      const before = usedAt.get(socket)
      usedAt.set(socket, now)
      if (before !== undefined && quirks.idleMs !== null && now - before > quirks.idleMs) return 'reset'
      if (now < dueAt - quirks.toleranceMs)
        return quirks.tooFast === 'reset' ? 'reset' : json({ cod: 429, message: 'Too Many Requests' }, 429)
      dueAt = Math.max(now, dueAt) + intervalMs
      if (!isFlaky || quirks.resetEvery === null) return undefined
      flaky += 1
      return flaky % quirks.resetEvery === 0 ? 'reset' : undefined
    },
  }
}
