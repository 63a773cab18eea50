import * as v from 'valibot'
import { BookState } from '../domain/books.ts'
import { MessageKind } from '../domain/invoices.ts'
import { AskedDay } from '../domain/values.ts'

/** Which documents of the e-invoicing lists are meant; all conditions must hold. */
export const InvoiceFilter = v.strictObject({
  cui: v.optional(v.string()),
  direction: v.optional(v.picklist(['sent', 'received'])),
  kind: v.optional(MessageKind),
  /** By the day of the entry in the authority's list, Romania time; both ends included. */
  since: v.optional(AskedDay),
  until: v.optional(AskedDay),
  /** By the issue date; an invoice that is not archived has none. Both ends included. */
  issuedSince: v.optional(AskedDay),
  issuedUntil: v.optional(AskedDay),
  /** Only sent and received invoices in this state of the books. */
  book: v.optional(BookState),
  /** Every word must appear (without accents and case) in number, names, CUIs, details, upload index or id. */
  search: v.optional(v.string()),
})
export type InvoiceFilter = v.InferOutput<typeof InvoiceFilter>
