import { expect, test } from 'vitest'
import { readUploadDocument } from './upload-document.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
const FLAGS = { extern: false, selfBilled: false, enforcement: false, b2c: false }

const party = (id: string, country: string) => `<Party>
  <PostalAddress><Country><IdentificationCode>${country}</IdentificationCode></Country></PostalAddress>
  <PartyTaxScheme><CompanyID>${id}</CompanyID></PartyTaxScheme></Party>`
const invoice = (buyer: string, country = 'RO', type = '380') =>
  new TextEncoder().encode(`<Invoice xmlns="${UBL}"><ID>F-1</ID><InvoiceTypeCode>${type}</InvoiceTypeCode>
  <AccountingSupplierParty>${party('RO14399840', 'RO')}</AccountingSupplierParty>
  <AccountingCustomerParty>${party(buyer, country)}</AccountingCustomerParty></Invoice>`)
const read = (...of: Parameters<typeof invoice>) => readUploadDocument(invoice(...of), 'f.xml')

test('flags are suggested where the document tells of them', () => {
  expect(read('RO34878414').suggested).toEqual(FLAGS)
  expect(read('DE123456789', 'DE').suggested).toEqual({ ...FLAGS, extern: true })
  expect(read('RO34878414', 'DE').suggested).toEqual(FLAGS)
  expect(read('0000000000000').suggested).toEqual({ ...FLAGS, b2c: true })
  expect(read('RO34878414', 'RO', '389').suggested).toEqual({ ...FLAGS, selfBilled: true })
})

test('a cross-industry invoice is told with its number, parties and sum', () => {
  const xml = `<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:a="urn:a">
    <rsm:ExchangedDocument><a:ID>C-7</a:ID><a:IssueDateTime><a:DateTimeString format="102">20261102</a:DateTimeString></a:IssueDateTime></rsm:ExchangedDocument>
    <rsm:SupplyChainTradeTransaction><a:ApplicableHeaderTradeAgreement>
      <a:SellerTradeParty><a:Name>Vânzător SRL</a:Name><a:SpecifiedTaxRegistration><a:ID schemeID="VA">RO14399840</a:ID></a:SpecifiedTaxRegistration></a:SellerTradeParty>
      <a:BuyerTradeParty><a:Name>Cumpărător SRL</a:Name><a:SpecifiedLegalOrganization><a:ID>34878414</a:ID></a:SpecifiedLegalOrganization></a:BuyerTradeParty>
    </a:ApplicableHeaderTradeAgreement><a:ApplicableHeaderTradeSettlement><a:InvoiceCurrencyCode>RON</a:InvoiceCurrencyCode>
      <a:SpecifiedTradeSettlementHeaderMonetarySummation><a:DuePayableAmount>121.00</a:DuePayableAmount></a:SpecifiedTradeSettlementHeaderMonetarySummation>
    </a:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`
  expect(readUploadDocument(new TextEncoder().encode(xml), 'c.xml')).toMatchObject({
    standard: 'CII',
    invoice: {
      ...{ number: 'C-7', issueDate: '2026-11-02', sellerCui: '14399840', buyerCui: '34878414' },
      ...{ sellerName: 'Vânzător SRL', payableAmount: '121.00', currency: 'RON' },
    },
    problems: [],
  })
})

test('the reason against reading a file is named: a DTD anywhere, too much content, no XML', () => {
  const problems = (xml: string) => readUploadDocument(new TextEncoder().encode(xml), 'f.xml').problems.map(problem)
  const problem = ({ details }: { details?: { reason?: unknown } | undefined }) => details?.reason
  expect(problems('<!-- <a --><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')).toEqual(['upload-dtd'])
  expect(problems(`${' '.repeat(5000)}<!DOCTYPE a><a/>`)).toEqual(['upload-dtd'])
  expect(problems('<!-- <!DOCTYPE a> --> nothing')).toEqual(['upload-not-xml'])
  expect(problems(`<a>${'<a/>'.repeat(500_000)}</a>`)).toEqual(['upload-too-complex'])
})
