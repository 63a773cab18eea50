import { untilAborted } from '../../shared/async/until-aborted.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/**
 * The answer of a credential store, which may be waiting for its owner. Throws `secret-store` after `patience` ms; the
 * question stays asked.
 */
export async function inTime<T>(answer: Promise<T>, patience: number): Promise<T> {
  const late = new AbortController()
  const problem = `no answer within ${patience / 1000} s`
  const timer = setTimeout(() => late.abort(new RecipisaError('secret-store', { problem })), patience)
  try {
    return await untilAborted(answer, late.signal)
  } finally {
    clearTimeout(timer)
  }
}
