import * as v from 'valibot'
import { BookMark } from '../../domain/books.ts'
import { Direction, MessageKind, MessageState } from '../../domain/invoices.ts'
import { Count, Cui, Day, Moment, Nothing, Sha256, WireId } from '../../domain/values.ts'
import { ErrorBody } from '../../errors/error-body.ts'
import { SyncProgress, SyncResult } from '../jobs.ts'
import { InvoiceDocument } from './document.ts'
import { InvoiceChoice, InvoiceFilter, InvoiceGrouping, InvoiceSort, InvoicesSummary } from './query.ts'

/** A summary of the invoice's own XML, for lists and search; amounts are decimal strings as in the XML. */
export const InvoiceSummary = v.object({
  number: v.string(),
  issueDate: v.nullable(Day),
  sellerName: v.nullable(v.string()),
  sellerCui: v.nullable(v.string()),
  buyerName: v.nullable(v.string()),
  buyerCui: v.nullable(v.string()),
  /** Total with VAT (BT-112); absent for documents described before this field. */
  grossAmount: v.optional(v.nullable(v.string())),
  /** What is left to pay (BT-115). */
  payableAmount: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  /** A credit note's amounts are money back. Absent for documents archived before this field. */
  type: v.optional(v.picklist(['invoice', 'credit-note'])),
  /** Files in the document; absent for documents archived before this field. */
  attachments: v.optional(Count),
})
export type InvoiceSummary = v.InferOutput<typeof InvoiceSummary>

/** This program's filing under an upload index, and the correction of it. */
export const Filed = v.object({
  uploadId: Count,
  fileName: v.string(),
  invoice: v.nullable(InvoiceSummary),
  /** The last upload that corrects it; `name` is the invoice's number, or the file's name. */
  correction: v.nullable(
    v.object({ uploadId: Count, name: v.string(), state: v.picklist(['valid', 'pending', 'refused']) }),
  ),
})
export type Filed = v.InferOutput<typeof Filed>

/** One document of the e-invoicing lists, for display. */
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
  /** Why the archived document could not be described; absent otherwise. */
  undescribed: v.optional(ErrorBody),
  /** For an errors file: this program's filing under its upload index; absent for other programs' filings. */
  filed: v.optional(Filed),
  /** Its state in the company's books; absent for anything but sent and received invoices. */
  book: v.optional(BookMark),
})
export type InvoiceItem = v.InferOutput<typeof InvoiceItem>

export const invoices = {
  /** Reads the lists, downloads and archives new documents. Joins a running sync. Cancelling the request stops it. */
  'invoices.sync': {
    params: v.strictObject({
      cuis: v.optional(v.array(v.string())),
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60))),
    }),
    progress: SyncProgress,
    result: SyncResult,
  },
  /** As many as fit into an answer (H-01): the latest in the authority's list first, unless `sort` says otherwise. */
  'invoices.list': {
    params: v.strictObject({
      ...InvoiceFilter.entries,
      sort: v.optional(v.strictObject({ by: InvoiceSort, descending: v.boolean() })),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
      /** `next` of the previous page, with the same filter and sort; replaces `offset`. */
      after: v.optional(v.pipe(v.string(), v.maxLength(1000))),
      /** `later`: the rows of a search need not wait for its exact number. */
      count: v.optional(v.literal('later')),
    }),
    /** `next`: the beginning of the following page; null after the last row. */
    result: v.object({
      items: v.array(InvoiceItem),
      total: Count,
      /** False if `total` is only a lower bound; a query without `count` has the exact number. */
      isCounted: v.optional(v.boolean(), true),
      next: v.optional(v.nullable(v.string()), null),
    }),
  },
  /** Numbers and sums of all invoices that match a filter, and of their groups. */
  'invoices.summary': {
    params: v.strictObject({
      ...InvoiceFilter.entries,
      /** Narrows the filter; `choices` counts the alternatives to it. */
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
      /** Why the document is not in the archive, as far as known, with advice; null if it is there. */
      missing: v.nullable(ErrorBody),
    }),
  },
  /** Marks one message as read, those of a company, or all. */
  'invoices.markSeen': {
    params: v.strictObject({ id: v.optional(WireId), cui: v.optional(v.string()) }),
    result: Nothing,
  },
}
