import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Clock } from '../limits/clock.ts'
import { PATIENCE, sleepUntil } from '../limits/patience.ts'

/** How long a job that nobody waits for retries after pauses before it fails, ms. */
const MAX_RETRY_TIME = 48 * 3_600_000

/** The moment until which the authority wants no call, epoch ms; undefined for an error that names none. */
export function pauseEndOf(error: unknown): number | undefined {
  if (!(error instanceof RecipisaError) || error.reason !== 'rate-limited') return undefined
  return typeof error.params.until === 'number' ? error.params.until : undefined
}

/** Makes a call and repeats it after each pause: for work that nobody waits for (E-29). */
export async function retryAfterPauses<T>(call: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  const since = clock.now()
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const until = pauseEndOf(error)
      if (until === undefined || clock.now() - since > MAX_RETRY_TIME) throw error
      await sleepUntil(until, clock, signal)
    }
  }
}

/** Whether a pause is too long for a waiting person; both moments are epoch ms. */
export const isTooLongToAwait = (until: number, now: number): boolean => until - now > PATIENCE

/** The error for a caller who does not wait for the end of a pause. */
export function pauseError(operation: string, until: number, now: number): RecipisaError {
  return new RecipisaError('rate-limited', { operation, seconds: Math.ceil(Math.max(0, until - now) / 1000), until })
}
