import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Clock } from '../limits/clock.ts'
import { PATIENCE, sleepUntil } from '../limits/patience.ts'

/** How long a job goes on being refused, at whatever distance, before that is its failure, ms. */
const GIVES_UP = 48 * 3_600_000

/** Until when the authority wants no call, of a failure that says so, epoch ms. */
export function heldUntil(error: unknown): number | undefined {
  if (!(error instanceof RecipisaError) || error.reason !== 'rate-limited') return undefined
  return typeof error.params.until === 'number' ? error.params.until : undefined
}

/** Makes a call, and makes it again whenever a pause that it met is over: for work that nobody waits for (E-29). */
export async function outlast<T>(call: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  const since = clock.now()
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const until = heldUntil(error)
      if (until === undefined || clock.now() - since > GIVES_UP) throw error
      await sleepUntil(until, clock, signal)
    }
  }
}

/** Whether it is too long for somebody who waits. */
export const isLong = (until: number, now: number): boolean => until - now > PATIENCE

/** The failure of whoever does not wait for the end of a pause. */
export function heldOff(operation: string, until: number, now: number): RecipisaError {
  return new RecipisaError('rate-limited', { operation, seconds: Math.ceil(Math.max(0, until - now) / 1000), until })
}
