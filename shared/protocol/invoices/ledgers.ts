import * as v from 'valibot'
import { AskedDay, base64, Count, Cui, Day, Moment, Sha256, WireId } from '../../domain/values.ts'

/** Index of the column of each fact in a ledger; null if the ledger has none. */
export const LedgerColumns = v.object({
  number: v.nullable(Count),
  /** Letters of the number, if they have their own column. */
  series: v.nullable(Count),
  cui: v.nullable(Count),
  name: v.nullable(Count),
  date: v.nullable(Count),
  /** With VAT; else the sum of `net` and `vat`. */
  total: v.nullable(Count),
  net: v.nullable(Count),
  vat: v.nullable(Count),
  currency: v.nullable(Count),
})
export type LedgerColumns = v.InferOutput<typeof LedgerColumns>

/**
 * Columns that a person chose; the heads identify the others. `side`: the one that is compared. It decides the sheet
 * of a workbook that has one for each, the partner's columns where both parties have some, and the rows of a table that
 * names the side of each.
 */
export const GivenColumns = v.partial(v.object({ ...LedgerColumns.entries, side: v.picklist(['sent', 'received']) }))
export type GivenColumns = v.InferOutput<typeof GivenColumns>

/** Why a row of a ledger cannot be compared. */
export const LedgerProblem = v.picklist(['no-number', 'no-total', 'wrong-total', 'wrong-date'])
export type LedgerProblem = v.InferOutput<typeof LedgerProblem>

/** One row of a ledger; amounts are decimal texts with a point. */
export const LedgerRow = v.object({
  /** 1 for the first row of the file. */
  row: Count,
  number: v.string(),
  cui: v.nullable(v.string()),
  name: v.nullable(v.string()),
  date: v.nullable(Day),
  total: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  problem: v.nullable(LedgerProblem),
})
export type LedgerRow = v.InferOutput<typeof LedgerRow>

export const LedgerInspection = v.object({
  sha256: Sha256,
  fileName: v.string(),
  format: v.picklist(['text', 'csv', 'xlsx']),
  /** The name of the sheet that was read, in a workbook. */
  sheet: v.optional(v.string()),
  /** The column headings, or `A`, `B`… */
  heads: v.array(v.string()),
  columns: LedgerColumns,
  /** Those of the side that is compared. */
  rows: Count,
  /** The whole months of its rows: the period of a comparison that names no other. */
  since: v.nullable(Day),
  until: v.nullable(Day),
  sample: v.array(LedgerRow),
})
export type LedgerInspection = v.InferOutput<typeof LedgerInspection>

/** A comparison's finding about an invoice or a row. */
export const Finding = v.picklist(['agrees', 'differs', 'not-in-books', 'not-in-spv', 'unreadable'])
export type Finding = v.InferOutput<typeof Finding>

/**
 * The differences between the two. `sign`: the same amount, once positive and once negative; `repeated`: booked more
 * than once.
 */
export const Difference = v.picklist(['total', 'sign', 'date', 'number', 'cui', 'currency', 'repeated'])
export type Difference = v.InferOutput<typeof Difference>

export const AgreementRow = v.object({
  finding: Finding,
  differences: v.array(Difference),
  /** The ledger's rows of this invoice, merged; null if the books lack it. */
  ledger: v.nullable(LedgerRow),
  /** The number of these ledger rows. */
  ledgerRows: Count,
  /** The archived invoice; null if SPV lacks it. `total` has the invoice's own sign. */
  invoice: v.nullable(
    v.object({
      id: WireId,
      number: v.string(),
      cui: v.nullable(v.string()),
      name: v.nullable(v.string()),
      date: v.nullable(Day),
      total: v.nullable(v.string()),
      currency: v.nullable(v.string()),
    }),
  ),
  /** The invoice's amount to pay, if the ledger has this one instead of the total; it counts as the same. */
  payable: v.optional(v.string()),
  /**
   * The total of an invoice in another currency, in lei by the exchange rate of its VAT, if the ledger has this one; it
   * counts as the same.
   */
  inLei: v.optional(v.string()),
})
export type AgreementRow = v.InferOutput<typeof AgreementRow>

/** The comparison of a ledger with the archived invoices of one company. */
export const Agreement = v.object({
  id: Count,
  at: Moment,
  fileName: v.string(),
  cui: Cui,
  direction: v.picklist(['sent', 'received']),
  /** By the date of the invoice, both ends included. */
  since: v.nullable(Day),
  until: v.nullable(Day),
  agrees: Count,
  differs: Count,
  notInBooks: Count,
  notInSpv: Count,
  unreadable: Count,
  /** Invoices of the period that are not archived yet or are unreadable, and so are not compared. */
  left: Count,
  /** Rows of the ledger that are of the other side or of another company, and so are not compared. */
  aside: v.optional(Count),
})
export type Agreement = v.InferOutput<typeof Agreement>

export const ledgers = {
  /** Reads a ledger (text, CSV or XLSX, by its bytes) and keeps it for `ledgers.agree`. Throws the errors of lists. */
  'ledgers.inspect': {
    params: v.strictObject({
      fileName: v.pipe(v.string(), v.maxLength(255)),
      data: base64(86_000_000),
      columns: v.optional(GivenColumns),
    }),
    result: LedgerInspection,
  },
  /** Compares a ledger with the archive. Without a period, the ledger's whole months apply. */
  'ledgers.agree': {
    params: v.strictObject({
      sha256: Sha256,
      columns: v.optional(GivenColumns),
      cui: v.string(),
      direction: v.picklist(['sent', 'received']),
      since: v.optional(AskedDay),
      until: v.optional(AskedDay),
    }),
    progress: v.object({ done: Count, total: Count }),
    result: v.object({ agreement: Agreement }),
  },
  /** The rows of a comparison, as many as fit into an answer (H-01): differences first, agreements last. */
  'ledgers.rows': {
    params: v.strictObject({
      id: Count,
      only: v.optional(Finding),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
    }),
    result: v.object({ agreement: Agreement, items: v.array(AgreementRow), total: Count }),
  },
}
