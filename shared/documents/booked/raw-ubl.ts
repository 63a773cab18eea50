import { childrenOf, descend, firstTextAt, textAt, type XmlElement } from '../../xml/xml.ts'
import { fiscalCode, registrationOf, writtenFiscalCode } from '../fiscal-code.ts'
import { stornoOf } from '../storno.ts'
import { taxTotal } from '../ubl.ts'
import { accountOf, type BookedParty, countyOf, dayIn, isTrue, type RawInvoice } from './booked.ts'

/** A UBL invoice or credit note (CIUS-RO) as written; undefined for anything else. */
export function rawUbl(root: XmlElement): RawInvoice | undefined {
  const type = root.name === 'Invoice' ? 'invoice' : root.name === 'CreditNote' ? 'credit-note' : undefined
  const number = textAt(root, 'ID')
  if (!type || number === null) return undefined
  const currency = textAt(root, 'DocumentCurrencyCode')
  const vatCurrency = textAt(root, 'TaxCurrencyCode')
  const isSecond = vatCurrency !== null && vatCurrency !== currency
  const inSecond = childrenOf(root, 'TaxTotal').find(
    total => descend(total, 'TaxAmount')?.attributes.get('currencyID') === vatCurrency,
  )
  const total = taxTotal(root, currency)
  const sums = descend(root, 'LegalMonetaryTotal')
  const typeCode = textAt(root, 'InvoiceTypeCode') ?? textAt(root, 'CreditNoteTypeCode')
  const means = childrenOf(root, 'PaymentMeans')
  const totals = {
    net: textAt(sums, 'TaxExclusiveAmount'),
    gross: textAt(sums, 'TaxInclusiveAmount'),
    payable: textAt(sums, 'PayableAmount'),
  }
  return {
    isCredit: stornoOf(type, typeCode, totals) === 'credit-note',
    typeCode,
    number,
    issueDate: dayIn(textAt(root, 'IssueDate')),
    // A credit note names its due date only among the payment means.
    dueDate: dayIn(textAt(root, 'DueDate') ?? firstTextAt(means, 'PaymentDueDate')),
    vatOnPayment: textAt(root, 'InvoicePeriod', 'DescriptionCode') === '432',
    currency,
    vatCurrency: isSecond ? vatCurrency : null,
    vatInCurrency: isSecond ? textAt(inSecond, 'TaxAmount') : null,
    seller: partyOf(descend(root, 'AccountingSupplierParty', 'Party')),
    buyer: partyOf(descend(root, 'AccountingCustomerParty', 'Party')),
    iban: accountOf(firstTextAt(means, 'PayeeFinancialAccount', 'ID')),
    vat: childrenOf(total, 'TaxSubtotal').map(subtotal => ({
      category: textAt(subtotal, 'TaxCategory', 'ID'),
      percent: textAt(subtotal, 'TaxCategory', 'Percent'),
      base: textAt(subtotal, 'TaxableAmount'),
      vat: textAt(subtotal, 'TaxAmount'),
    })),
    ...totals,
    totalVat: textAt(total, 'TaxAmount'),
    lines: childrenOf(root, type === 'invoice' ? 'InvoiceLine' : 'CreditNoteLine').map(lineOf),
    adjustments: childrenOf(root, 'AllowanceCharge').map(one => ({
      isCharge: isTrue(textAt(one, 'ChargeIndicator')),
      reason: textAt(one, 'AllowanceChargeReason'),
      amount: textAt(one, 'Amount'),
      category: textAt(one, 'TaxCategory', 'ID'),
      percent: textAt(one, 'TaxCategory', 'Percent'),
    })),
  }
}

function partyOf(party: XmlElement | undefined): BookedParty {
  const address = descend(party, 'PostalAddress')
  const taxIds = childrenOf(party, 'PartyTaxScheme').flatMap(scheme => textAt(scheme, 'CompanyID') ?? [])
  const legalId = textAt(party, 'PartyLegalEntity', 'CompanyID')
  const cui = fiscalCode(taxIds, legalId)
  return {
    // BT-27 is the registered name; PartyName is the trading name.
    name: textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? textAt(party, 'PartyName', 'Name'),
    cui,
    registration: registrationOf(legalId, textAt(party, 'PartyLegalEntity', 'CompanyLegalForm'), cui),
    vatId: writtenFiscalCode(taxIds, legalId),
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
    priceQuantity: textAt(line, 'Price', 'BaseQuantity'),
    amount: textAt(line, 'LineExtensionAmount'),
    category: textAt(item, 'ClassifiedTaxCategory', 'ID'),
    percent: textAt(item, 'ClassifiedTaxCategory', 'Percent'),
  }
}
