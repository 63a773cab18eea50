import type { Adjustment, Line } from '../protocol/invoices/document.ts'
import { childrenOf, descend, type XmlElement } from '../xml/xml.ts'
import { fact, factsAt, type Paths } from './facts.ts'
import type { Taken } from './taken.ts'

/** A line of a UBL invoice or credit note (BG-25). */
export function ublLine(taken: Taken, line: XmlElement, currency: string | null): Line {
  const quantity = descend(line, 'InvoicedQuantity') ?? descend(line, 'CreditedQuantity')
  const item = descend(line, 'Item')
  const tax = descend(item, 'ClassifiedTaxCategory')
  const name = taken.text(item, 'Name')
  const description = taken.texts(item, 'Description').join('\n') || null
  const priceQuantity = taken.text(line, 'Price', 'BaseQuantity')
  return {
    id: taken.text(line, 'ID') ?? '',
    name: name ?? description ?? '',
    quantity: taken.own(quantity),
    unit: quantity?.attributes.get('unitCode') ?? null,
    price: taken.amount(currency, line, 'Price', 'PriceAmount'),
    priceQuantity: Number(priceQuantity) === 1 ? null : priceQuantity,
    amount: taken.amount(currency, line, 'LineExtensionAmount'),
    vatPercent: taken.text(tax, 'Percent'),
    vatCategory: taken.text(tax, 'ID'),
    adjustments: ublAdjustments(taken, line, currency),
    facts: [
      ...(name === null || description === name ? [] : fact('description', description)),
      ...factsAt(taken, line, PATHS),
      ...childrenOf(item, 'AdditionalItemProperty').flatMap(property => {
        const [label, value] = [taken.text(property, 'Name'), taken.text(property, 'Value')]
        return fact('property', [label, value].filter(text => text !== null).join(': ') || null)
      }),
      ...fact('gross-price', taken.amount(currency, line, 'Price', 'AllowanceCharge', 'BaseAmount')),
      ...fact('price-discount', taken.amount(currency, line, 'Price', 'AllowanceCharge', 'Amount')),
    ],
  }
}

const PATHS: Paths = [
  ['note', 'Note'],
  ['period-from', 'InvoicePeriod', 'StartDate'],
  ['period-to', 'InvoicePeriod', 'EndDate'],
  ['order-line', 'OrderLineReference', 'LineID'],
  ['object', 'DocumentReference', 'ID'],
  ['accounting-cost', 'AccountingCost'],
  ['seller-code', 'Item', 'SellersItemIdentification', 'ID'],
  ['buyer-code', 'Item', 'BuyersItemIdentification', 'ID'],
  ['standard-code', 'Item', 'StandardItemIdentification', 'ID'],
  ['classification', 'Item', 'CommodityClassification', 'ItemClassificationCode'],
  ['origin', 'Item', 'OriginCountry', 'IdentificationCode'],
]

/** The allowances and charges directly under an element. */
export function ublAdjustments(taken: Taken, element: XmlElement, currency: string | null): Adjustment[] {
  return childrenOf(element, 'AllowanceCharge').map(one => ({
    isCharge: /^(?:true|1)$/i.test(taken.text(one, 'ChargeIndicator') ?? ''),
    reason: taken.texts(one, 'AllowanceChargeReason').join(', ') || null,
    code: taken.text(one, 'AllowanceChargeReasonCode'),
    percent: taken.text(one, 'MultiplierFactorNumeric'),
    base: taken.amount(currency, one, 'BaseAmount'),
    amount: taken.amount(currency, one, 'Amount'),
    vatCategory: taken.text(one, 'TaxCategory', 'ID'),
    vatPercent: taken.text(one, 'TaxCategory', 'Percent'),
  }))
}
