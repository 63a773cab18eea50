import { describe, expect, test } from 'vitest'
import type { InvoiceSummary } from '../protocol/invoices/invoices.ts'
import { parseXml } from '../xml/xml.ts'
import { readBooked } from './booked/read-booked.ts'
import { readInvoice } from './invoice.ts'
import { amount, anOddInvoice, line, party, type Shape, subtotal, taxTotal } from './odd-invoices.fixture.ts'
import { signedAmount, signedPayable } from './storno.ts'
import { summarize } from './summary.ts'
import { vatByRate } from './vat-by-rate.ts'

function read(shape: Shape) {
  const document = readInvoice(anOddInvoice(shape))
  if (!document) throw new Error('it was not read')
  return document
}

const negative = {
  taxTotals: taxTotal('-21.00', subtotal('-100.00', '-21.00', 'S', '21.00')),
  sums:
    amount('TaxExclusiveAmount', '-100.00') +
    amount('TaxInclusiveAmount', '-121.00') +
    amount('PayableAmount', '-121.00'),
}

describe('U-11 a storno is told from an invoice', () => {
  test('typed 380 with negative quantities, prices or amounts, which keep their sign', () => {
    for (const lines of [line('Cafea', '-2', '50', '-100.00'), line('Cafea', '2', '-50', '-100.00')]) {
      const document = read({ ...negative, lines })
      expect(document).toMatchObject({ type: 'invoice', typeCode: '380', storno: 'negative' })
      expect(document.totals).toMatchObject({ net: '-100.00', vat: '-21.00', gross: '-121.00', payable: '-121.00' })
      expect(document.vat).toMatchObject([{ base: '-100.00', amount: '-21.00' }])
      expect(document.unread).toEqual([])
    }
  })

  test('a credit note, also one in the syntax of an invoice', () => {
    expect(read({ root: 'CreditNote' })).toMatchObject({ type: 'credit-note', storno: 'credit-note' })
    expect(read({ typeCode: '381' })).toMatchObject({ type: 'invoice', storno: 'credit-note' })
  })

  test('a credit note with a minus is the same as one without', () => {
    const note = read({ ...negative, root: 'CreditNote' })
    expect(note).toMatchObject({ type: 'credit-note', storno: 'negative' })
    expect(summarize(note)).toMatchObject({ type: 'credit-note', grossAmount: '121.00', payableAmount: '121.00' })
    expect(signedAmount(summarize(note))).toBe('-121.00')
    expect(vatByRate(note)).toEqual([{ percent: '21', currency: 'RON', vat: -2100 }])
  })

  test('one line that is taken back makes none', () => {
    expect(read({ lines: line('Cafea', '4', '50', '200.00') + line('Retur', '-2', '50', '-100.00') }).storno).toBeNull()
    expect(read({ sums: amount('PayableAmount', '0.00') + amount('TaxInclusiveAmount', '121.00') }).storno).toBeNull()
  })

  test('what was paid before does not hide it', () => {
    const sums =
      amount('TaxInclusiveAmount', '-121.00') + amount('PrepaidAmount', '-121.00') + amount('PayableAmount', '0.00')
    expect(read({ ...negative, sums }).storno).toBe('negative')
    const settled = { grossAmount: '121.00', payableAmount: '0.00' }
    expect(summarize(read({ ...negative, root: 'CreditNote', sums }))).toMatchObject(settled)
  })
})

describe('U-11 what sellers leave empty is absent', () => {
  test('empty elements, blanks, and groups without any text', () => {
    const seller = party(
      'Alfa SRL',
      'RO14399840',
      `<cac:PartyIdentification><cbc:ID/></cac:PartyIdentification><cac:PostalAddress><cbc:StreetName> </cbc:StreetName>
       <cbc:CityName>Iași</cbc:CityName><cbc:PostalZone/><cbc:CountrySubentity>RO-IS</cbc:CountrySubentity>
       <cac:Country><cbc:IdentificationCode>RO</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
       <cac:Contact><cbc:Name>\n</cbc:Name></cac:Contact>`,
    )
    const document = read({
      seller,
      head: '<cac:OrderReference><cbc:ID></cbc:ID></cac:OrderReference>',
      middle: '<cac:PayeeParty/>',
    })
    expect(document.seller).toMatchObject({ address: 'Iași, jud. Iași', country: 'RO' })
    expect(document.seller.facts).toEqual([{ what: 'tax-id', text: 'RO14399840' }])
    expect(document).toMatchObject({ facts: [], payee: null, unread: [] })
  })

  test('free text in contacts is shown as it is', () => {
    const contact = `<cac:Contact><cbc:Telephone>-</cbc:Telephone>
      <cbc:ElectronicMail>a@firma.example; b@firma.example</cbc:ElectronicMail></cac:Contact>`
    expect(read({ seller: party('Alfa', 'RO14399840', contact) }).seller.facts).toEqual([
      { what: 'tax-id', text: 'RO14399840' },
      { what: 'phone', text: '-' },
      { what: 'email', text: 'a@firma.example; b@firma.example' },
    ])
  })
})

describe('U-11 numbers of parties are shown as written, and matched by digits', () => {
  test.each([
    ['14399840', '14399840', []],
    ['RO14399840', '14399840', ['RO14399840']],
    ['1900101410011', '1900101410011', []],
    ['XI123456789', 'XI123456789', []],
    ['1A23456', '1A23456', []],
  ])('%s', (written, cui, others) => {
    const { seller } = read({ seller: party('Alfa', written) })
    expect(seller.cui).toBe(cui)
    expect(seller.facts.map(({ text }) => text)).toEqual(others)
  })
})

describe('U-11 both currencies', () => {
  test('the same one twice is one total', () => {
    const taxCurrency = '<cbc:TaxCurrencyCode>RON</cbc:TaxCurrencyCode>'
    for (const again of ['', taxTotal('21.00')]) {
      const document = read({
        head: taxCurrency,
        taxTotals: again + taxTotal('21.00', subtotal('100.00', '21.00', 'S', '21.00')),
      })
      expect(document).toMatchObject({
        taxCurrency: null,
        totals: { vat: '21.00', vatInTaxCurrency: null },
        unread: [],
      })
      expect(document.vat).toHaveLength(1)
    }
  })

  test('another one has its own total of VAT', () => {
    const document = read({
      currency: 'EUR',
      head: '<cbc:TaxCurrencyCode>RON</cbc:TaxCurrencyCode>',
      taxTotals: taxTotal('105.00') + taxTotal('21.00', subtotal('100.00', '21.00', 'S', '21.00', '', 'EUR'), 'EUR'),
    })
    expect(document).toMatchObject({ taxCurrency: 'RON', totals: { vat: '21.00', vatInTaxCurrency: '105.00' } })
  })

  test('an amount in a currency that the document does not have says so', () => {
    const { unread } = read({ sums: amount('PayableAmount', '24.20', 'EUR') })
    expect(unread).toContainEqual({ path: 'PayableAmount@currencyID', text: '24.20 EUR' })
  })
})

test('U-11 every sum: prepaid, rounding, allowances and charges, several rates, reverse charge, not subject to VAT', () => {
  const adjustment = (isCharge: boolean, value: string) =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>
     <cbc:AllowanceChargeReason>Discount</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>
     ${amount('Amount', value)}${amount('BaseAmount', '110.00')}<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent>
     <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge>`
  const reverse =
    '<cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode><cbc:TaxExemptionReason>Taxare inversă</cbc:TaxExemptionReason>'
  const document = read({
    middle: adjustment(false, '11.00') + adjustment(true, '1.00'),
    taxTotals: taxTotal(
      '21.00',
      subtotal('100.00', '21.00', 'S', '21.00') +
        subtotal('50.00', '0.00', 'AE', '0', reverse) +
        subtotal('5.00', '0.00', 'O', '0'),
    ),
    sums: ['LineExtensionAmount', 'AllowanceTotalAmount', 'ChargeTotalAmount', 'PrepaidAmount', 'PayableRoundingAmount']
      .map((name, at) => amount(name, `${at + 1}.00`))
      .join(''),
    lines: line('Cafea', '2', '50', '100.00', adjustment(false, '3.00')),
  })
  expect(document.totals).toMatchObject({
    lines: '1.00',
    allowances: '2.00',
    charges: '3.00',
    prepaid: '4.00',
    rounding: '5.00',
  })
  expect(document.adjustments).toMatchObject([
    {
      isCharge: false,
      amount: '11.00',
      reason: 'Discount',
      code: '95',
      percent: '10',
      base: '110.00',
      vatCategory: 'S',
    },
    { isCharge: true, amount: '1.00' },
  ])
  expect(document.lines[0]?.adjustments).toMatchObject([{ amount: '3.00' }])
  expect(document.vat).toMatchObject([
    { category: 'S', exemption: null },
    { category: 'AE', exemption: 'Taxare inversă · VATEX-EU-AE' },
    { category: 'O', percent: '0' },
  ])
  expect(document.unread).toEqual([])
})

test('U-11 references, payment, delivery and attachments', () => {
  const document = read({
    head: `<cbc:TaxPointDate>2026-11-19</cbc:TaxPointDate><cac:InvoicePeriod><cbc:StartDate>2026-11-01</cbc:StartDate></cac:InvoicePeriod>
      <cac:OrderReference><cbc:ID>C-1</cbc:ID></cac:OrderReference>
      <cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>FCT-5</cbc:ID><cbc:IssueDate>2026-10-02</cbc:IssueDate>
      </cac:InvoiceDocumentReference></cac:BillingReference><cac:ContractDocumentReference><cbc:ID>K-2</cbc:ID></cac:ContractDocumentReference>
      <cac:AdditionalDocumentReference><cbc:ID>OB-1</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>
      <cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>https://firma.example/a.pdf</cbc:URI>
      </cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>
      <cac:AdditionalDocumentReference><cbc:ID>2</cbc:ID><cbc:DocumentDescription>Proces-verbal</cbc:DocumentDescription><cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="">JVBERg==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>
      </cac:AdditionalDocumentReference>`,
    middle: `<cac:Delivery><cbc:ActualDeliveryDate>2026-11-18</cbc:ActualDeliveryDate><cac:DeliveryLocation><cac:Address>
      <cbc:CityName>SECTOR3</cbc:CityName><cbc:CountrySubentity>RO-B</cbc:CountrySubentity></cac:Address></cac:DeliveryLocation></cac:Delivery>
      <cac:PaymentMeans><cbc:PaymentMeansCode name="Ordin de plată">30</cbc:PaymentMeansCode><cbc:PaymentID>OP 7</cbc:PaymentID>
      <cac:PayeeFinancialAccount><cbc:ID>RO49AAAA1B31007593840000</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
      <cac:PaymentTerms><cbc:Note>30 de zile</cbc:Note></cac:PaymentTerms>`,
  })
  expect(document.facts).toEqual([
    { what: 'tax-point', text: '2026-11-19' },
    { what: 'period-from', text: '2026-11-01' },
    { what: 'order', text: 'C-1' },
    { what: 'contract', text: 'K-2' },
    { what: 'terms', text: '30 de zile' },
    { what: 'preceding', text: 'FCT-5', day: '2026-10-02' },
    { what: 'object', text: 'OB-1' },
  ])
  expect(document.delivery).toEqual([
    { what: 'delivered-on', text: '2026-11-18' },
    { what: 'address', text: 'Sector 3, București' },
  ])
  expect(document.payment).toEqual([
    [
      { what: 'means', text: '30' },
      { what: 'means-name', text: 'Ordin de plată' },
      { what: 'payment-id', text: 'OP 7' },
      { what: 'iban', text: 'RO49AAAA1B31007593840000' },
    ],
  ])
  expect(document.attachments).toMatchObject([
    { name: 'https://firma.example/a.pdf', index: null },
    { name: '2', description: 'Proces-verbal', mediaType: 'application/pdf', index: 0 },
  ])
  expect(document.unread).toEqual([])
})

test('U-11 what no field holds is left with its path: unknown elements, days that are none', () => {
  const document = read({
    head: '<cbc:DueDate>20.12.2026</cbc:DueDate><cac:BuyerCustomerParty><cbc:SupplierAssignedAccountID>K7</cbc:SupplierAssignedAccountID></cac:BuyerCustomerParty>',
    lines: line('Cafea', '2', '50', '100.00', '<cac:SubInvoiceLine><cbc:ID>1.1</cbc:ID></cac:SubInvoiceLine>'),
  })
  expect(document.dueDate).toBeNull()
  expect(document.unread).toEqual([
    { path: 'DueDate', text: '20.12.2026' },
    { path: 'BuyerCustomerParty/SupplierAssignedAccountID', text: 'K7' },
    { path: 'InvoiceLine/SubInvoiceLine/ID', text: '1.1' },
  ])
})

test('U-11 much that no field holds is counted', () => {
  const head = '<cac:Odd><cbc:ID>1</cbc:ID></cac:Odd>'.repeat(250)
  expect(read({ head })).toMatchObject({ moreUnread: 50 })
})

test('U-11 other prefixes, comments, CDATA, entities and code pages are read', () => {
  const other = anOddInvoice({ lines: line('<!-- x --><![CDATA[Ţuică & ]]>&#537;i co', '2', '50', '100.00') })
    .replaceAll('cbc:', 'ns2:')
    .replaceAll(':cbc', ':ns2')
  expect(readInvoice(`\ufeff${other}`)?.lines[0]?.name).toBe('Ţuică & și co')
  const latin2 = other.replace('UTF-8', 'ISO-8859-2').replace('Ţuică', '\u00deuic\u00e3')
  expect(readInvoice(Buffer.from(latin2, 'latin1'))?.lines[0]?.name).toBe('Ţuică & și co')
})

test('U-11 an invoice of 2,000 lines is read whole', () => {
  expect(read({ lines: line('Cafea', '2', '50', '100.00').repeat(2000) }).lines).toHaveLength(2000)
})

const SUMMARY: InvoiceSummary = {
  number: 'F-1',
  issueDate: null,
  sellerName: null,
  sellerCui: null,
  buyerName: null,
  buyerCui: null,
  payableAmount: null,
  currency: 'RON',
}

test.each([
  ['invoice', '121.00', '121.00'],
  ['invoice', '-121.00', '-121.00'],
  ['credit-note', '121.00', '-121.00'],
  ['credit-note', '-121.00', '121.00'],
  ['credit-note', '0.00', '0.00'],
  ['credit-note', null, null],
] as const)('W-01 the amount of an %s over %s counts as %s, in lists as in sums', (type, payableAmount, signed) => {
  expect(signedAmount({ ...SUMMARY, type, payableAmount })).toBe(signed)
})

test.each(['Invoice', 'CreditNote'] as const)('W-01 the amount of a paid %s is its total with VAT', root => {
  const sums =
    amount('TaxInclusiveAmount', '1210.00') + amount('PrepaidAmount', '1200.00') + amount('PayableAmount', '10.00')
  const summary = summarize(read({ root, sums }))
  const sign = root === 'CreditNote' ? '-' : ''
  expect(signedAmount(summary)).toBe(`${sign}1210.00`)
  expect([summary.payableAmount, signedPayable(summary)]).toEqual(['10.00', `${sign}10.00`])
})

test.each([
  ['NL001234567B01', '34109870', 'NL001234567B01'],
  ['PL5260001246', '0000028860', 'PL5260001246'],
  ['DE 811569869', '6684', 'DE 811569869'],
  ['FRXX999999999', '732829320', 'FRXX999999999'],
  ['1A123456', '70012345', '1A123456'],
  ['RO14399840', '34109870', '14399840'],
  ['ro 14399840', 'HRB 6684', '14399840'],
  ['CUI: 14399840', '14399840', '14399840'],
  ['Neplătitor de TVA', '14399840', '14399840'],
  ['Neplatitor TVA (art. 310)', '14399840', '14399840'],
  ['Scutit TVA art.310', '14399840', '14399840'],
  ['CF RO14399840', '14399840', '14399840'],
  ['VAT: RO14399840', '14399840', '14399840'],
  ['DE811569869', 'RO14399840', '14399840'],
  ['-', '14399840', '14399840'],
  ['', 'RO14399840', '14399840'],
])('of the tax number %j and the legal one %s, %s is the code of the party', (taxId, legalId, code) => {
  const buyer = party('X', taxId).replace('</cac:PartyLegalEntity>', `<cbc:CompanyID>${legalId}</cbc:CompanyID>$&`)
  expect(read({ buyer }).buyer.cui).toBe(code)
  const root = parseXml(anOddInvoice({ buyer }))
  expect(root && readBooked(root)?.buyer.cui).toBe(code)
})
