import type { RateState, Rates } from '../../archive/core/archive.ts'
import type { Clock } from '../../limits/clock.ts'
import { pauseUntil } from '../../limits/pace.ts'
import { createPauses, type Pauses } from '../../limits/pauses.ts'

/**
 * The pauses at the authority's hosts, as the office told them last to any process of this seat. Outside an office nothing
 * reads them, so that they end with the seat; this machine's own pauses go on.
 */
export type ToldPauses = Pick<Pauses, 'until'> & {
  /** Takes the office's word in place of the one before: until when a host's pause lasts, epoch ms; 0 for none. */
  tell(host: string, until: number): void
}

const NONE: RateState = { nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 }

export function createToldPauses(rates: Rates, clock: Pick<Clock, 'now'>): ToldPauses {
  const scopeOf = (host: string) => `office ${host}`
  const pauses = createPauses(rates, clock)
  return {
    until: host => pauses.until(scopeOf(host)),
    tell(host, until) {
      const state = until > 0 ? pauseUntil(NONE, until, clock.now()) : NONE
      rates.update(scopeOf(host), () => ({ state, answer: undefined }))
    },
  }
}

/** The pauses of this machine's own together with those that the office has told. */
export function sharePauses(own: Pauses, told: ToldPauses): Pauses {
  return { ...own, until: host => Math.max(own.until(host), told.until(host)) }
}
