import { describe, expect, test } from 'vitest'
import { FACT_KINDS } from '../documents/facts.ts'
import { readInvoice } from '../documents/invoice.ts'
import { amount, anOddInvoice, line, party, type Shape, subtotal, taxTotal } from '../documents/odd-invoices.fixture.ts'
import type { Locale } from '../errors/codes.ts'
import { labelsOf } from './fact-row.ts'
import { sheetOf } from './sheet.ts'
import { unitWord } from './units.ts'

function sheet(shape: Shape = {}, locale: Locale = 'ro') {
  const document = readInvoice(anOddInvoice(shape))
  if (!document) throw new Error('it was not read')
  return sheetOf(document, locale)
}

test('U-11 a sheet shows parties, lines, VAT by rate and totals in the reader’s language', () => {
  expect(sheet()).toMatchObject({
    title: 'Factură FCT-7',
    storno: null,
    facts: [
      { label: 'Data emiterii', text: '20.11.2026' },
      { label: 'Monedă', text: 'RON' },
    ],
    parties: [
      { role: 'Furnizor', name: 'Alfa SRL', cui: '14399840' },
      { role: 'Cumpărător', name: 'Beta SA' },
    ],
    lines: [{ name: 'Cafea', quantity: '2 buc', price: '50,00', value: '100,00', vat: '21%', notes: [] }],
    vat: [{ rate: '21%', base: '100,00\u00a0lei', amount: '21,00\u00a0lei' }],
    totals: [
      { label: 'Total fără TVA', text: '100,00\u00a0lei', isPayable: false },
      { label: 'Total cu TVA', text: '121,00\u00a0lei' },
      { label: 'De plată', text: '121,00\u00a0lei', isPayable: true },
    ].toSpliced(1, 0, { label: 'TVA', text: '21,00\u00a0lei' }),
    unread: [],
  })
  expect(sheet({}, 'en')).toMatchObject({ title: 'Invoice FCT-7', totals: [{ text: '100.00\u00a0RON' }, {}, {}, {}] })
})

test('U-11 a date that does not exist stands as it is written', () => {
  expect(sheet({ head: '<cbc:DueDate>2026-02-31</cbc:DueDate>' }).facts).toContainEqual({
    label: 'Scadența',
    text: '2026-02-31',
  })
})

test('U-11 a storno says which kind it is, and keeps its signs', () => {
  const negative = sheet({ sums: amount('TaxInclusiveAmount', '-121.00') + amount('PayableAmount', '-121.00') })
  expect(negative.storno).toBe('Storno: sumele acestui document sunt negative.')
  expect(negative.totals.at(-1)?.text).toBe('-121,00\u00a0lei')
  expect(sheet({ root: 'CreditNote' })).toMatchObject({
    title: 'Notă de creditare FCT-7',
    storno: 'Storno: sumele acestui document se scad.',
  })
})

test('U-11 totals stand in both currencies; sums that are zero are left out', () => {
  const { totals } = sheet({
    currency: 'EUR',
    head: '<cbc:TaxCurrencyCode>RON</cbc:TaxCurrencyCode>',
    taxTotals: taxTotal('105.00') + taxTotal('21.00', subtotal('100.00', '21.00', 'S', '21', '', 'EUR'), 'EUR'),
    sums: amount('PrepaidAmount', '0.00', 'EUR') + amount('PayableRoundingAmount', '-0.01', 'EUR'),
  })
  expect(totals.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'TVA: 21,00\u00a0EUR',
    'TVA în moneda de contabilizare: 105,00\u00a0lei',
    'Rotunjire: -0,01\u00a0EUR',
  ])
})

test('U-11 a category without a rate is said in words, with and without a rate of 0', () => {
  const rates = (percent: string | null) =>
    sheet({
      taxTotals: taxTotal('0', ['O', 'AE', 'E', 'K', 'G', 'Z'].map(one => subtotal('1', '0', one, percent)).join('')),
    }).vat.map(({ rate }) => rate)
  expect(rates('0.00')).toEqual(rates(null))
  expect(rates('0')).toEqual([
    'neimpozabil (O)',
    'taxare inversă (AE)',
    'scutit (E)',
    'livrare intracomunitară (K)',
    'export (G)',
    'cotă zero (Z)',
  ])
})

test('U-11 addresses name county, sector and foreign country in words', () => {
  const address = (city: string, county: string, country: string) =>
    sheet({
      seller: party(
        'X',
        'RO14399840',
        `<cac:PostalAddress><cbc:CityName>${city}</cbc:CityName><cbc:CountrySubentity>${county}</cbc:CountrySubentity>
         <cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`,
      ),
    }).parties[0]?.address
  expect(address('Iași', 'RO-IS', 'RO')).toBe('Iași, jud. Iași')
  expect(address('SECTOR2', 'RO-B', 'RO')).toBe('Sector 2, București')
  expect(address('München', 'DE-BY', 'DE')).toBe('München, DE-BY, Germania')
})

test('U-11 an allowance says what for, of what, and its VAT', () => {
  const allowance = `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReason>Fidelitate</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>
    ${amount('Amount', '11.00')}${amount('BaseAmount', '110.00')}<cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent>
    </cac:TaxCategory></cac:AllowanceCharge>`
  expect(sheet({ middle: allowance }).adjustments).toEqual([
    { label: 'Reducere · Fidelitate · 10% din 110,00 · TVA 21%', text: '11,00\u00a0lei' },
  ])
})

test('U-11 codes are words with their code; unknown ones stay', () => {
  const payment = (code: string) =>
    sheet({ middle: `<cac:PaymentMeans><cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode></cac:PaymentMeans>` })
      .sections
  expect(payment('30')).toEqual([{ title: 'Plată', rows: [{ label: 'Mod de plată', text: 'ordin de plată (30)' }] }])
  expect(payment('7')[0]?.rows[0]?.text).toBe('7')
  expect(unitWord('ro', 'E48', '2')).toBe('servicii')
  expect(unitWord('ro', 'Q99', '1')).toBe('Q99')
})

test('U-11 one unit is one, a storno’s too', () => {
  const quantities = (locale: Locale) =>
    sheet(
      {
        lines: ['1', '-1.00', '12', '0.5']
          .map(n => line('Chirie', n, '5', '5').replace(/unitCode="\w+"/, 'unitCode="MON"'))
          .join(''),
      },
      locale,
    ).lines.map(({ quantity }) => quantity)
  expect(quantities('ro')).toEqual(['1 lună', '-1 lună', '12 luni', '0,5 luni'])
  expect(quantities('en')).toEqual(['1 month', '-1 month', '12 months', '0.5 months'])
})

test('U-11 what the XML says besides is shown with its path', () => {
  const { unread } = sheet({ lines: line('X', '1', '1', '1', '<cac:Odd><cbc:Thing>7</cbc:Thing></cac:Odd>') })
  expect(unread).toEqual([{ label: 'InvoiceLine/Odd/Thing', text: '7' }])
})

test.each([
  [1, 'Încă o linie nu încape aici; este în XML și în PDF.', 'Încă un astfel de element este în XML.'],
  [3, 'Încă 3 linii nu încap aici; sunt în XML și în PDF.', 'Încă 3 astfel de elemente sunt în XML.'],
  [1250, 'Încă 1.250 de linii nu încap aici; sunt în XML și în PDF.', 'Încă 1.250 de astfel de elemente sunt în XML.'],
])('U-07 what does not fit is counted as Romanian counts: %s', (n, omitted, moreUnread) => {
  const document = readInvoice(anOddInvoice())
  expect(document && sheetOf({ ...document, omittedLines: n, moreUnread: n }, 'ro')).toMatchObject({
    omitted,
    moreUnread,
  })
})

describe.each(['ro', 'en'] as const)('%s', locale => {
  test('every kind of fact has a label, and no two the same', () => {
    const { facts } = labelsOf(locale)
    expect(Object.keys(facts).toSorted()).toEqual([...FACT_KINDS].toSorted())
    expect(new Set(Object.values(facts)).size).toBe(FACT_KINDS.length)
  })
})
