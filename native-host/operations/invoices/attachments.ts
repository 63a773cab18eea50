import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Archive, ArchivedDocument } from '../../archive/core/archive.ts'
import { sha256Of } from '../../archive/store/hash.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import { readDocument } from './documents.ts'

/** A file embedded in an archived invoice. Throws `document-part-missing` if there is none with this index. */
export async function readAttachment(archive: Archive, id: string, index: number): Promise<ArchivedDocument> {
  const { bytes: xml } = await readDocument(archive, { area: 'invoices', id, as: 'xml' })
  const found = await readDocumentInThread('attachment', xml, index)
  if (!found) throw new RecipisaError('document-part-missing', { id, part: `attachment ${index + 1}` })
  return { ...found, sha256: sha256Of(found.bytes) }
}
