import type { Inspection } from '../../../shared/protocol/uploads.ts'
import type { Archive } from '../../archive/core/archive.ts'
import { readDocumentInThread } from '../../reading/reader.ts'
import { type Reading, uploadCui } from '../../reading/upload-document.ts'

type Parts = Pick<Archive, 'uploads' | 'companies' | 'messages'>

/** Earlier filings that are told, the latest ones. */
const EARLIER = 5

/** Keeps the exact bytes for a `send` to come and says what they are. */
export async function inspect(archive: Parts, bytes: Uint8Array, fileName: string): Promise<Inspection> {
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
    earlier: archive.uploads.byContent(sha256).slice(0, EARLIER),
  }
}

/** A buyer's message goes out for the company that received the invoice (E-31). */
function companyOf({ messages }: Parts, reading: Reading): string | null {
  if (!reading.rasp) return uploadCui(reading, reading.suggested)
  const { uploadIndex } = reading.rasp
  const received = messages.ofUpload(uploadIndex).find(({ kind }) => kind === 'received')
  return received?.cui ?? null
}
