import * as v from 'valibot'
import { Direction, MessageKind, MessageState } from '../domain/invoices.ts'
import { Count, Cui, Day, Moment, Nothing, Sha256, WireId } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'
import { InvoiceFilter, InvoiceGrouping, InvoiceSort, InvoicesSummary } from './invoice-query.ts'
import { SyncProgress, SyncResult } from './jobs.ts'

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
})
export type InvoiceItem = v.InferOutput<typeof InvoiceItem>

export const Line = v.object({
  id: v.string(),
  name: v.string(),
  quantity: v.nullable(v.string()),
  unit: v.nullable(v.string()),
  price: v.nullable(v.string()),
  amount: v.nullable(v.string()),
  vatPercent: v.nullable(v.string()),
})
export const Party = v.object({
  name: v.nullable(v.string()),
  cui: v.nullable(v.string()),
  registration: v.nullable(v.string()),
  address: v.nullable(v.string()),
})
export const VatLine = v.object({
  category: v.nullable(v.string()),
  percent: v.nullable(v.string()),
  base: v.nullable(v.string()),
  amount: v.nullable(v.string()),
})
/** An invoice or credit note, for people to read (U-11). */
export const InvoiceDocument = v.object({
  type: v.picklist(['invoice', 'credit-note']),
  number: v.string(),
  issueDate: v.nullable(v.string()),
  dueDate: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  note: v.nullable(v.string()),
  seller: Party,
  buyer: Party,
  lines: v.array(Line),
  /** Number of further lines, for which a message to the browser had no room (H-01). */
  omittedLines: v.optional(Count),
  vat: v.array(VatLine),
  totals: v.object({
    net: v.nullable(v.string()),
    vat: v.nullable(v.string()),
    gross: v.nullable(v.string()),
    payable: v.nullable(v.string()),
  }),
  attachments: v.array(v.object({ name: v.string(), mediaType: v.nullable(v.string()) })),
})
export type InvoiceDocument = v.InferOutput<typeof InvoiceDocument>

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
  /** The entries that latest came into the authority's list first, unless `sort` says otherwise. */
  'invoices.list': {
    params: v.strictObject({
      ...InvoiceFilter.entries,
      sort: v.optional(v.strictObject({ by: InvoiceSort, descending: v.boolean() })),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
      /** `next` of the page before, with the same filter and sort; takes the place of `offset`. */
      after: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    }),
    /** `next`: where the following page begins; null after the last row. */
    result: v.object({
      items: v.array(InvoiceItem),
      total: Count,
      next: v.optional(v.nullable(v.string()), null),
    }),
  },
  /** Numbers and sums of all invoices that match a filter, and of groups of them. */
  'invoices.summary': {
    params: v.strictObject({
      ...InvoiceFilter.entries,
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
  /** Marks new messages as seen: the badge starts counting again. */
  'invoices.markSeen': { params: v.strictObject({ cui: v.optional(v.string()) }), result: Nothing },
}
