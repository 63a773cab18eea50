import * as v from 'valibot'
import { BookState } from '../domain/books.ts'
import { MessageKind } from '../domain/invoices.ts'
import { AskedDay, WireId } from '../domain/values.ts'

/** The conditions of a list of invoices; those that are given hold together. */
export const INVOICE_FILTER = {
  cui: v.optional(v.string()),
  direction: v.optional(v.picklist(['sent', 'received'])),
  kind: v.optional(MessageKind),
  /** By the day of the entry in the authority's list, Romania time; both ends included. */
  since: v.optional(AskedDay),
  until: v.optional(AskedDay),
  /** By the invoice's own date, both ends included; an invoice that is not archived has none. */
  issuedSince: v.optional(AskedDay),
  issuedUntil: v.optional(AskedDay),
  /** Every word must appear (without accents and case) in number, names, CUIs, details, upload index or id. */
  search: v.optional(v.string()),
  /** Only sent and received invoices in this state of the books. */
  book: v.optional(BookState),
}

/** Invoices by their ids, or all that a filter finds, however many: the host reads them. */
export const InvoiceSelection = v.union([
  v.strictObject({ ids: v.pipe(v.array(WireId), v.minLength(1), v.maxLength(10_000)) }),
  v.strictObject({ filter: v.strictObject(INVOICE_FILTER) }),
])
export type InvoiceSelection = v.InferOutput<typeof InvoiceSelection>
