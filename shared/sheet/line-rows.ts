import type { Locale } from '../errors/codes.ts'
import type { InvoiceDocument, Line } from '../protocol/invoices/document.ts'
import { factRow, labelsOf, type Row } from './fact-row.ts'
import { amountText, decimalText } from './format.ts'
import { adjustmentRows, rateText } from './sums.ts'
import { unitWord } from './units.ts'

/** A line of the table; `notes` go below its name. */
export type LineRow = {
  id: string
  name: string
  quantity: string
  price: string
  value: string
  vat: string
  notes: Row[]
}

export function lineRows(locale: Locale, { lines, currency }: InvoiceDocument): LineRow[] {
  return lines.map(line => ({
    id: line.id,
    name: line.name,
    quantity: quantityText(locale, line.quantity, line.unit),
    price: priceText(locale, line),
    value: line.amount === null ? '' : amountText(locale, line.amount, null),
    vat:
      line.vatCategory === null && line.vatPercent === null ? '' : rateText(locale, line.vatCategory, line.vatPercent),
    notes: [
      ...line.facts.map(fact => factRow(locale, fact, currency)),
      ...adjustmentRows(locale, line.adjustments, currency),
    ],
  }))
}

function priceText(locale: Locale, { price, priceQuantity, unit }: Line): string {
  if (price === null) return ''
  const text = amountText(locale, price, null)
  return priceQuantity === null ? text : `${text} ${labelsOf(locale).per(quantityText(locale, priceQuantity, unit))}`
}

function quantityText(locale: Locale, quantity: string | null, unit: string | null): string {
  const number = quantity === null ? '' : decimalText(locale, quantity)
  return unit === null ? number : `${number} ${unitWord(locale, unit, quantity ?? '')}`.trim()
}
