import type { BookedInvoice } from '../../shared/documents/booked/booked.ts'
import { readBooked } from '../../shared/documents/booked/read-booked.ts'
import type { XmlBounds } from '../../shared/xml/xml-scan.ts'
import { isSmall, SMALL_BOUNDS } from './describe-zip.ts'
import { readMembers } from './zip.ts'

/** The invoice in a signed ZIP as booked; null if there is none. Throws `book-amount-unreadable`. */
export function readBookedZip(zip: Uint8Array, bounds?: XmlBounds): BookedInvoice | null {
  const { documentRoot } = readMembers(zip, bounds)
  return (documentRoot && readBooked(documentRoot)) ?? null
}

/**
 * Like `readBookedZip`, for a ZIP that is small in every respect; undefined for any other, which belongs in the thread.
 */
export function readSmallBooked(zip: Uint8Array): BookedInvoice | undefined {
  return isSmall(zip) ? (readBookedZip(zip, SMALL_BOUNDS) ?? undefined) : undefined
}
