import { formatQuotedMoment } from '../domain/romania-time.ts'
import { RecipisaError } from '../errors/recipisa-error.ts'
import type { Declaration } from '../protocol/declarations.ts'
import type { Upload } from '../protocol/uploads.ts'

/**
 * The error for uploading the same bytes again: an earlier upload sent them (`already-filed`), or is sending them
 * (E-06).
 */
export function alreadyUploaded({ id, state, createdAt, uploadIndex }: Upload): RecipisaError {
  if (state === 'sending') return new RecipisaError('filing-under-way', { id })
  const outcome = uploadIndex === null ? state : `index ${uploadIndex}`
  return new RecipisaError('already-filed', { when: formatQuotedMoment(createdAt), outcome, id, state })
}

/** The same for a declaration (`already-declared`, D-03). */
export function alreadyDeclared({ id, state, createdAt, filingNumber }: Declaration): RecipisaError {
  if (state === 'sending') return new RecipisaError('filing-under-way', { id })
  const outcome = filingNumber === null ? state : `index ${filingNumber}`
  return new RecipisaError('already-declared', { when: formatQuotedMoment(createdAt), outcome, id, state })
}
