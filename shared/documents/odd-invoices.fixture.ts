/** Invoices in the shapes that sellers really send; strict readers refuse them. */

export type Shape = {
  root?: 'Invoice' | 'CreditNote'
  /** The text before the seller's party. */
  head?: string
  seller?: string
  buyer?: string
  /** After the parties: payment, allowances. */
  middle?: string
  taxTotals?: string
  sums?: string
  lines?: string
  currency?: string
  typeCode?: string
}

export const amount = (name: string, value: string, currency = 'RON') =>
  `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`

export const party = (name: string, taxId: string, more = '') =>
  `<cac:Party>${more}<cac:PartyTaxScheme><cbc:CompanyID>${taxId}</cbc:CompanyID>
    <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>`

export const subtotal = (
  base: string,
  vat: string,
  category: string,
  percent: string | null,
  more = '',
  currency = 'RON',
) =>
  `<cac:TaxSubtotal>${amount('TaxableAmount', base, currency)}${amount('TaxAmount', vat, currency)}
    <cac:TaxCategory><cbc:ID>${category}</cbc:ID>${percent === null ? '' : `<cbc:Percent>${percent}</cbc:Percent>`}${more}
    <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`

export const taxTotal = (vat: string, subtotals = '', currency = 'RON') =>
  `<cac:TaxTotal>${amount('TaxAmount', vat, currency)}${subtotals}</cac:TaxTotal>`

export const line = (name: string, quantity: string, price: string, net: string, more = '') =>
  `<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="H87">${quantity}</cbc:InvoicedQuantity>
    ${amount('LineExtensionAmount', net)}${more}<cac:Item><cbc:Name>${name}</cbc:Name><cac:ClassifiedTaxCategory>
    <cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
    </cac:ClassifiedTaxCategory></cac:Item><cac:Price>${amount('PriceAmount', price)}</cac:Price></cac:InvoiceLine>`

/** An invoice of 121,00 lei, changed by `shape`. */
export function anOddInvoice(shape: Shape = {}): string {
  const {
    root = 'Invoice',
    head = '',
    seller = party('Alfa SRL', 'RO14399840'),
    buyer = party('Beta SA', 'RO8609468'),
    middle = '',
    taxTotals = taxTotal('21.00', subtotal('100.00', '21.00', 'S', '21.00')),
    sums = amount('TaxExclusiveAmount', '100.00') +
      amount('TaxInclusiveAmount', '121.00') +
      amount('PayableAmount', '121.00'),
    lines = line('Cafea', '2', '50', '100.00'),
    currency = 'RON',
    typeCode = root === 'Invoice' ? '380' : '381',
  } = shape
  const content = `<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>FCT-7</cbc:ID>
  <cbc:IssueDate>2026-11-20</cbc:IssueDate><cbc:${root}TypeCode>${typeCode}</cbc:${root}TypeCode>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>${head}
  <cac:AccountingSupplierParty>${seller}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${buyer}</cac:AccountingCustomerParty>${middle}${taxTotals}
  <cac:LegalMonetaryTotal>${sums}</cac:LegalMonetaryTotal>${lines}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  ${root === 'Invoice' ? content : content.replaceAll('InvoiceLine', 'CreditNoteLine').replaceAll('InvoicedQuantity', 'CreditedQuantity')}
</${root}>`
}
