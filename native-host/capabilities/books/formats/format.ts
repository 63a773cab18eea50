import type { BookedInvoice } from '../../../../shared/documents/booked/booked.ts'
import type { BookFormat, DateStyle } from '../../../../shared/domain/books.ts'

/** An invoice of an export. */
export type Taken = {
  id: string
  uploadIndex: string
  /** The company whose books it goes into, and whether it is a purchase or a sale there. */
  company: { cui: string; name: string | null }
  side: 'purchase' | 'sale'
  invoice: BookedInvoice
}

export type MadeFile = { name: string; bytes: Uint8Array }

/** How to make a file of a format. */
export type Format = {
  /** Throws `book-fact-missing` or `book-reverse-charge` for an invoice that this format cannot hold; the export then leaves it out. */
  check?(taken: Taken): void
  /**
   * One file or several; several are then packed into a ZIP. `dates`: the style of dates inside, if the format has a
   * choice.
   */
  files(taken: readonly Taken[], dates: DateStyle): MadeFile[] | Promise<MadeFile[]>
}

/** Every format; its writer is loaded on demand. To add one: docs/exports.md. */
export const FORMATS: Readonly<Record<BookFormat, () => Promise<Format>>> = {
  xlsx: async () => (await import('./journal-xlsx.ts')).XLSX,
  csv: async () => (await import('./journal-csv.ts')).CSV,
  saga: async () => (await import('./saga.ts')).SAGA,
  winmentor: async () => (await import('./winmentor.ts')).WINMENTOR,
}

/** The other party of the invoice. */
export const partnerOf = ({ side, invoice }: Taken) => (side === 'purchase' ? invoice.seller : invoice.buyer)
