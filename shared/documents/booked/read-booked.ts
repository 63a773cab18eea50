import type { XmlElement } from '../../xml/xml.ts'
import { type BookedInvoice, toBooked } from './booked.ts'
import { rawCii } from './raw-cii.ts'
import { rawUbl } from './raw-ubl.ts'

/** The invoice of a parsed document, UBL or CII; undefined for anything else. Throws `book-amount-unreadable`. */
export function readBooked(root: XmlElement): BookedInvoice | undefined {
  const raw = rawUbl(root) ?? rawCii(root)
  return raw && toBooked(raw)
}
