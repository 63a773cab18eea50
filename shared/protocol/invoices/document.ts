import * as v from 'valibot'
import { Count } from '../../domain/values.ts'

/** Fields of a later release are optional on the wire, since the other side may be older. */
const later = v.optional(v.nullable(v.string()), null)

/**
 * One statement of a document besides its fixed fields. `what` is one of `FactKind` in `shared/documents`; a newer host
 * may name others. `text` is as written there, `day` its day.
 */
export const Fact = v.object({ what: v.string(), text: v.string(), day: v.optional(v.string()) })
export type Fact = v.InferOutput<typeof Fact>
const Facts = v.optional(v.array(Fact), [])

/** An allowance or a charge, of a line or of the whole document (BG-20, BG-21, BG-27, BG-28). */
export const Adjustment = v.object({
  isCharge: v.boolean(),
  reason: v.nullable(v.string()),
  /** UNTDID 5189 of an allowance, 7161 of a charge. */
  code: v.nullable(v.string()),
  percent: v.nullable(v.string()),
  base: v.nullable(v.string()),
  amount: v.nullable(v.string()),
  vatCategory: v.nullable(v.string()),
  vatPercent: v.nullable(v.string()),
})
export type Adjustment = v.InferOutput<typeof Adjustment>
const Adjustments = v.optional(v.array(Adjustment), [])

export const Line = v.object({
  id: v.string(),
  name: v.string(),
  quantity: v.nullable(v.string()),
  unit: v.nullable(v.string()),
  price: v.nullable(v.string()),
  amount: v.nullable(v.string()),
  vatPercent: v.nullable(v.string()),
  vatCategory: later,
  /** The quantity that the price covers, if not one. */
  priceQuantity: later,
  adjustments: Adjustments,
  facts: Facts,
})
export type Line = v.InferOutput<typeof Line>

export const Party = v.object({
  name: v.nullable(v.string()),
  /** Digits of a CUI or CNP; a foreign tax number as written. */
  cui: v.nullable(v.string()),
  registration: v.nullable(v.string()),
  /** One line, with the county in words and without the country. */
  address: v.nullable(v.string()),
  /** ISO 3166-1. */
  country: later,
  facts: Facts,
})
export type Party = v.InferOutput<typeof Party>

export const VatLine = v.object({
  category: v.nullable(v.string()),
  percent: v.nullable(v.string()),
  base: v.nullable(v.string()),
  amount: v.nullable(v.string()),
  /** Why there is no VAT, in words and as a VATEX code. */
  exemption: later,
})
export type VatLine = v.InferOutput<typeof VatLine>

/** An invoice or credit note, for people to read (U-11). Amounts are decimal strings as in the XML. */
export const InvoiceDocument = v.object({
  type: v.picklist(['invoice', 'credit-note']),
  number: v.string(),
  issueDate: v.nullable(v.string()),
  dueDate: v.nullable(v.string()),
  currency: v.nullable(v.string()),
  note: v.nullable(v.string()),
  /** UNTDID 1001. */
  typeCode: later,
  /** The kind of storno: a credit note, or an invoice with negative amounts. */
  storno: v.optional(v.nullable(v.picklist(['credit-note', 'negative'])), null),
  /** Set if it differs from `currency` (BT-6). */
  taxCurrency: later,
  /** References, dates, delivery. */
  facts: Facts,
  seller: Party,
  buyer: Party,
  payee: v.optional(v.nullable(Party), null),
  taxRepresentative: v.optional(v.nullable(Party), null),
  delivery: Facts,
  lines: v.array(Line),
  /** Number of further lines that did not fit into a message to the browser (H-01). */
  omittedLines: v.optional(Count),
  adjustments: Adjustments,
  vat: v.array(VatLine),
  totals: v.object({
    lines: later,
    allowances: later,
    charges: later,
    net: v.nullable(v.string()),
    vat: v.nullable(v.string()),
    /** VAT in `taxCurrency`. */
    vatInTaxCurrency: later,
    gross: v.nullable(v.string()),
    prepaid: later,
    rounding: later,
    payable: v.nullable(v.string()),
  }),
  /** One list per means of payment. */
  payment: v.optional(v.array(v.array(Fact)), []),
  attachments: v.array(
    v.object({
      name: v.string(),
      mediaType: v.nullable(v.string()),
      description: later,
      /** The file's address, if it is not embedded. */
      address: later,
      /** Its place among the embedded files of the XML, from 0; null without bytes. */
      index: v.optional(v.nullable(Count), null),
    }),
  ),
  /** Content of the XML that no field above holds: the path of each element, and its text. */
  unread: v.optional(v.array(v.object({ path: v.string(), text: v.string() })), []),
  /** Number of further such elements. */
  moreUnread: v.optional(Count, 0),
})
export type InvoiceDocument = v.InferOutput<typeof InvoiceDocument>
