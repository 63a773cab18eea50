import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { pauseEndOf } from '../../jobs/pauses.ts'
import type { Clock } from '../../limits/clock.ts'
import { sleepUntil } from '../../limits/patience.ts'

/** Pauses between tries while a service does not answer, ms. */
const FIRST_PAUSE = 5000
const LONGEST_PAUSE = 60_000
/** How long a silent service is waited for, ms; a batch then stops, and can be resumed. */
const PATIENCE = 15 * 60_000

/**
 * A time in which a service does not answer: everybody waits, for longer and longer, until one question goes through or
 * patience is at its end.
 */
export class Outage {
  #since: number | undefined
  #error: RecipisaError | undefined
  readonly #clock: Clock
  readonly #changed: (error: RecipisaError | undefined) => void

  /** `changed` is told why nothing goes on, and when it does again. */
  constructor(clock: Clock, changed: (error: RecipisaError | undefined) => void) {
    this.#clock = clock
    this.#changed = changed
  }

  get error(): RecipisaError | undefined {
    return this.#error
  }

  answered(): void {
    if (this.#error === undefined) return
    this.#since = undefined
    this.#error = undefined
    this.#changed(undefined)
  }

  /** Waits before the `tries`-th try is repeated; throws the failure once it has lasted too long. */
  async wait(error: RecipisaError, tries: number, signal: AbortSignal): Promise<void> {
    const until = pauseEndOf(error)
    if (until !== undefined) {
      // It has said when to come again: no silence that patience is for.
      this.#error = error
      this.#changed(error)
      return sleepUntil(until, this.#clock, signal)
    }
    const now = this.#clock.now()
    this.#since ??= now
    if (now - this.#since > PATIENCE) throw error
    this.#error = error
    this.#changed(error)
    await this.#clock.sleep(Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE), signal)
  }
}
