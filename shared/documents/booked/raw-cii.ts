import { childrenOf, descend, firstTextAt, textAt, type XmlElement } from '../../xml/xml.ts'
import { ciiVatTotal } from '../cii/cii.ts'
import { fiscalCode, writtenFiscalCode } from '../fiscal-code.ts'
import { stornoOf } from '../storno.ts'
import { accountOf, type BookedParty, countyOf, dayIn, isTrue, type RawInvoice } from './booked.ts'

/** A cross-industry invoice (UN/CEFACT D16B) as written; undefined for anything else. */
export function rawCii(root: XmlElement): RawInvoice | undefined {
  const head = descend(root, 'ExchangedDocument')
  const number = textAt(head, 'ID')
  if (root.name !== 'CrossIndustryInvoice' || number === null) return undefined
  const trade = descend(root, 'SupplyChainTradeTransaction')
  const agreement = descend(trade, 'ApplicableHeaderTradeAgreement')
  const settlement = descend(trade, 'ApplicableHeaderTradeSettlement')
  const sums = descend(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  const typeCode = textAt(head, 'TypeCode')
  const currency = textAt(settlement, 'InvoiceCurrencyCode')
  const vatCurrency = textAt(settlement, 'TaxCurrencyCode')
  const isSecond = vatCurrency !== null && vatCurrency !== currency
  const inSecond = childrenOf(sums, 'TaxTotalAmount').find(one => one.attributes.get('currencyID') === vatCurrency)
  const dueDays = childrenOf(settlement, 'SpecifiedTradePaymentTerms').map(one =>
    dayIn(textAt(one, 'DueDateDateTime', 'DateTimeString')),
  )
  const accounts = childrenOf(settlement, 'SpecifiedTradeSettlementPaymentMeans').flatMap(means =>
    childrenOf(means, 'PayeePartyCreditorFinancialAccount'),
  )
  const totals = {
    net: textAt(sums, 'TaxBasisTotalAmount'),
    gross: textAt(sums, 'GrandTotalAmount'),
    payable: textAt(sums, 'DuePayableAmount'),
  }
  const taxes = childrenOf(settlement, 'ApplicableTradeTax')
  return {
    isCredit: stornoOf(typeCode === '381' ? 'credit-note' : 'invoice', typeCode, totals) === 'credit-note',
    typeCode,
    number,
    issueDate: dayIn(textAt(head, 'IssueDateTime', 'DateTimeString')),
    dueDate: dueDays.find(day => day !== null) ?? null,
    // UNTDID 2475 in CII, where UBL has 2005: 72 is the day of payment.
    vatOnPayment: taxes.some(tax => textAt(tax, 'DueDateTypeCode') === '72'),
    currency,
    vatCurrency: isSecond ? vatCurrency : null,
    vatInCurrency: (isSecond && inSecond?.text) || null,
    seller: partyOf(descend(agreement, 'SellerTradeParty')),
    buyer: partyOf(descend(agreement, 'BuyerTradeParty')),
    iban: accountOf(firstTextAt(accounts, 'IBANID') ?? firstTextAt(accounts, 'ProprietaryID')),
    vat: taxes.map(tax => ({
      ...taxOf(tax),
      base: textAt(tax, 'BasisAmount'),
      vat: textAt(tax, 'CalculatedAmount'),
    })),
    ...totals,
    totalVat: ciiVatTotal(sums, currency)?.text || null,
    lines: childrenOf(trade, 'IncludedSupplyChainTradeLineItem').map(lineOf),
    adjustments: childrenOf(settlement, 'SpecifiedTradeAllowanceCharge').map(one => ({
      isCharge: isTrue(textAt(one, 'ChargeIndicator', 'Indicator')),
      reason: textAt(one, 'Reason'),
      amount: textAt(one, 'ActualAmount'),
      ...taxOf(descend(one, 'CategoryTradeTax')),
    })),
  }
}

const taxOf = (tax: XmlElement | undefined) => ({
  category: textAt(tax, 'CategoryCode'),
  percent: textAt(tax, 'RateApplicablePercent'),
})

function partyOf(party: XmlElement | undefined): BookedParty {
  const address = descend(party, 'PostalTradeAddress')
  const contact = descend(party, 'DefinedTradeContact')
  const registrations = childrenOf(party, 'SpecifiedTaxRegistration').flatMap(one => textAt(one, 'ID') ?? [])
  const legalId = textAt(party, 'SpecifiedLegalOrganization', 'ID')
  return {
    name: textAt(party, 'Name'),
    cui: fiscalCode(registrations, legalId),
    vatId: writtenFiscalCode(registrations, legalId),
    registration: null,
    country: textAt(address, 'CountryID'),
    county: countyOf(textAt(address, 'CountrySubDivisionName')),
    city: textAt(address, 'CityName'),
    street: [textAt(address, 'LineOne'), textAt(address, 'LineTwo')].filter(Boolean).join(', ') || null,
    phone: textAt(contact, 'TelephoneUniversalCommunication', 'CompleteNumber'),
    email: textAt(contact, 'EmailURIUniversalCommunication', 'URIID'),
  }
}

function lineOf(line: XmlElement): RawInvoice['lines'][number] {
  const product = descend(line, 'SpecifiedTradeProduct')
  const quantity = descend(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity')
  const settlement = descend(line, 'SpecifiedLineTradeSettlement')
  const price = descend(line, 'SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice')
  return {
    name: textAt(product, 'Name') ?? textAt(product, 'Description') ?? '',
    sellerCode: textAt(product, 'SellerAssignedID'),
    buyerCode: textAt(product, 'BuyerAssignedID'),
    barCode: textAt(product, 'GlobalID'),
    quantity: quantity?.text || null,
    unit: quantity?.attributes.get('unitCode') ?? null,
    price: textAt(price, 'ChargeAmount'),
    priceQuantity: textAt(price, 'BasisQuantity'),
    amount: textAt(settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount'),
    ...taxOf(descend(settlement, 'ApplicableTradeTax')),
  }
}
