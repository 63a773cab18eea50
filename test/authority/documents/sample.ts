import { describeCompany } from '../world/companies.ts'
import { createRandom } from '../world/random.ts'
import type { Upload } from '../world/world.ts'
import { attribute } from './canonical.ts'
import { invoiceXml } from './invoice.ts'

export type Sample = {
  seller: string
  buyer: string
  document?: 'invoice' | 'credit-note'
  number?: string
  issueDate?: string
  selfBilled?: boolean
  /** Another seed gives other lines and sums. */
  seed?: number
  /** Size of the file, reached by an attachment. */
  bytes?: number
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** An invoice or credit note to upload; the authority finds nothing wrong with it if the CUIs are right. */
export function sampleXml(sample: Sample): string {
  const { seller, buyer, document = 'invoice', number = 'F-1', issueDate = '2026-11-02', seed = 1 } = sample
  const party = (cui: string) => describeCompany(cui, `Firma ${cui} SRL`, createRandom(Number(cui)))
  const upload: Upload = {
    ...{ seller: party(seller), buyer: party(buyer), document, number, issueDate, seed },
    ...{ selfBilled: sample.selfBilled ?? false, uploadIndex: '', environment: 'test', outcome: 'ok', text: '' },
    ...{ refersTo: '', file: null, uploadedAt: 0, processedAt: 0 },
  }
  const xml = `${DECLARATION}${invoiceXml(upload).written}\n`
  return sample.bytes === undefined ? xml : pad(xml, sample.bytes)
}

/** A buyer's message about the invoice with this upload index. */
export const sampleMessageXml = (uploadIndex: string, message: string): string =>
  `${DECLARATION}<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${uploadIndex}" message="${attribute(message)}"/>`

function pad(xml: string, bytes: number): string {
  const [before = '', after = ''] = xml.split(/(?=<cac:AccountingSupplierParty>)/, 2)
  const open =
    '<cac:AdditionalDocumentReference><cbc:ID>anexa</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="anexa.pdf">'
  const close = '</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>\n'
  const missing = bytes - Buffer.byteLength(before + open + close + after)
  if (missing < 0) throw new RangeError(`the document alone is larger than ${bytes} bytes`)
  return before + open + 'A'.repeat(missing) + close + after
}
