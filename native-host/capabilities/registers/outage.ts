import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { pauseEndOf } from '../../jobs/pauses.ts'
import type { Clock } from '../../limits/clock.ts'
import { sleepUntil } from '../../limits/patience.ts'

/** First and longest pause between tries while a service does not answer, ms. */
const FIRST_PAUSE = 5000
const LONGEST_PAUSE = 60_000
/** How long to wait for a silent service, ms; then the batch fails, and a person can resume it. */
const PATIENCE = 15 * 60_000

/**
 * A time in which a service does not answer. All questions wait, longer and longer, until one is answered or the
 * patience is used up.
 */
export class Outage {
  #since: number | undefined
  #error: RecipisaError | undefined
  readonly #clock: Clock
  readonly #changed: (error: RecipisaError | undefined) => void

  /** Calls `changed` with the failure when an outage begins or changes, and with undefined when it ends. */
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

  /** Waits after the `tries`-th failed try. Throws the failure once the outage lasts too long. */
  async wait(error: RecipisaError, tries: number, signal: AbortSignal): Promise<void> {
    const until = pauseEndOf(error)
    if (until !== undefined) {
      // The service has named a time to come again, so this is not silence.
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
