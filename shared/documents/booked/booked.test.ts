import { expect, test } from 'vitest'
import { parseXml } from '../../xml/xml.ts'
import { readInvoice } from '../invoice.ts'
import {
  A_CII,
  anOddInvoice,
  CREDIT_NOTE,
  IN_EURO,
  MANY_RATES,
  type OddInvoice,
  PLAIN,
  STORNO,
} from './odd-invoices.fixture.ts'
import { readBooked } from './read-booked.ts'

const booked = (xml: string) => {
  const root = parseXml(xml)
  const invoice = root && readBooked(root)
  if (!invoice) throw new Error('no invoice')
  return invoice
}
const odd = (invoice: OddInvoice) => booked(anOddInvoice(invoice))
const sums = ({ net, totalVat, gross, payable }: ReturnType<typeof booked>) => [net, totalVat, gross, payable]

test('W-03 a storno typed as an invoice keeps its minus, and a credit note gets one', () => {
  expect(sums(odd(STORNO))).toEqual(['-50.00', '-10.50', '-60.50', '-60.50'])
  expect(odd(STORNO).lines[0]).toMatchObject({ quantity: '-2', price: '25', amount: '-50.00' })
  expect(sums(odd(CREDIT_NOTE))).toEqual(['-20.00', '-2.20', '-22.20', '-22.20'])
  expect(odd(CREDIT_NOTE)).toMatchObject({
    typeCode: '381',
    vat: [{ percent: '11', base: '-20.00', vat: '-2.20' }],
    lines: [{ quantity: '-10', price: '2', amount: '-20.00' }],
  })
})

test('W-03 a credit note that its seller wrote with a minus is one minus in the books', () => {
  const [vat, amounts] = [
    [{ category: 'S', percent: '11', base: '-20.00', vat: '-2.20' }],
    ['-20.00', '-2.20', '-22.20', '-22.20'],
  ]
  const lines = [{ name: 'Pâine', quantity: '-10', price: '2', amount: '-20.00', category: 'S', percent: '11' }]
  expect(odd({ ...CREDIT_NOTE, vat, sums: amounts as OddInvoice['sums'], lines })).toEqual(odd(CREDIT_NOTE))
})

test('W-03 rates are one row each: "not subject to VAT" is one group with or without a rate, 21.00 is 21', () => {
  expect(odd(PLAIN).vat).toEqual([{ category: 'S', percent: '21', base: '100.00', vat: '21.00' }])
  expect(odd(MANY_RATES).vat.map(({ category, percent, base }) => [category, percent, base])).toEqual([
    ['S', '21', '90.00'],
    ['AE', '0', '40.00'],
    ['O', null, '12.00'],
    ['E', '0', '3.00'],
  ])
})

test('W-03 a discount of the whole document is a last line, so that the lines add up to the base', () => {
  const { lines, net } = odd(MANY_RATES)
  expect(lines.at(-1)).toMatchObject({ name: 'Fidelitate', amount: '-10.00', category: 'S', percent: '21' })
  const total = lines.reduce((sum, { amount }) => sum + Number(amount), 0)
  expect(total).toBe(Number(net))
})

test('W-03 a discount that is given back is one more, as a charge is, and a charge given back one less', () => {
  const allowance = { amount: '-10.00', reason: 'Fidelitate', category: 'S', percent: '21' }
  const discount = anOddInvoice({ ...STORNO, allowance })
  expect(booked(discount).lines.at(-1)).toMatchObject({ quantity: '1', amount: '10.00' })
  const charge = discount.replace('>false</cbc:ChargeIndicator>', '>true</cbc:ChargeIndicator>')
  expect(booked(charge).lines.at(-1)).toMatchObject({ quantity: '-1', amount: '-10.00' })
})

test('W-03 a second currency is kept with its VAT; one that equals the first is none', () => {
  expect(odd(IN_EURO)).toMatchObject({
    currency: 'EUR',
    vatCurrency: 'RON',
    vatInCurrency: '213.57',
    vatOnPayment: true,
  })
  expect(odd(MANY_RATES)).toMatchObject({ vatCurrency: null, vatInCurrency: null, vatOnPayment: false })
})

test('W-03 a cross-industry invoice is booked as a UBL one is', () => {
  expect(booked(A_CII)).toMatchObject({
    number: 'CII-5',
    issueDate: '2026-10-10',
    seller: { name: 'Vinuri SA', cui: '361757', vatId: 'RO361757' },
    gross: '-24.20',
    vat: [{ category: 'S', percent: '21', base: '-20.00', vat: '-4.20' }],
    lines: [{ name: 'Vin', sellerCode: 'A1', unit: 'LTR', quantity: '-2', amount: '-20.00' }],
  })
})

test('W-03 an amount that is no number is named with its invoice', () => {
  const xml = anOddInvoice({ ...PLAIN, sums: ['100.00', '21.00', '1.2e2', '121.00'] })
  expect(() => booked(xml)).toThrow(
    expect.objectContaining({ reason: 'book-amount-unreadable', params: { number: 'FCT-1001', value: '1.2e2' } }),
  )
})

test('W-03 a storno is turned round where the lists turn it round, whatever its type code and sign are', () => {
  const gross = (xml: string) => booked(xml).gross
  // An invoice's syntax with the code of a credit note: negative already, or positive.
  expect(odd({ ...STORNO, typeCode: '381' }).gross).toBe('-60.50')
  expect(odd({ ...PLAIN, typeCode: '381' }).gross).toBe('-121.00')
  expect(gross(A_CII.replace('<ram:TypeCode>381<', '<ram:TypeCode>261<'))).toBe('-24.20')
  expect(gross(A_CII.replace('<ram:TypeCode>381<', '<ram:TypeCode>380<'))).toBe('24.20')
})

test('W-03 a charge is a charge in both spellings of true', () => {
  const charged = anOddInvoice(MANY_RATES).replace('>false</cbc:ChargeIndicator>', '>1</cbc:ChargeIndicator>')
  expect(booked(charged).lines.at(-1)).toMatchObject({ amount: '10.00', quantity: '1' })
})

test('W-03 of two totals in one currency, the one with the rates is booked', () => {
  const bare = '<cac:TaxTotal><cbc:TaxAmount currencyID="RON">21.00</cbc:TaxAmount></cac:TaxTotal>'
  expect(booked(anOddInvoice(PLAIN).replace('<cac:TaxTotal>', `${bare}<cac:TaxTotal>`)).vat).toHaveLength(1)
})

test('W-03 a price for a hundred is a price of one in the books', () => {
  const per = '</cbc:PriceAmount><cbc:BaseQuantity unitCode="H87">100</cbc:BaseQuantity>'
  expect(booked(anOddInvoice(PLAIN).replace('</cbc:PriceAmount>', per)).lines[0]?.price).toBe('0.25')
  const cii = A_CII.replace('</ram:ChargeAmount>', '</ram:ChargeAmount><ram:BasisQuantity>100</ram:BasisQuantity>')
  expect(booked(cii).lines[0]?.price).toBe('0.1')
})

test('W-03 a line without a VAT category has the only one of its invoice', () => {
  const [line = { name: '', quantity: '', price: '', amount: '', category: '' }] = PLAIN.lines ?? []
  const bare = anOddInvoice({ ...PLAIN, lines: [line] }).replace(
    /<cac:ClassifiedTaxCategory>[\s\S]*?<\/cac:ClassifiedTaxCategory>/,
    '',
  )
  expect(booked(bare).lines[0]).toMatchObject({ category: 'S', percent: '21' })
})

test('W-03 the VAT of a credit note in the second currency has its sign too', () => {
  expect(odd({ ...IN_EURO, root: 'CreditNote' })).toMatchObject({ totalVat: '-42.00', vatInCurrency: '-213.57' })
})

test('W-03 a partner has one fiscal code in lists and in the books, with the letters that its document writes', () => {
  const seller = (taxIds: readonly string[], legalId?: string) => {
    const tax = taxIds.map(id => `<cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID></cac:PartyTaxScheme>`)
    const legal = legalId === undefined ? '' : `<cbc:CompanyID>${legalId}</cbc:CompanyID>`
    const xml = anOddInvoice(PLAIN)
      .replace(/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/, tax.join(''))
      .replace('</cac:PartyLegalEntity>', `${legal}$&`)
    const { cui, vatId } = booked(xml).seller
    return [cui, vatId]
  }
  expect(seller(['RO361757'], '361757')).toEqual(['361757', 'RO361757'])
  // What stands in place of the VAT number that a seller does not have is no code.
  for (const none of ['-', 'Neplatitor TVA (art. 310)']) expect(seller([none], '361757')).toEqual(['361757', '361757'])
  expect(seller([], 'RO361757')).toEqual(['361757', 'RO361757'])
  expect(seller(['361757', 'RO361757'])).toEqual(['361757', 'RO361757'])
  for (const labelled of ['CIF RO361757', 'Cod fiscal: RO361757'])
    expect(seller([labelled])).toEqual(['361757', 'RO361757'])
  // Beside a tax number of a country far away, the number in its register is no CUI.
  for (const [taxId, legalId] of [
    ['US123456789', '361757'],
    ['CN91310000', '8609468'],
  ] as const)
    expect(seller([taxId], legalId)).toEqual([taxId, taxId])
  expect(seller(['2011234', 'ATU12345678'])).toEqual(['ATU12345678', 'ATU12345678'])
  expect(seller(['-'], 'J40/1/2026')).toEqual(['-', '-'])
})

test('W-03 a cross-industry invoice has in the books the VAT and the due date that its sheet shows', () => {
  const terms = `<ram:SpecifiedTradePaymentTerms><ram:Description>2 % în 10 zile</ram:Description></ram:SpecifiedTradePaymentTerms>
    <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20261110</udt:DateTimeString>
    </ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>`
  const inEuro = A_CII.replace('>RON</ram:InvoiceCurrencyCode>', '>EUR</ram:InvoiceCurrencyCode>')
    .replace('<ram:ApplicableHeaderTradeSettlement>', '$&<ram:TaxCurrencyCode>RON</ram:TaxCurrencyCode>')
    .replace('<ram:SpecifiedTradeSettlementHeaderMonetarySummation>', `${terms}$&`)
    // The VAT in lei comes first, and that in the document's currency names none.
    .replace('currencyID="RON">4.20', 'currencyID="RON">21.36</ram:TaxTotalAmount><ram:TaxTotalAmount>4.20')
  expect(booked(inEuro)).toMatchObject({ totalVat: '-4.20', vatInCurrency: '-21.36', dueDate: '2026-11-10' })
  expect(readInvoice(inEuro)).toMatchObject({
    totals: { vat: '4.20', vatInTaxCurrency: '21.36' },
    dueDate: '2026-11-10',
  })
})

test('W-03 of several ways to pay, the account and the due date count that one of them names', () => {
  const cash = '<cac:PaymentMeans><cbc:PaymentMeansCode>10</cbc:PaymentMeansCode></cac:PaymentMeans>'
  const transfer = `<cac:PaymentMeans><cbc:PaymentMeansCode>42</cbc:PaymentMeansCode>
    <cbc:PaymentDueDate>2026-11-20</cbc:PaymentDueDate><cac:PayeeFinancialAccount>
    <cbc:ID>RO49 AAAA 1B31 0075 9384 0000</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>`
  const paid = { iban: 'RO49AAAA1B31007593840000', dueDate: '2026-11-20' }
  const note = anOddInvoice(CREDIT_NOTE)
    .replace('<cbc:DueDate>2026-11-05</cbc:DueDate>', '')
    .replace('<cac:TaxTotal>', `${cash}${transfer}$&`)
  expect(booked(note)).toMatchObject(paid)
  expect(readInvoice(note)).toMatchObject({ dueDate: paid.dueDate, unread: [] })
  const means = (code: string, account: string) =>
    `<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>${code}</ram:TypeCode>${account}</ram:SpecifiedTradeSettlementPaymentMeans>`
  const account = (name: string) =>
    `<ram:PayeePartyCreditorFinancialAccount><ram:${name}>${paid.iban}</ram:${name}></ram:PayeePartyCreditorFinancialAccount>`
  for (const name of ['IBANID', 'ProprietaryID']) {
    const both = means('10', '') + means('42', account(name))
    const cii = A_CII.replace('<ram:ApplicableTradeTax><ram:Calc', `${both}$&`)
    expect(booked(cii).iban).toBe(paid.iban)
  }
})
