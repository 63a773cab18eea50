import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/**
 * The answer of a credential store, which may be waiting for its owner. Throws `secret-store` after `patience` ms; the
 * question stays asked.
 */
export async function inTime<T>(answer: Promise<T>, patience: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const problem = `no answer within ${patience / 1000} s`
  const timer = setTimeout(() => late.reject(new RecipisaError('secret-store', { problem })), patience)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
