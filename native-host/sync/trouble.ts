import type { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/**
 * What a failure means for the rest of a sync. `stop`: nothing else can go better (no sign-in, a full disk). `systemic`:
 * the authority or the network is perhaps away; one alone may be bad luck, several in a row are not. `own`: it concerns
 * this company or message only.
 */
export type Trouble = 'stop' | 'systemic' | 'own'

export function troubleOf(error: RecipisaError): Trouble {
  switch (error.reason) {
    case 'client-rejected':
    case 'grant-rejected':
    case 'no-right-for-service':
      return 'stop'
  }
  switch (error.code) {
    case 'auth-required':
    case 'session-expired':
    case 'invalid-input':
    case 'storage':
    case 'incompatible-version':
    case 'cancelled':
      return 'stop'
    case 'unreachable':
    case 'service-unavailable':
    case 'blocked-by-firewall':
    case 'rate-limited':
      return 'systemic'
    default:
      return 'own'
  }
}

/** Systemic failures in a row, with no answer between them, after which a sync gives up; the next one goes on from there. */
const IN_A_ROW = 5

/** Counts what the authority answers and what it does not; trips when it has plainly gone away. */
export class Breaker {
  #inARow = 0
  #answered = false
  #last: RecipisaError | undefined
  readonly #trip: (error: RecipisaError) => void

  constructor(trip: (error: RecipisaError) => void) {
    this.#trip = trip
  }

  answered(): void {
    this.#answered = true
    this.#inARow = 0
  }

  silent(error: RecipisaError): void {
    this.#last = error
    if (++this.#inARow >= IN_A_ROW) this.#trip(error)
  }

  /** The failure of a run in which the authority never answered anything. */
  get neverAnswered(): RecipisaError | undefined {
    return this.#answered ? undefined : this.#last
  }
}
