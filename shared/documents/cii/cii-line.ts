import type { Adjustment, Line } from '../../protocol/invoices/document.ts'
import { childrenOf, descend, type XmlElement } from '../../xml/xml.ts'
import { fact, factsAt, type Paths } from '../facts.ts'
import type { Taken } from '../taken.ts'

const PATHS: Paths = [
  ['note', 'AssociatedDocumentLineDocument', 'IncludedNote', 'Content'],
  ['order-line', 'SpecifiedLineTradeAgreement', 'BuyerOrderReferencedDocument', 'LineID'],
  ['object', 'SpecifiedLineTradeSettlement', 'AdditionalReferencedDocument', 'IssuerAssignedID'],
  ['accounting-cost', 'SpecifiedLineTradeSettlement', 'ReceivableSpecifiedTradeAccountingAccount', 'ID'],
  ['seller-code', 'SpecifiedTradeProduct', 'SellerAssignedID'],
  ['buyer-code', 'SpecifiedTradeProduct', 'BuyerAssignedID'],
  ['standard-code', 'SpecifiedTradeProduct', 'GlobalID'],
  ['origin', 'SpecifiedTradeProduct', 'OriginTradeCountry', 'ID'],
  ['gross-price', 'SpecifiedLineTradeAgreement', 'GrossPriceProductTradePrice', 'ChargeAmount'],
  [
    'price-discount',
    'SpecifiedLineTradeAgreement',
    'GrossPriceProductTradePrice',
    'AppliedTradeAllowanceCharge',
    'ActualAmount',
  ],
]

/** A line of a cross-industry invoice. */
export function ciiLine(taken: Taken, line: XmlElement, currency: string | null): Line {
  const product = descend(line, 'SpecifiedTradeProduct')
  const settlement = descend(line, 'SpecifiedLineTradeSettlement')
  const price = descend(line, 'SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice')
  const quantity = descend(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity')
  const tax = descend(settlement, 'ApplicableTradeTax')
  const name = taken.text(product, 'Name')
  const description = taken.text(product, 'Description')
  const priceQuantity = taken.text(price, 'BasisQuantity')
  taken.text(tax, 'TypeCode')
  return {
    id: taken.text(line, 'AssociatedDocumentLineDocument', 'LineID') ?? '',
    name: name ?? description ?? '',
    quantity: taken.own(quantity),
    unit: quantity?.attributes.get('unitCode') ?? null,
    price: taken.amount(currency, price, 'ChargeAmount'),
    priceQuantity: Number(priceQuantity) === 1 ? null : priceQuantity,
    amount: taken.amount(currency, settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount'),
    vatPercent: taken.text(tax, 'RateApplicablePercent'),
    vatCategory: taken.text(tax, 'CategoryCode'),
    adjustments: ciiAdjustments(taken, settlement, currency),
    facts: [
      ...(name === null ? [] : fact('description', description)),
      ...factsAt(taken, line, PATHS),
      ...ciiPeriod(taken, settlement),
      ...childrenOf(product, 'DesignatedProductClassification').flatMap(one =>
        fact('classification', taken.text(one, 'ClassCode')),
      ),
      ...childrenOf(product, 'ApplicableProductCharacteristic').flatMap(one => {
        const texts = [taken.text(one, 'Description'), taken.text(one, 'Value')]
        return fact('property', texts.filter(text => text !== null).join(': ') || null)
      }),
    ],
  }
}

/** The billed period of a line or of the document. */
export function ciiPeriod(taken: Taken, settlement: XmlElement | undefined) {
  const period = descend(settlement, 'BillingSpecifiedPeriod')
  return [
    ...fact('period-from', ciiDay(taken, period, 'StartDateTime')),
    ...fact('period-to', ciiDay(taken, period, 'EndDateTime')),
  ]
}

/** The allowances and charges directly under a settlement. */
export function ciiAdjustments(
  taken: Taken,
  settlement: XmlElement | undefined,
  currency: string | null,
): Adjustment[] {
  return childrenOf(settlement, 'SpecifiedTradeAllowanceCharge').map(one => {
    taken.text(one, 'CategoryTradeTax', 'TypeCode')
    return {
      isCharge: /^(?:true|1)$/i.test(taken.text(one, 'ChargeIndicator', 'Indicator') ?? ''),
      reason: taken.text(one, 'Reason'),
      code: taken.text(one, 'ReasonCode'),
      percent: taken.text(one, 'CalculationPercent'),
      base: taken.amount(currency, one, 'BasisAmount'),
      amount: taken.amount(currency, one, 'ActualAmount'),
      vatCategory: taken.text(one, 'CategoryTradeTax', 'CategoryCode'),
      vatPercent: taken.text(one, 'CategoryTradeTax', 'RateApplicablePercent'),
    }
  })
}

/**
 * A day in format 102, `yyyyMMdd`, in the one element under this path. Any other text stays unread, and is shown
 * unchanged.
 */
export function ciiDay(taken: Taken, element: XmlElement | undefined, ...path: string[]): string | null {
  const [found] = descend(element, ...path)?.children ?? []
  const parts = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.exec(found?.text ?? '')
  if (!parts) return null
  taken.own(found)
  return parts.slice(1).join('-')
}
