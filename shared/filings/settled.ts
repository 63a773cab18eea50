import type { Declaration } from '../protocol/declarations.ts'
import type { ReportRequest } from '../protocol/requests.ts'
import type { Upload } from '../protocol/uploads.ts'

/** Whether the host will learn nothing more about the upload on its own. */
export function isUploadSettled({ state, nextCheckAt }: Upload): boolean {
  return state === 'unknown' ? nextCheckAt === null : state !== 'sending' && state !== 'processing'
}

/** Whether the host will learn nothing more about the declaration on its own. */
export function isDeclarationSettled({ state, nextCheckAt }: Declaration): boolean {
  if (state === 'sending') return false
  if (state === 'rejected' || state === 'not-sent') return true
  return nextCheckAt === null
}

/** Whether the host will learn nothing more about the request on its own. */
export function isRequestSettled({ state, nextCheckAt }: ReportRequest): boolean {
  if (state === 'requested' || state === 'delivered') return nextCheckAt === null
  return state !== 'sending'
}

/** Whether the search for a declaration of unknown outcome has ended in vain; the seat of a colleague's searches by itself. */
export function isNotFound({ state, nextCheckAt, checkedAt, seat }: Declaration): boolean {
  return state === 'unknown' && nextCheckAt === null && checkedAt !== null && seat === undefined
}
