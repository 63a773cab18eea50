import type { InvoiceDocument } from '../protocol/invoices/document.ts'
import { parseXml, type XmlElement } from '../xml/xml.ts'
import { readCii } from './cii/cii.ts'
import { type ReadDocument, Taken } from './taken.ts'
import { readUbl } from './ubl.ts'

/**
 * Reads an invoice or credit note, UBL or CII, as text or as the file's bytes, with everything that no field holds;
 * undefined for anything else.
 */
export function readInvoice(xml: string | Uint8Array): InvoiceDocument | undefined {
  const root = parseXml(xml)
  if (!root) return undefined
  const taken = new Taken()
  const document = readUbl(root, taken) ?? readCii(root, taken)
  if (!document) return undefined
  const { unread, more } = taken.left(root)
  return { ...document, unread, moreUnread: more }
}

/** Like `readInvoice`, for XML that is already parsed, without the unread rest. */
export function invoiceOf(root: XmlElement): ReadDocument | undefined {
  const taken = new Taken('forgetful')
  return readUbl(root, taken) ?? readCii(root, taken)
}
