import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { ThreadEnded } from '../../reading/bounded-thread.ts'
import { describeSmall } from '../../reading/describe-zip.ts'
import { beyondBounds, readInThread } from '../../reading/reader.ts'
import type { Description } from '../store/document-store.ts'

/** Uploads at describing one document: what ends the thread, or the whole process, three times will do so again. */
const MOST_ATTEMPTS = 3

/**
 * What a document says of itself, read within bounds, and apart unless it is small. `attempt` is which one this is: what was stopped before
 * is still to be described, until that was tried often enough.
 */
export async function describe(zip: Uint8Array, attempt: number): Promise<Description> {
  // Earlier ones ended with their process: whatever it was, it is not tried again.
  if (attempt > MOST_ATTEMPTS)
    return undescribed(new RecipisaError('document-takes-too-much', { attempts: MOST_ATTEMPTS }))
  try {
    const { invoice, refersTo, problem } = describeSmall(zip) ?? (await readInThread('describe', [zip]))
    if (problem === null) return { invoice, refersTo, undescribed: null }
    return undescribed(new RecipisaError(problem === 'dtd' ? 'document-dtd' : 'document-too-complex'))
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    if (attempt < MOST_ATTEMPTS) return { invoice: null, refersTo: null, undescribed: 'waiting' }
    return undescribed(beyondBounds(error, attempt))
  }
}

function undescribed(error: RecipisaError): Description {
  return { invoice: null, refersTo: null, undescribed: toErrorBody(error) }
}
