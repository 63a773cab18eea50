import * as v from 'valibot'
import { Count, Day, Moment } from '../../domain/values.ts'
import { CurrencyTotal } from './query.ts'

/** Calendar month, `yyyy-MM`. */
const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
const Span = v.object({ since: Day, until: Day })

/** Most months of a period. */
const MOST_MONTHS = 24
/** Days that the authority keeps a document, and that the strip shows. */
export const STRIP_DAYS = 60
/** How many of the largest, new and lost partners to return, per currency. */
export const TOP_PARTNERS = 10

/** `unsummed`: invoices without an amount in the index, because they are not archived or are unreadable. */
const Sums = v.object({ count: Count, unsummed: Count, totals: v.array(CurrencyTotal) })
const Vat = v.object({ count: Count, vat: v.string() })
const Amount = v.object({ count: Count, amount: v.string() })

const Directions = v.object({ sent: Sums, received: Sums })
export type Directions = v.InferOutput<typeof Directions>

export const ChartMonth = v.object({ month: Month, ...Directions.entries })
export type ChartMonth = v.InferOutput<typeof ChartMonth>

/** One rate in one currency: VAT of sales and of purchases, decimal strings; `count` is the number of invoices. */
export const VatRate = v.object({
  /** `21`; null without a rate. */
  percent: v.nullable(v.string()),
  /** Null if the documents name none. */
  currency: v.nullable(v.string()),
  collected: Vat,
  deductible: Vat,
  /** Collected less deductible. */
  difference: v.string(),
})
export type VatRate = v.InferOutput<typeof VatRate>

/** The same for all rates. */
export const VatTotal = v.object({
  currency: v.nullable(v.string()),
  collected: v.string(),
  deductible: v.string(),
  difference: v.string(),
})
export type VatTotal = v.InferOutput<typeof VatTotal>

export const ChartPartner = v.object({
  /** CUI; empty if the documents name none. */
  cui: v.string(),
  name: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  now: Amount,
  before: Amount,
  /** Now minus before. */
  difference: v.string(),
  /** In any currency: `new` and `gone` mean no invoice in the earlier or in the present period. */
  change: v.picklist(['kept', 'new', 'gone']),
})
export type ChartPartner = v.InferOutput<typeof ChartPartner>

/** `count`: partners of the period. Items by currency, the largest of the period first. */
export const ChartPartners = v.object({ count: Count, fresh: Count, gone: Count, items: v.array(ChartPartner) })
export type ChartPartners = v.InferOutput<typeof ChartPartners>

export const ArrivalDay = v.object({
  day: Day,
  /** Documents that came into the authority's list on this day, and their state. */
  arrived: Count,
  waiting: Count,
  expired: Count,
  /** When the last one was archived. */
  lastFetch: v.nullable(Moment),
  /** Documents archived on this day, whenever they came. */
  fetched: Count,
})
export type ArrivalDay = v.InferOutput<typeof ArrivalDay>

export const charts = {
  /**
   * The data of the desk's charts for one company or all (W-06): whole months, by issue date, and the latest 60 days by
   * arrival. Amounts are decimal strings with the sign of their storno; no sum mixes currencies.
   */
  'charts.get': {
    params: v.strictObject({
      cui: v.optional(v.string()),
      months: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MONTHS)), 12),
      /** The last month; the present one by default. */
      until: v.optional(Month),
    }),
    result: v.object({
      period: Span,
      /** The same number of months before it. */
      before: Span,
      /** The earliest issue date of all invoices; null if there are none. */
      firstDay: v.nullable(Day),
      /** Every month of the period, the earliest first. */
      months: v.array(ChartMonth),
      total: Directions,
      /** The highest rate first; `unread`: invoices of the period without VAT in the index. */
      vat: v.object({ rates: v.array(VatRate), totals: v.array(VatTotal), unread: Count }),
      customers: ChartPartners,
      suppliers: ChartPartners,
      /** The latest 60 days, today the last; documents of `edge` and earlier soon leave the authority's list (E-34). */
      arrivals: v.object({ days: v.array(ArrivalDay), edge: Day }),
    }),
  },
}
