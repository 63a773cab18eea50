import { alreadyUploaded } from '../../../shared/errors/already-sent.ts'
import { fromErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Params } from '../../../shared/protocol/methods.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readDocumentInThread } from '../../reading/reader.ts'

/**
 * Writes a filing down, before anything of it is sent (E-05); some process then sends it. Refuses what cannot be sent and,
 * unless `again`, what was filed before (`already-filed`, E-06).
 */
export async function beginUpload(
  { uploads }: Pick<Archive, 'uploads'>,
  { sha256, cui, standard, flags, again, corrects }: Params<'uploads.send'>,
): Promise<Upload> {
  const staged = await uploads.staged(sha256)
  if (!staged) throw new RecipisaError('staged-missing')
  const { bytes, fileName } = staged
  const { invoice, problems } = await readDocumentInThread('upload', bytes, fileName)
  // A standard that was not recognised is the user's to name.
  const serious = problems.map(fromErrorBody).find(error => error && error.reason !== 'upload-standard')
  if (serious) throw serious
  if (corrects !== undefined && !uploads.get(corrects))
    throw new RecipisaError('argument-invalid', { name: 'corrects', value: corrects, problem: 'no such filing' })
  const draft = { sha256, size: bytes.length, fileName, cui, standard, flags, invoice, corrects: corrects ?? null }
  const begun = uploads.begin(draft, again)
  if ('attempt' in begun) return begun.attempt
  throw alreadyUploaded(begun.earlier)
}
