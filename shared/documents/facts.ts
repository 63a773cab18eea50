import type { Fact } from '../protocol/invoices/document.ts'
import type { XmlElement } from '../xml/xml.ts'
import type { Taken } from './taken.ts'

/** The possible subjects of a `Fact`. Each has a label in `shared/sheet`. */
export const FACT_KINDS = [
  'tax-point',
  'vat-due-code',
  'period-from',
  'period-to',
  'buyer-reference',
  'project',
  'contract',
  'order',
  'sales-order',
  'receipt',
  'despatch',
  'tender',
  'object',
  'document',
  'accounting-cost',
  'preceding',
  'terms',
  'trading-name',
  'legal-form',
  'legal-id',
  'tax-id',
  'party-id',
  'endpoint',
  'contact',
  'phone',
  'email',
  'delivered-on',
  'deliver-to',
  'location',
  'address',
  'country',
  'means',
  'means-name',
  'payment-id',
  'iban',
  'account-name',
  'bank',
  'card',
  'card-holder',
  'mandate',
  'debited',
  'creditor',
  'description',
  'seller-code',
  'buyer-code',
  'standard-code',
  'classification',
  'origin',
  'note',
  'order-line',
  'property',
  'gross-price',
  'price-discount',
] as const
export type FactKind = (typeof FACT_KINDS)[number]

export const fact = (what: FactKind, text: string | null, day?: string | null): Fact[] =>
  text === null ? [] : [{ what, text, ...(day ? { day } : {}) }]

/** Rows of a table of paths: the subject of the text, and its path. Every element at the path's end is read. */
export type Paths = readonly (readonly [FactKind, ...string[]])[]

export function factsAt(taken: Taken, element: XmlElement | undefined, paths: Paths): Fact[] {
  return paths.flatMap(([what, ...path]) => taken.texts(element, ...path).flatMap(text => fact(what, text)))
}
