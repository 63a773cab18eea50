import * as v from 'valibot'
import { BookMark } from '../../domain/books.ts'
import { Direction, MessageKind, MessageState } from '../../domain/invoices.ts'
import { Count, Cui, Day, Moment, Nothing, Sha256, WireId } from '../../domain/values.ts'
import { ErrorBody } from '../../errors/error-body.ts'
import { SyncProgress, SyncResult } from '../jobs.ts'
import { InvoiceDocument } from './document.ts'
import { InvoiceChoice, InvoiceFilter, InvoiceGrouping, InvoiceSort, InvoicesSummary } from './query.ts'

/** The invoice's own XML in short, for lists and search; amounts are decimal strings as written there. */
export const InvoiceSummary = v.object({
  number: v.string(),
  issueDate: v.nullable(Day),
  sellerName: v.nullable(v.string()),
  sellerCui: v.nullable(v.string()),
  buyerName: v.nullable(v.string()),
  buyerCui: v.nullable(v.string()),
  payableAmount: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  /** A credit note's amounts are to be given back. Absent for what was archived before. */
  type: v.optional(v.picklist(['invoice', 'credit-note'])),
  /** Files in the document; absent for what was archived before. */
  attachments: v.optional(Count),
})
export type InvoiceSummary = v.InferOutput<typeof InvoiceSummary>

/** What this program filed under an upload index, and what was filed to correct it. */
export const Filed = v.object({
  uploadId: Count,
  fileName: v.string(),
  invoice: v.nullable(InvoiceSummary),
  /** The last of the uploads that correct it; `name` is the invoice's number, or the file's name. */
  correction: v.nullable(
    v.object({ uploadId: Count, name: v.string(), state: v.picklist(['valid', 'pending', 'refused']) }),
  ),
})
export type Filed = v.InferOutput<typeof Filed>

/** One document of the e-invoicing lists, as it is shown. */
export const InvoiceItem = v.object({
  id: WireId,
  /** The other list entry of a self-billed document (E-17). */
  twinId: v.nullable(WireId),
  uploadIndex: WireId,
  cui: Cui,
  kind: MessageKind,
  direction: v.nullable(Direction),
  /** The wire's `tip`, word for word. */
  type: v.string(),
  createdAt: Moment,
  details: v.string(),
  sellerCui: v.nullable(v.string()),
  buyerCui: v.nullable(v.string()),
  state: MessageState,
  unread: v.boolean(),
  invoice: v.nullable(InvoiceSummary),
  /** Why the archived document could not be described; absent for all others. */
  undescribed: v.optional(ErrorBody),
  /** Of an errors file: what was filed here under its upload index; absent for what other programs filed. */
  filed: v.optional(Filed),
  /** Its state in the company's books; absent for what is neither a sent nor a received invoice. */
  book: v.optional(BookMark),
})
export type InvoiceItem = v.InferOutput<typeof InvoiceItem>

export const invoices = {
  /** Reads the lists, downloads what is new and archives it. Joins a running sync. Cancelling the request stops it. */
  'invoices.sync': {
    params: v.strictObject({
      cuis: v.optional(v.array(v.string())),
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60))),
    }),
    progress: SyncProgress,
    result: SyncResult,
  },
  /** As many as fit into an answer (H-01): those that came last into the authority's list first, unless `sort` says otherwise. */
  'invoices.list': {
    params: v.strictObject({
      ...InvoiceFilter.entries,
      sort: v.optional(v.strictObject({ by: InvoiceSort, descending: v.boolean() })),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
      /** `next` of the page before, with the same filter and sort; takes the place of `offset`. */
      after: v.optional(v.pipe(v.string(), v.maxLength(1000))),
      /** `later`: the rows of a search need not wait for its exact number. */
      count: v.optional(v.literal('later')),
    }),
    /** `next`: where the following page begins; null after the last row. */
    result: v.object({
      items: v.array(InvoiceItem),
      total: Count,
      /** False where `total` is only known to be at least so many; a question without `count` has the exact one. */
      isCounted: v.optional(v.boolean(), true),
      next: v.optional(v.nullable(v.string()), null),
    }),
  },
  /** Numbers and sums of all invoices that match a filter, and of groups of them. */
  'invoices.summary': {
    params: v.strictObject({
      ...InvoiceFilter.entries,
      /** Narrows the filter, and is what `choices` counts others in place of. */
      choice: v.optional(InvoiceChoice),
      groupBy: v.optional(InvoiceGrouping),
    }),
    result: InvoicesSummary,
  },
  /** One document with the content of its XML; `document` is null if the ZIP holds no invoice (errors, messages). */
  'invoices.get': {
    params: v.strictObject({ id: WireId }),
    result: v.object({
      item: InvoiceItem,
      sha256: v.nullable(Sha256),
      size: v.nullable(Count),
      document: v.nullable(InvoiceDocument),
      /** The findings in the errors file of a nok document. */
      errors: v.array(v.string()),
      /** Buyers' messages about this invoice, both directions, the oldest first (E-31); `text` once archived. */
      thread: v.array(v.object({ item: InvoiceItem, text: v.nullable(v.string()) })),
      /** Whether a PDF is stored beside the ZIP. */
      hasPdf: v.boolean(),
      /** Why the document is not in the archive, as far as that is known, and what to do; null if it is there. */
      missing: v.nullable(ErrorBody),
    }),
  },
  /** Marks one message as read, those of a company, or all. */
  'invoices.markSeen': {
    params: v.strictObject({ id: v.optional(WireId), cui: v.optional(v.string()) }),
    result: Nothing,
  },
}
