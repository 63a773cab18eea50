import type { BookFormat, BookState } from '../../../shared/domain/books.ts'
import type { BookExport } from '../../../shared/protocol/invoices/books.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { Agreement, AgreementRow, Finding } from '../../../shared/protocol/invoices/ledgers.ts'
import type { InvoiceFilter } from '../../../shared/protocol/invoices/query.ts'
import type { ArchivedDocument } from '../core/archive.ts'

/** Names an invoice in the books of one company. */
export type BookKey = Pick<InvoiceItem, 'cui' | 'uploadIndex'>

export type InvoiceQuery =
  | { ids: readonly string[] }
  /** Everything that the filter finds, except these. */
  | { filter: InvoiceFilter; except?: readonly string[] | undefined }

export type NewBookExport = { format: BookFormat; by: string; fileName: string; bytes: Uint8Array }

/** How invoices get into the accounting program. Every change is also journaled beside the database. */
export type Books = {
  /** The sent and received invoices of a selection, the oldest first. */
  select(query: InvoiceQuery): InvoiceItem[]
  /** Sets state or note, or both; returns the number of changed invoices. One transaction, all or none. */
  mark(invoices: readonly BookKey[], change: { state?: BookState; note?: string }, by: string): number
  /**
   * Stores the file of an export, then records the export and the states of its invoices. A process that ends in
   * between leaves a file that no export names; a later export removes it.
   */
  storeExport(made: NewBookExport, invoices: readonly BookKey[]): Promise<BookExport>
  /** The latest come first. */
  exports(query: { limit: number; offset: number }): { items: BookExport[]; total: number }
  /** The file of an export. Throws `book-export-unknown`, or `book-export-gone` once the file is no longer kept. */
  readExport(id: number): Promise<ArchivedDocument>
}

/** Comparisons with ledgers; the latest few are kept. */
export type Agreements = {
  put(agreement: Omit<Agreement, 'id'>, rows: readonly AgreementRow[]): Agreement
  get(id: number): Agreement | undefined
  rows(
    id: number,
    query: { only?: Finding | undefined; limit: number; offset: number },
  ): { items: AgreementRow[]; total: number }
}
