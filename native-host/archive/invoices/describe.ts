import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { ThreadEnded } from '../../reading/bounded-thread.ts'
import { boundExceeded, readInThread } from '../../reading/reader.ts'
import type { StoredInvoice } from './stored-invoice.ts'

/** The index's data about a document's content. */
type Description = Pick<StoredInvoice, 'invoice' | 'lineWords' | 'vat' | 'refersTo' | 'undescribed'>

/** The description of a document before it is read. */
export const NOTHING: Omit<Description, 'undescribed'> = { invoice: null, lineWords: '', vat: [], refersTo: null }

/**
 * How often to try to describe one document: a reading that ended the thread or the process three times would do so
 * again.
 */
const MOST_TRIES = 3

/**
 * Describes a document: reads it within bounds, in the thread unless it is small. `attempt` counts the tries, from 1. A
 * document whose reading was stopped stays undescribed until the last try.
 */
export async function describe(zip: Uint8Array, attempt: number): Promise<Description> {
  // Each earlier try ended together with its process.
  if (attempt > MOST_TRIES) return undescribed(new RecipisaError('document-takes-too-much', { attempts: MOST_TRIES }))
  try {
    // With the parser of XML, which no start needs.
    const { describeSmall } = await import('../../reading/describe-zip.ts')
    const { problem, ...described } = describeSmall(zip) ?? (await readInThread('describe', [zip]))
    if (problem === null) return { ...described, undescribed: null }
    return undescribed(new RecipisaError(problem === 'dtd' ? 'document-dtd' : 'document-too-complex'))
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    if (attempt < MOST_TRIES) return { ...NOTHING, undescribed: 'waiting' }
    return undescribed(boundExceeded(error, attempt))
  }
}

function undescribed(error: RecipisaError): Description {
  return { ...NOTHING, undescribed: toErrorBody(error) }
}
