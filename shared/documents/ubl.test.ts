import { describe, expect, test } from 'vitest'
import { readInvoice } from './invoice.ts'
import { summarize } from './summary.ts'
import { readErrorsFile } from './ubl.ts'

const INVOICE = `<?xml version="1.0" encoding="UTF-8"?>
<ubl:Invoice xmlns:ubl="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <b:ID>0042</b:ID>
  <b:IssueDate>2026-11-20+02:00</b:IssueDate>
  <b:DueDate>2026-12-20</b:DueDate>
  <b:Note>Prima</b:Note>
  <b:Note><![CDATA[a doua <notă>]]></b:Note>
  <b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>
  <cac:AdditionalDocumentReference><b:ID>1</b:ID><cac:Attachment>
    <b:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="anexa.pdf">AAAA</b:EmbeddedDocumentBinaryObject>
  </cac:Attachment></cac:AdditionalDocumentReference>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyName><b:Name>Marca</b:Name></cac:PartyName>
    <cac:PostalAddress><b:StreetName>Str. Lungă 1</b:StreetName><b:CityName>Brașov</b:CityName>
      <cac:Country><b:IdentificationCode>RO</b:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><b:CompanyID>RO14399840</b:CompanyID></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><b:RegistrationName>ŞTEFAN &amp; FIII S.R.L.</b:RegistrationName>
      <b:CompanyID>J08/12/1998</b:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyLegalEntity><b:RegistrationName>Cump&#259;r&#x103;tor SA</b:RegistrationName>
      <b:CompanyID>1234567897</b:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal><b:TaxAmount currencyID="RON">95.00</b:TaxAmount></cac:TaxTotal>
  <cac:TaxTotal><b:TaxAmount currencyID="EUR">19.00</b:TaxAmount><cac:TaxSubtotal>
    <b:TaxableAmount currencyID="EUR">100.00</b:TaxableAmount><b:TaxAmount currencyID="EUR">19.00</b:TaxAmount>
    <cac:TaxCategory><b:ID>S</b:ID><b:Percent>19.00</b:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal><b:TaxExclusiveAmount currencyID="EUR">100.00</b:TaxExclusiveAmount>
    <b:TaxInclusiveAmount currencyID="EUR">119.00</b:TaxInclusiveAmount>
    <b:PayableAmount currencyID="EUR">119.10</b:PayableAmount></cac:LegalMonetaryTotal>
  <cac:InvoiceLine><b:ID>1</b:ID><b:InvoicedQuantity unitCode="H87">2.500</b:InvoicedQuantity>
    <b:LineExtensionAmount currencyID="EUR">100.00</b:LineExtensionAmount>
    <cac:Item><b:Name>Cafea</b:Name><cac:ClassifiedTaxCategory><b:Percent>19.00</b:Percent></cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price><b:PriceAmount currencyID="EUR">40.00</b:PriceAmount></cac:Price></cac:InvoiceLine>
</ubl:Invoice>`

describe('an invoice', () => {
  test('names a county of Romania in words; its country stands apart', () => {
    const address = (county: string, country: string) =>
      readInvoice(
        INVOICE.replace('<cac:Country>', `<b:CountrySubentity>${county}</b:CountrySubentity><cac:Country>`).replace(
          '>RO</b:IdentificationCode>',
          `>${country}</b:IdentificationCode>`,
        ),
      )?.seller.address
    expect(address('RO-BV', 'RO')).toBe('Str. Lungă 1, Brașov, jud. Brașov')
    expect(address('DE-BY', 'DE')).toBe('Str. Lungă 1, Brașov, DE-BY')
  })

  test('is read by local names, its numbers as they were written', () => {
    expect(readInvoice(INVOICE)).toMatchObject({
      type: 'invoice',
      number: '0042',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      currency: 'EUR',
      note: 'Prima\na doua <notă>',
      seller: {
        name: 'ŞTEFAN & FIII S.R.L.',
        cui: '14399840',
        registration: 'J08/12/1998',
        address: 'Str. Lungă 1, Brașov',
        country: 'RO',
      },
      buyer: { name: 'Cumpărător SA', cui: '1234567897', registration: null, address: null },
      lines: [
        {
          id: '1',
          name: 'Cafea',
          quantity: '2.500',
          unit: 'H87',
          price: '40.00',
          amount: '100.00',
          vatPercent: '19.00',
        },
      ],
      vat: [{ category: 'S', percent: '19.00', base: '100.00', amount: '19.00' }],
      totals: { net: '100.00', vat: '19.00', gross: '119.00', payable: '119.10' },
      attachments: [{ name: 'anexa.pdf', mediaType: 'application/pdf' }],
    })
  })

  test('has a summary for lists', () => {
    const document = readInvoice(INVOICE)
    expect(document && summarize(document)).toEqual({
      number: '0042',
      issueDate: '2026-11-20',
      sellerName: 'ŞTEFAN & FIII S.R.L.',
      sellerCui: '14399840',
      buyerName: 'Cumpărător SA',
      buyerCui: '1234567897',
      grossAmount: '119.00',
      payableAmount: '119.10',
      currency: 'EUR',
      type: 'invoice',
      attachments: 1,
    })
  })

  test('is read in the encoding that it comes in', () => {
    const seller = (bytes: Uint8Array) => readInvoice(bytes)?.seller.name
    const utf8 = new TextEncoder().encode(INVOICE)
    expect(seller(utf8)).toBe('ŞTEFAN & FIII S.R.L.')
    expect(seller(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8))).toBe('ŞTEFAN & FIII S.R.L.')
    expect(seller(Buffer.from(`\ufeff${INVOICE}`, 'utf16le'))).toBe('ŞTEFAN & FIII S.R.L.')
    // 0xaa is Ş in ISO-8859-2
    const latin2 = Buffer.from(INVOICE.replace('UTF-8', 'iso-8859-2').replace('ŞTEFAN', '\xaaTEFAN'), 'latin1')
    expect(seller(latin2)).toBe('ŞTEFAN & FIII S.R.L.')
    expect(seller(new TextEncoder().encode(INVOICE.replace('UTF-8', 'x-nobody')))).toBe('ŞTEFAN & FIII S.R.L.')
  })
})

test('a credit note is read with its own lines and due date', () => {
  const document =
    readInvoice(`<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2" xmlns:c="x">
    <c:ID>CN-1</c:ID><c:PaymentMeans><c:PaymentDueDate>2026-01-02</c:PaymentDueDate></c:PaymentMeans>
    <c:CreditNoteLine><c:ID>7</c:ID><c:CreditedQuantity unitCode="C62">1</c:CreditedQuantity></c:CreditNoteLine></CreditNote>`)
  expect(document?.type).toBe('credit-note')
  expect(document?.dueDate).toBe('2026-01-02')
  expect(document?.lines[0]).toMatchObject({ id: '7', quantity: '1', unit: 'C62', name: '' })
})

test('anything but an invoice is undefined', () => {
  for (const text of [
    '',
    'not xml',
    '<html><body>x</body></html>',
    '<Invoice/>',
    '<Invoice><ID>',
    '<__proto__/>',
    '{}',
  ])
    expect(readInvoice(text)).toBeUndefined()
  expect(readInvoice(new Uint8Array([0, 1, 2, 255]))).toBeUndefined()
  expect(readInvoice('<a>'.repeat(100_000))).toBeUndefined()
})

test('a document that defines entities is not read', () => {
  const laughs = `<!DOCTYPE Invoice [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><Invoice><ID>&b;</ID></Invoice>`
  expect(readInvoice(laughs)).toBeUndefined()
  expect(readInvoice(`<!DOCTYPE Invoice SYSTEM "file:///etc/passwd"><Invoice><ID>1</ID></Invoice>`)).toBeUndefined()
})

test('many character references are no attack', () => {
  const document = readInvoice(`<Invoice><ID>1</ID><Note>${'&amp;&#537;'.repeat(20_000)}</Note></Invoice>`)
  expect(document?.note).toBe('&ș'.repeat(20_000))
})

test('an errors file gives its findings, line breaks inside kept', () => {
  const file = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r
<header Index_incarcare="5001120362" Cif_emitent="8000000000" xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1">\r
    <Error errorMessage="E: validari globale&#xA; eroare regula BR-CO-10"/>\r
    <Error errorMessage="S: a doua"/>\r
</header>`
  expect(readErrorsFile(file)).toEqual(['E: validari globale\n eroare regula BR-CO-10', 'S: a doua'])
  expect(readErrorsFile(new TextEncoder().encode(file))).toHaveLength(2)
  expect(readErrorsFile(INVOICE)).toEqual([])
  expect(readErrorsFile('not xml')).toEqual([])
})
