import { childrenOf, descend, textAt, type XmlElement } from '../../xml/xml.ts'
import { documentOf } from '../ubl.ts'
import { type BookedParty, countyOf, type RawInvoice } from './booked.ts'

/** A UBL invoice or credit note (CIUS-RO) as it is written; undefined for anything else. */
export function rawUbl(root: XmlElement): RawInvoice | undefined {
  const document = documentOf(root)
  if (!document) return undefined
  const { type, number, issueDate, dueDate, currency, totals } = document
  const vatCurrency = textAt(root, 'TaxCurrencyCode')
  const isSecond = vatCurrency !== null && vatCurrency !== currency
  return {
    isCredit: type === 'credit-note' || textAt(root, 'InvoiceTypeCode') === '381',
    typeCode: textAt(root, 'InvoiceTypeCode') ?? textAt(root, 'CreditNoteTypeCode'),
    number,
    issueDate,
    dueDate,
    vatOnPayment: textAt(root, 'InvoicePeriod', 'DescriptionCode') === '432',
    currency,
    vatCurrency: isSecond ? vatCurrency : null,
    vatInCurrency: isSecond ? vatIn(root, vatCurrency) : null,
    seller: partyOf(descend(root, 'AccountingSupplierParty', 'Party'), document.seller),
    buyer: partyOf(descend(root, 'AccountingCustomerParty', 'Party'), document.buyer),
    iban: textAt(root, 'PaymentMeans', 'PayeeFinancialAccount', 'ID'),
    vat: document.vat.map(({ category, percent, base, amount }) => ({ category, percent, base, vat: amount })),
    net: totals.net,
    totalVat: totals.vat,
    gross: totals.gross,
    payable: totals.payable,
    lines: childrenOf(root, type === 'invoice' ? 'InvoiceLine' : 'CreditNoteLine').map(lineOf),
    adjustments: childrenOf(root, 'AllowanceCharge').map(one => ({
      isCharge: textAt(one, 'ChargeIndicator') === 'true',
      reason: textAt(one, 'AllowanceChargeReason'),
      amount: textAt(one, 'Amount'),
      category: textAt(one, 'TaxCategory', 'ID'),
      percent: textAt(one, 'TaxCategory', 'Percent'),
    })),
  }
}

function vatIn(root: XmlElement, currency: string): string | null {
  const amounts = childrenOf(root, 'TaxTotal').map(total => descend(total, 'TaxAmount'))
  return amounts.find(amount => amount?.attributes.get('currencyID') === currency)?.text || null
}

function partyOf(
  party: XmlElement | undefined,
  known: Pick<BookedParty, 'name' | 'cui' | 'registration'>,
): BookedParty {
  const address = descend(party, 'PostalAddress')
  return {
    name: known.name,
    cui: known.cui,
    registration: known.registration,
    vatId: textAt(party, 'PartyTaxScheme', 'CompanyID') ?? textAt(party, 'PartyLegalEntity', 'CompanyID'),
    country: textAt(address, 'Country', 'IdentificationCode'),
    county: countyOf(textAt(address, 'CountrySubentity')),
    city: textAt(address, 'CityName'),
    street: [textAt(address, 'StreetName'), textAt(address, 'AdditionalStreetName')].filter(Boolean).join(', ') || null,
    phone: textAt(party, 'Contact', 'Telephone'),
    email: textAt(party, 'Contact', 'ElectronicMail'),
  }
}

function lineOf(line: XmlElement): RawInvoice['lines'][number] {
  const quantity = descend(line, 'InvoicedQuantity') ?? descend(line, 'CreditedQuantity')
  const item = descend(line, 'Item')
  return {
    name: textAt(item, 'Name') ?? textAt(item, 'Description') ?? '',
    sellerCode: textAt(item, 'SellersItemIdentification', 'ID'),
    buyerCode: textAt(item, 'BuyersItemIdentification', 'ID'),
    barCode: textAt(item, 'StandardItemIdentification', 'ID'),
    quantity: quantity?.text || null,
    unit: quantity?.attributes.get('unitCode') ?? null,
    price: textAt(line, 'Price', 'PriceAmount'),
    amount: textAt(line, 'LineExtensionAmount'),
    category: textAt(item, 'ClassifiedTaxCategory', 'ID'),
    percent: textAt(item, 'ClassifiedTaxCategory', 'Percent'),
  }
}
