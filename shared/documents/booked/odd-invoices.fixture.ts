type Party = { name: string; vatId: string }
type Vat = { category: string; percent?: string; base: string; vat: string }
type Line = { name: string; quantity: string; price: string; amount: string; category: string; percent?: string }

export type OddInvoice = {
  root?: 'Invoice' | 'CreditNote'
  typeCode?: string
  number: string
  issueDate?: string
  currency?: string
  taxCurrency?: string
  vatInTaxCurrency?: string
  vatOnPayment?: boolean
  seller?: Party
  buyer?: Party
  vat: Vat[]
  /** Base, VAT, with VAT, to pay. */
  sums: [string, string, string, string]
  lines?: Line[]
  allowance?: { amount: string; reason: string; category: string; percent: string }
}

const SELLER = { name: 'Brânză & Șuncă SRL', vatId: 'RO361757' }
const BUYER = { name: 'Ștefan & Fiii SRL', vatId: 'RO14399840' }
const escaped = (text: string) => text.replace(/&/g, '&amp;')

/** A UBL document of our own with the shapes of real ones; `currency` RON by default. */
export function anOddInvoice(odd: OddInvoice): string {
  const { root = 'Invoice', currency = 'RON', issueDate = '2026-10-05', seller = SELLER, buyer = BUYER } = odd
  const typeCode = odd.typeCode ?? (root === 'Invoice' ? '380' : '381')
  const money = (name: string, amount: string, code = currency) =>
    `<cbc:${name} currencyID="${code}">${amount}</cbc:${name}>`
  const tax = (name: string, { category, percent }: { category: string; percent?: string | undefined }) =>
    `<cac:${name}><cbc:ID>${category}</cbc:ID>${percent === undefined ? '' : `<cbc:Percent>${percent}</cbc:Percent>`}
<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`
  const party = (role: string, { name, vatId }: Party) =>
    `<cac:${role}><cac:Party><cac:PostalAddress><cbc:StreetName>Str. Lungă 1</cbc:StreetName><cbc:CityName>Cluj</cbc:CityName>
<cbc:PostalZone/><cbc:CountrySubentity>RO-CJ</cbc:CountrySubentity><cac:Country><cbc:IdentificationCode>RO</cbc:IdentificationCode></cac:Country>
</cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>${vatId}</cbc:CompanyID></cac:PartyTaxScheme>
<cac:PartyLegalEntity><cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:${role}>`
  const [net, vat, gross, payable] = odd.sums
  const quantity = root === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity'
  const lines = odd.lines ?? []
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="a" xmlns:cbc="b">
<cbc:ID>${odd.number}</cbc:ID><cbc:IssueDate>${issueDate}</cbc:IssueDate><cbc:DueDate>2026-11-05</cbc:DueDate>
<cbc:${root}TypeCode>${typeCode}</cbc:${root}TypeCode><cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
${odd.taxCurrency ? `<cbc:TaxCurrencyCode>${odd.taxCurrency}</cbc:TaxCurrencyCode>` : ''}
${odd.vatOnPayment ? '<cac:InvoicePeriod><cbc:DescriptionCode>432</cbc:DescriptionCode></cac:InvoicePeriod>' : ''}
${party('AccountingSupplierParty', seller)}${party('AccountingCustomerParty', buyer)}
${
  odd.allowance
    ? `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>
<cbc:AllowanceChargeReason>${odd.allowance.reason}</cbc:AllowanceChargeReason>${money('Amount', odd.allowance.amount)}
${tax('TaxCategory', odd.allowance)}</cac:AllowanceCharge>`
    : ''
}
<cac:TaxTotal>${money('TaxAmount', vat)}${odd.vat
    .map(
      row =>
        `<cac:TaxSubtotal>${money('TaxableAmount', row.base)}${money('TaxAmount', row.vat)}${tax('TaxCategory', row)}</cac:TaxSubtotal>`,
    )
    .join('\n')}</cac:TaxTotal>
${odd.vatInTaxCurrency ? `<cac:TaxTotal>${money('TaxAmount', odd.vatInTaxCurrency, odd.taxCurrency)}</cac:TaxTotal>` : ''}
<cac:LegalMonetaryTotal>${money('TaxExclusiveAmount', net)}${money('TaxInclusiveAmount', gross)}${money('PayableAmount', payable)}</cac:LegalMonetaryTotal>
${lines
  .map(
    (
      line,
      n,
    ) => `<cac:${root}Line><cbc:ID>${n + 1}</cbc:ID><cbc:${quantity} unitCode="H87">${line.quantity}</cbc:${quantity}>
${money('LineExtensionAmount', line.amount)}<cac:Item><cbc:Name>${escaped(line.name)}</cbc:Name>${tax('ClassifiedTaxCategory', line)}</cac:Item>
<cac:Price>${money('PriceAmount', line.price)}</cac:Price></cac:${root}Line>`,
  )
  .join('\n')}
</${root}>`
}

/** One line at one rate: 100,00 + 21,00. */
export const PLAIN: OddInvoice = {
  number: 'FCT-1001',
  vat: [{ category: 'S', percent: '21.00', base: '100.00', vat: '21.00' }],
  sums: ['100.00', '21.00', '121.00', '121.00'],
  lines: [{ name: 'Cașcaval; afumat', quantity: '4', price: '25', amount: '100.00', category: 'S', percent: '21' }],
}

/** A storno typed as an invoice: everything is negative except the price. */
export const STORNO: OddInvoice = {
  number: 'FCT-1002',
  issueDate: '2026-10-06',
  vat: [{ category: 'S', percent: '21', base: '-50.00', vat: '-10.50' }],
  sums: ['-50.00', '-10.50', '-60.50', '-60.50'],
  lines: [{ name: 'Cașcaval', quantity: '-2', price: '25', amount: '-50.00', category: 'S', percent: '21' }],
}

/** A credit note with positive amounts, which its type negates. */
export const CREDIT_NOTE: OddInvoice = {
  root: 'CreditNote',
  number: 'NC-7',
  issueDate: '2026-10-07',
  vat: [{ category: 'S', percent: '11', base: '20.00', vat: '2.20' }],
  sums: ['20.00', '2.20', '22.20', '22.20'],
  lines: [{ name: 'Pâine', quantity: '10', price: '2', amount: '20.00', category: 'S', percent: '11' }],
}

/** In euro, with the VAT in lei too, and VAT on payment. */
export const IN_EURO: OddInvoice = {
  number: 'EX 9',
  issueDate: '2026-10-08',
  currency: 'EUR',
  taxCurrency: 'RON',
  vatInTaxCurrency: '213.57',
  vatOnPayment: true,
  vat: [{ category: 'S', percent: '21', base: '200.00', vat: '42.00' }],
  sums: ['200.00', '42.00', '242.00', '242.00'],
  lines: [{ name: 'Consultanță', quantity: '1', price: '200', amount: '200.00', category: 'S', percent: '21' }],
}

/** Several rates, reverse charge, an exemption, a discount, and two "not subject" groups that are one. */
export const MANY_RATES: OddInvoice = {
  number: 'M/12',
  issueDate: '2026-10-09',
  taxCurrency: 'RON',
  vat: [
    { category: 'S', percent: '21', base: '90.00', vat: '18.90' },
    { category: 'AE', percent: '0', base: '40.00', vat: '0.00' },
    { category: 'O', percent: '0', base: '5.00', vat: '0.00' },
    { category: 'O', base: '7.00', vat: '0.00' },
    { category: 'E', percent: '0.00', base: '3.00', vat: '0.00' },
  ],
  sums: ['145.00', '18.90', '163.90', '100.00'],
  allowance: { amount: '10.00', reason: 'Fidelitate', category: 'S', percent: '21' },
  lines: [
    { name: 'Marfă', quantity: '3', price: '33.3333', amount: '100.00', category: 'S', percent: '21' },
    { name: 'Deșeuri', quantity: '1', price: '40', amount: '40.00', category: 'AE', percent: '0' },
    { name: 'Timbru', quantity: '1', price: '12', amount: '12.00', category: 'O' },
    { name: 'Chirie', quantity: '1', price: '3', amount: '3.00', category: 'E', percent: '0' },
  ],
}

export const A_CII = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="r" xmlns:udt="u">
<rsm:ExchangedDocument><ram:ID>CII-5</ram:ID><ram:TypeCode>381</ram:TypeCode>
<ram:IssueDateTime><udt:DateTimeString format="102">20261010</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:SellerAssignedID>A1</ram:SellerAssignedID><ram:Name>Vin</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>10</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="LTR">2</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>21</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>20.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
</ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty><ram:Name>Vinuri SA</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">RO361757</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
<ram:BuyerTradeParty><ram:Name>Ștefan SRL</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">RO14399840</ram:ID></ram:SpecifiedTaxRegistration></ram:BuyerTradeParty>
</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>RON</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:CalculatedAmount>4.20</ram:CalculatedAmount><ram:BasisAmount>20.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>21</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>20.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="RON">4.20</ram:TaxTotalAmount><ram:GrandTotalAmount>24.20</ram:GrandTotalAmount><ram:DuePayableAmount>24.20</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`
