import { readInvoice } from '../../shared/documents/invoice.ts'
import { type RaspMessage, readRasp } from '../../shared/documents/rasp.ts'
import { readErrorsFile } from '../../shared/documents/ubl.ts'
import type { InvoiceDocument } from '../../shared/protocol/invoices/document.ts'
import type { verifySignature } from '../signature/verify.ts'
import { readAttachment } from './attachment.ts'
import { describeZip } from './describe-zip.ts'
import { fitInvoice } from './fit-invoice.ts'
import type { readLedger } from './ledger/read-ledger.ts'
import type { readList } from './list/read-list.ts'
import { readBookedZip } from './read-booked-zip.ts'
import { readUploadDocument } from './upload-document.ts'
import { readMembers } from './zip.ts'

/** Readers of foreign documents. They run in the thread; call them through `reader.ts`. */
export const READERS = {
  describe: describeZip,
  booked: (zip: Uint8Array) => readBookedZip(zip),
  /** The files of a ZIP, byte for byte. */
  members(zip: Uint8Array): { document: Uint8Array | undefined; signature: Uint8Array | undefined } {
    const { document, signature } = readMembers(zip)
    return { document, signature }
  },
  invoice,
  attachment: readAttachment,
  findings: (xml: Uint8Array, most: number): string[] => readErrorsFile(xml).slice(0, most),
  buyerMessage: (xml: Uint8Array): RaspMessage | null => readRasp(xml) ?? null,
  upload: readUploadDocument,
  // A sync needs neither, and their libraries take more memory than all other readers' together.
  signature: async (...given: Parameters<typeof verifySignature>) =>
    (await import('../signature/verify.ts')).verifySignature(...given),
  list: async (...given: Parameters<typeof readList>) => (await import('./list/read-list.ts')).readList(...given),
  ledger: async (...given: Parameters<typeof readLedger>) =>
    (await import('./ledger/read-ledger.ts')).readLedger(...given),
}

/** The part of an invoice that fits into `room` (bytes of JSON). */
function invoice(xml: Uint8Array, room: number): InvoiceDocument | null {
  const document = readInvoice(xml)
  return document ? fitInvoice(document, room) : null
}
