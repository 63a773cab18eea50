import { expect, test } from 'vitest'
import { parseXml } from '../../xml/xml.ts'
import { invoiceOf, readInvoice } from '../invoice.ts'
import { summarize } from '../summary.ts'

const party = (name: string, ...parts: string[]) => `<ram:Name>${name}</ram:Name>${parts.join('')}`
const tax = (id: string) => `<ram:SpecifiedTaxRegistration><ram:ID>${id}</ram:ID></ram:SpecifiedTaxRegistration>`
const legal = (id: string) => `<ram:SpecifiedLegalOrganization><ram:ID>${id}</ram:ID></ram:SpecifiedLegalOrganization>`

function invoice({
  seller = party('Alfa SRL', tax('RO14399840')),
  buyer = party('Beta SA', tax('8609468')),
  day = '20261103',
} = {}) {
  return `<rsm:CrossIndustryInvoice xmlns:rsm="urn:rsm" xmlns:ram="urn:ram" xmlns:udt="urn:udt">
    <rsm:ExchangedDocument><ram:ID>C-7</ram:ID>
      <ram:IssueDateTime><udt:DateTimeString format="102">${day}</udt:DateTimeString></ram:IssueDateTime>
    </rsm:ExchangedDocument>
    <rsm:SupplyChainTradeTransaction>
      <ram:ApplicableHeaderTradeAgreement>
        <ram:SellerTradeParty>${seller}</ram:SellerTradeParty><ram:BuyerTradeParty>${buyer}</ram:BuyerTradeParty>
      </ram:ApplicableHeaderTradeAgreement>
      <ram:ApplicableHeaderTradeSettlement>
        <ram:InvoiceCurrencyCode>RON</ram:InvoiceCurrencyCode>
        <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
          <ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>100.50</ram:DuePayableAmount>
        </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
      </ram:ApplicableHeaderTradeSettlement>
    </rsm:SupplyChainTradeTransaction>
  </rsm:CrossIndustryInvoice>`
}
const read = (xml: string) => {
  const root = parseXml(xml)
  const document = root && invoiceOf(root)
  return document && summarize(document)
}

test('a cross-industry invoice gives number, day, parties, sums and currency', () => {
  expect(read(invoice())).toEqual({
    number: 'C-7',
    type: 'invoice',
    attachments: 0,
    issueDate: '2026-11-03',
    sellerName: 'Alfa SRL',
    sellerCui: '14399840',
    buyerName: 'Beta SA',
    buyerCui: '8609468',
    grossAmount: '119.00',
    payableAmount: '100.50',
    currency: 'RON',
  })
})

test('a document of another kind, or without a number, is no such invoice', () => {
  expect(read(invoice().replaceAll('CrossIndustryInvoice', 'CrossIndustryOrder'))).toBeUndefined()
  expect(read(invoice().replace('<ram:ID>C-7</ram:ID>', ''))).toBeUndefined()
})

test('the code comes from the tax registrations, else from the legal one, else as it is written', () => {
  const sellerCui = (...parts: string[]) => read(invoice({ seller: party('X', ...parts) }))?.sellerCui
  expect(sellerCui(tax('DE123456789'), tax('RO 8609468'), legal('14399840'))).toBe('8609468')
  expect(sellerCui(tax('DE123456789'), legal('14399840'))).toBe('DE123456789')
  // A tax number of the seller's own country before its VAT number.
  expect(sellerCui(tax('201/123/40'), tax('DE123456789'))).toBe('DE123456789')
  expect(sellerCui(tax('2011234'), tax('ATU12345678'))).toBe('ATU12345678')
  expect(sellerCui(legal('14399840'))).toBe('14399840')
  expect(sellerCui(legal('J40/1/2026'), tax('1900101410011'))).toBe('1900101410011')
  expect(sellerCui(tax('x1900101410011'), legal('J40/1/2026'))).toBe('x1900101410011')
  expect(sellerCui(tax('1900101410011x'))).toBe('1900101410011x')
  expect(sellerCui(legal('J40/1/2026'))).toBeNull()
  expect(sellerCui()).toBeNull()
})

test('a day that is not written as yyyyMMdd is left out', () => {
  for (const day of ['2026-11-03', '20261303', '20261100', '20261132', '202611031', '020261103', ''])
    expect(read(invoice({ day }))?.issueDate, day).toBeNull()
  expect(read(invoice({ day: '20261231' }))?.issueDate).toBe('2026-12-31')
  expect(read(invoice({ day: '20261009' }))?.issueDate).toBe('2026-10-09')
})

test('an invoice without parties and sums is listed by its number', () => {
  const bare = '<CrossIndustryInvoice><ExchangedDocument><ID>C-8</ID></ExchangedDocument></CrossIndustryInvoice>'
  expect(read(bare)).toMatchObject({ number: 'C-8', issueDate: null, sellerName: null, buyerCui: null, currency: null })
})

const DETAILED = `<rsm:CrossIndustryInvoice xmlns:rsm="urn:rsm" xmlns:ram="urn:ram" xmlns:udt="urn:udt">
  <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:x</ram:ID>
  </ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument><ram:ID>C-9</ram:ID><ram:TypeCode>381</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20261103</udt:DateTimeString></ram:IssueDateTime>
    <ram:IncludedNote><ram:Content>Retur parțial</ram:Content></ram:IncludedNote></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:SellerAssignedID>S-1</ram:SellerAssignedID><ram:Name>Cafea</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>50</ram:ChargeAmount>
        <ram:BasisQuantity>10</ram:BasisQuantity></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="KGM">20</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode>
        <ram:RateApplicablePercent>21</ram:RateApplicablePercent></ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount>
        </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Alfa SRL</ram:Name><ram:PostalTradeAddress><ram:PostcodeCode>700001</ram:PostcodeCode>
        <ram:LineOne>Str. Lungă 1</ram:LineOne><ram:CityName>Iași</ram:CityName><ram:CountryID>RO</ram:CountryID>
        <ram:CountrySubDivisionName>RO-IS</ram:CountrySubDivisionName></ram:PostalTradeAddress></ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Beta SA</ram:Name></ram:BuyerTradeParty>
      <ram:AdditionalReferencedDocument><ram:IssuerAssignedID>2</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode>
        <ram:AttachmentBinaryObject mimeCode="text/csv" filename="linii.csv">YQ==</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>
      <udt:DateTimeString format="102">20261101</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent>
    </ram:ApplicableHeaderTradeDelivery>
    <ram:ApplicableHeaderTradeSettlement><ram:TaxCurrencyCode>RON</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount>
        <ram:IBANID>RO49AAAA1B31007593840000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:ApplicableTradeTax><ram:CalculatedAmount>21.00</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>
        <ram:BasisAmount>100.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode>
        <ram:RateApplicablePercent>21</ram:RateApplicablePercent></ram:ApplicableTradeTax>
      <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20261203</udt:DateTimeString></ram:DueDateDateTime>
      </ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount>
        <ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">21.00</ram:TaxTotalAmount>
        <ram:TaxTotalAmount currencyID="RON">105.00</ram:TaxTotalAmount><ram:GrandTotalAmount>121.00</ram:GrandTotalAmount>
        <ram:DuePayableAmount>121.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
      <ram:InvoiceReferencedDocument><ram:IssuerAssignedID>C-7</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`

test('U-11 a cross-industry invoice is read as fully as UBL', () => {
  expect(readInvoice(DETAILED)).toMatchObject({
    type: 'credit-note',
    storno: 'credit-note',
    number: 'C-9',
    dueDate: '2026-12-03',
    note: 'Retur parțial',
    currency: 'EUR',
    taxCurrency: 'RON',
    seller: { address: 'Str. Lungă 1, Iași, 700001, jud. Iași', country: 'RO' },
    facts: [{ what: 'preceding', text: 'C-7' }],
    delivery: [{ what: 'delivered-on', text: '2026-11-01' }],
    lines: [
      {
        id: '1',
        name: 'Cafea',
        quantity: '20',
        unit: 'KGM',
        price: '50',
        priceQuantity: '10',
        amount: '100.00',
        vatPercent: '21',
        facts: [{ what: 'seller-code', text: 'S-1' }],
      },
    ],
    vat: [{ category: 'S', percent: '21', base: '100.00', amount: '21.00' }],
    totals: {
      lines: '100.00',
      net: '100.00',
      vat: '21.00',
      vatInTaxCurrency: '105.00',
      gross: '121.00',
      payable: '121.00',
    },
    payment: [
      [
        { what: 'means', text: '58' },
        { what: 'iban', text: 'RO49AAAA1B31007593840000' },
      ],
    ],
    attachments: [{ name: 'linii.csv', mediaType: 'text/csv', index: 0 }],
    unread: [],
  })
})
