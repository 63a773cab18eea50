import * as v from 'valibot'
import { BookState } from '../../domain/books.ts'
import { MessageKind, MessageState } from '../../domain/invoices.ts'
import { AskedDay, Count } from '../../domain/values.ts'

/** Selects documents of the e-invoicing lists; all conditions must hold. */
export const InvoiceFilter = v.strictObject({
  cui: v.optional(v.string()),
  direction: v.optional(v.picklist(['sent', 'received'])),
  kind: v.optional(MessageKind),
  state: v.optional(MessageState),
  /** By the day of the entry in the authority's list, Romania time; both ends included. */
  since: v.optional(AskedDay),
  until: v.optional(AskedDay),
  /** By the issue date, or by the day of the entry if there is none. Both ends included. */
  issuedSince: v.optional(AskedDay),
  issuedUntil: v.optional(AskedDay),
  currency: v.optional(v.pipe(v.string(), v.maxLength(3))),
  /** Only sent and received invoices in this state of the books. */
  book: v.optional(BookState),
  /** Only sent and received invoices that an export into accounting has taken, or has not. */
  exported: v.optional(v.boolean()),
  /** Hundredths, both ends included, null for no end. Without `isSigned`, a storno of the same amount counts too. */
  amount: v.optional(
    v.strictObject({
      from: v.nullable(v.pipe(v.number(), v.safeInteger())),
      to: v.nullable(v.pipe(v.number(), v.safeInteger())),
      isSigned: v.boolean(),
    }),
  ),
  /** With files in the document, or without. */
  attachments: v.optional(v.boolean()),
  /** With a PDF in the archive, or without. */
  pdf: v.optional(v.boolean()),
  unread: v.optional(v.boolean()),
  /** In the archive, or not. */
  archived: v.optional(v.boolean()),
  /**
   * A search in a person's words (shared/search): words that must appear (without accents and case) in number, names,
   * CUIs, lines, details, upload index or id; amounts (`1.234,50`, `>1000`); periods ("luna trecută", "oct 2026") by
   * issue date.
   */
  search: v.optional(v.string()),
})
export type InvoiceFilter = v.InferOutput<typeof InvoiceFilter>

/** The choices of a list, which shows one of them, each with its count. */
export const InvoiceChoice = v.picklist(['all', 'received', 'sent', 'errors', 'messages', 'missing', 'unread'])
export type InvoiceChoice = v.InferOutput<typeof InvoiceChoice>

export const INVOICE_CHOICES: Readonly<Record<InvoiceChoice, InvoiceFilter>> = {
  all: {},
  received: { direction: 'received' },
  sent: { direction: 'sent' },
  errors: { kind: 'errors' },
  messages: { kind: 'buyer-message' },
  missing: { archived: false },
  unread: { unread: true },
}

export const InvoiceSort = v.picklist(['arrived', 'issued', 'number', 'partner', 'company', 'amount', 'state'])
export type InvoiceSort = v.InferOutput<typeof InvoiceSort>

export const InvoiceGrouping = v.picklist(['company', 'month', 'partner'])
export type InvoiceGrouping = v.InferOutput<typeof InvoiceGrouping>

/** The sum of the amounts in one currency, a decimal string; credit notes count as negative. */
export const CurrencyTotal = v.object({ currency: v.string(), count: Count, amount: v.string() })
export type CurrencyTotal = v.InferOutput<typeof CurrencyTotal>

const sums = {
  count: Count,
  /** The currency with the most documents first. */
  totals: v.array(CurrencyTotal),
}

export const InvoiceGroup = v.object({
  /** CUI, month (`yyyy-MM`), or CUI of the other party; empty if unknown. */
  key: v.string(),
  name: v.nullable(v.string()),
  ...sums,
})
export type InvoiceGroup = v.InferOutput<typeof InvoiceGroup>

export const InvoicesSummary = v.object({
  ...sums,
  /**
   * How many documents each choice would leave under the filter; without `choice`, the filter's own direction, kind and
   * state are ignored.
   */
  choices: v.object({
    all: Count,
    received: Count,
    sent: Count,
    errors: Count,
    messages: Count,
    /** Not in the archive. */
    missing: Count,
    unread: Count,
  }),
  /** The largest first, months the latest first; at most 500. Empty without `groupBy`. */
  groups: v.array(InvoiceGroup),
})
export type InvoicesSummary = v.InferOutput<typeof InvoicesSummary>
