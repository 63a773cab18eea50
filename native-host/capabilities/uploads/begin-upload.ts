import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { alreadyUploaded } from '../../../shared/filings/already-sent.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readDocumentInThread } from '../../reading/reader.ts'

/**
 * Records an upload before its first byte is sent (E-05). Throws the problem of a document that cannot be uploaded and,
 * unless `again`, `already-filed` for bytes that were uploaded before (E-06).
 */
export async function beginUpload(
  { uploads }: Pick<Archive, 'uploads'>,
  { sha256, cui, standard, flags, again, corrects }: Params<'uploads.send'>,
): Promise<Upload> {
  const staged = await uploads.staged(sha256)
  if (!staged) {
    // The bytes are removed once their upload's document is archived, and another process may just have done that.
    const filed = again ? undefined : uploads.byContent(sha256).find(({ state }) => state === 'ok')
    throw filed ? alreadyUploaded(filed) : new RecipisaError('staged-missing')
  }
  const { bytes, fileName } = staged
  const { invoice, problems } = await readDocumentInThread('upload', bytes, fileName)
  // If the standard was not recognised, the person names it.
  const problem = problems.map(fromErrorBody).find(error => error && error.reason !== 'upload-standard')
  if (problem) throw problem
  if (corrects !== undefined && !uploads.get(corrects))
    throw new RecipisaError('argument-invalid', { name: 'corrects', value: corrects, problem: 'no such upload' })
  const draft = { sha256, size: bytes.length, fileName, cui, standard, flags, invoice, corrects: corrects ?? null }
  const begun = uploads.begin(draft, again)
  if ('attempt' in begun) return begun.attempt
  throw alreadyUploaded(begun.earlier)
}
