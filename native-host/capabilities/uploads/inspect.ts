import { uploadCui } from '../../../shared/filings/upload-company.ts'
import type { Inspection } from '../../../shared/protocol/uploads.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import type { Reading } from '../../reading/upload-document.ts'

type Parts = Pick<Archive, 'uploads' | 'companies' | 'messages'>

/** How many earlier uploads of the same bytes to show, the latest first. */
const MAX_EARLIER = 5

/** Stages the exact bytes for an upload and describes them. */
export async function inspectUpload(archive: Parts, bytes: Uint8Array, fileName: string): Promise<Inspection> {
  const reading = await readDocumentInThread('upload', bytes, fileName)
  const sha256 = await archive.uploads.stage(bytes, fileName)
  const cui = companyOf(archive, reading)
  return {
    sha256,
    size: bytes.length,
    fileName,
    standard: reading.standard,
    invoice: reading.invoice,
    cui,
    rights: (cui && archive.companies.get(cui)?.rights) || (cui ? 'not-listed' : 'unknown'),
    suggested: reading.suggested,
    problems: reading.problems,
    earlier: archive.uploads.byContent(sha256).slice(0, MAX_EARLIER),
  }
}

/** The company of the upload. A buyer's message is sent for the company that received the invoice (E-31). */
function companyOf({ messages }: Parts, reading: Reading): string | null {
  if (!reading.rasp) return uploadCui(reading, reading.suggested)
  const { uploadIndex } = reading.rasp
  const received = messages.ofUpload(uploadIndex).find(({ kind }) => kind === 'received')
  return received?.cui ?? null
}
