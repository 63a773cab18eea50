import { OFFICE_AWAY } from '../../../shared/errors/office-away.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'

/** Whether an error means that the office cannot be asked: this machine then works alone, or asks its person. */
export function isAway(error: unknown): error is RecipisaError {
  return error instanceof RecipisaError && OFFICE_AWAY.has(error.reason)
}

/** Whether an error means that the office does not know this seat, or not any more. */
export function isEnded(error: unknown): boolean {
  return error instanceof RecipisaError && error.reason === 'office-sign-in'
}

/** The result of `work`, or of `alone` while the office cannot be asked. */
export async function orAlone<T>(work: () => Promise<T>, alone: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isAway(error)) throw error
    return alone()
  }
}
