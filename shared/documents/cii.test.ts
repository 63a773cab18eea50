import { expect, test } from 'vitest'
import { parseXml } from '../xml/xml.ts'
import { summarizeCii } from './cii.ts'

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
  return root && summarizeCii(root)
}

test('a cross-industry invoice gives number, day, parties, sum to pay and currency', () => {
  expect(read(invoice())).toEqual({
    number: 'C-7',
    issueDate: '2026-11-03',
    sellerName: 'Alfa SRL',
    sellerCui: '14399840',
    buyerName: 'Beta SA',
    buyerCui: '8609468',
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
  expect(sellerCui(tax('DE123456789'), legal('14399840'))).toBe('14399840')
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
