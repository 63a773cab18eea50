import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  anOddInvoice,
  CREDIT_NOTE,
  IN_EURO,
  MANY_RATES,
  type OddInvoice,
  PLAIN,
  STORNO,
} from '../../../../shared/documents/booked/odd-invoices.fixture.ts'
import { childrenOf, descend, parseXml, textAt } from '../../../../shared/xml/xml.ts'
import { pack } from '../pack.ts'
import { linesWithVat } from './line-vat.ts'
import { SAGA } from './saga.ts'
import { aTaken, textOf } from './taken.fixture.ts'
import { WINMENTOR } from './winmentor.ts'

/** All of it under reverse charge; an empty rate beside it is none. */
const REVERSE_CHARGE: OddInvoice = {
  ...PLAIN,
  vat: [
    { category: 'AE', percent: '0', base: '100.00', vat: '0.00' },
    { category: 'S', percent: '21', base: '0.00', vat: '0.00' },
  ],
  sums: ['100.00', '0.00', '100.00', '100.00'],
  lines: [{ name: 'Deșeuri', quantity: '4', price: '25', amount: '100.00', category: 'AE', percent: '0' }],
}

test('W-03 SAGA gets a file for each invoice, named by seller, number and date, with the tags of its manual in order', async () => {
  const files = await SAGA.files([aTaken(PLAIN), aTaken(STORNO), aTaken(PLAIN, 'purchase', '3002')], 'dd.mm.yyyy')
  expect(files.map(({ name }) => name)).toEqual([
    'F_361757_FCT-1001_05.10.2026.xml',
    'F_361757_FCT-1002_06.10.2026.xml',
    'F_361757_FCT-1001_05.10.2026_2.xml',
  ])
  const root = parseXml(textOf(files, 'F_361757_FCT-1002_06.10.2026.xml'))
  const head = descend(root, 'Factura', 'Antet')
  expect(head?.children.map(({ name }) => name).join(' ')).toBe(
    'FurnizorNume FurnizorCIF FurnizorNrRegCom FurnizorCapital FurnizorTara FurnizorLocalitate FurnizorJudet FurnizorAdresa FurnizorTelefon FurnizorMail FurnizorBanca FurnizorIBAN FurnizorInformatiiSuplimentare ClientNume ClientInformatiiSuplimentare ClientCIF ClientNrRegCom ClientJudet ClientTara ClientLocalitate ClientAdresa ClientBanca ClientIBAN ClientTelefon ClientMail FacturaNumar FacturaData FacturaScadenta FacturaTaxareInversa FacturaTVAIncasare FacturaInformatiiSuplimentare FacturaGreutate FacturaIndexSPV',
  )
  // The firm's own code without RO, the partner's as written.
  expect(
    ['ClientCIF', 'FurnizorCIF', 'FurnizorNume', 'FacturaData', 'FacturaIndexSPV'].map(name => textAt(head, name)),
  ).toEqual(['14399840', 'RO361757', 'Brânză & Șuncă SRL', '06.10.2026', '53001'])
  const [line] = childrenOf(descend(root, 'Factura', 'Detalii', 'Continut'), 'Linie')
  expect(line?.children.map(({ name, text }) => `${name}=${text}`)).toEqual([
    ...['LinieNrCrt=1', 'Descriere=Cașcaval', 'UM=BUC', 'Cantitate=-2', 'Pret=25.00', 'Valoare=-50.00', 'ProcTVA=21'],
    'TVA=-10.50',
  ])
})

test('W-03 dates of SAGA are a setting, because its manual does not say how they are written', async () => {
  const [file] = await SAGA.files([aTaken(IN_EURO)], 'yyyy-mm-dd')
  expect(file?.name).toBe('F_361757_EX-9_2026-10-08.xml')
  const head = descend(parseXml(textOf(file ? [file] : [], file?.name ?? '')), 'Factura', 'Antet')
  expect(['FacturaData', 'FacturaMoneda', 'FacturaTVAIncasare'].map(name => textAt(head, name))).toEqual([
    '2026-10-08',
    'EUR',
    'Da',
  ])
})

test('W-03 the VAT of the lines adds up to the VAT of the invoice, whatever rounding leaves', () => {
  const line = { name: 'Bec', quantity: '1', price: '0.33', amount: '0.33', category: 'S', percent: '21' }
  const { invoice } = aTaken({
    ...PLAIN,
    vat: [{ category: 'S', percent: '21', base: '0.99', vat: '0.20' }],
    lines: [line, line, line],
  })
  expect(linesWithVat(invoice).map(({ vat }) => vat)).toEqual(['0.06', '0.07', '0.07'])
})

test('W-03 WinMENTOR gets a package for each month and side, with the partners and articles beside it', async () => {
  const files = await WINMENTOR.files([aTaken(PLAIN), aTaken(IN_EURO), aTaken(CREDIT_NOTE)], 'dd.mm.yyyy')
  expect(files.map(({ name }) => name)).toEqual([
    '14399840_2026-10_intrari.txt',
    '14399840_Partner.txt',
    '14399840_Articole.txt',
  ])
  const lines = textOf(files, '14399840_2026-10_intrari.txt').split('\r\n')
  expect(lines.slice(0, 22)).toEqual([
    '[InfoPachet]',
    'AnLucru=2026',
    'LunaLucru=10',
    'TipDocument=FACTURA INTRARE',
    'TotalFacturi=3',
    '',
    '[Factura_1]',
    'NrDoc=FCT-1001',
    'ClasificareSAFT=380',
    'IDdescarcare=3001',
    'Data=05.10.2026',
    'CodFurnizor=RO361757',
    'TVAINCASARE=N',
    'Scadenta=05.11.2026',
    'Majorari=0',
    'Observatii=',
    'TotalArticole=1',
    '[Items_1]',
    expect.stringMatching(/^Item_1=R[0-9A-F]{11};BUC;4;25\.00;;;;;;;$/),
    'Item_1_TVA=21.00',
    '',
    '[Factura_2]',
  ])
  expect(lines).toEqual(expect.arrayContaining(['Moneda=EUR', 'Curs=5.0850', 'TVAINCASARE=D', 'ClasificareSAFT=381']))
  expect(textOf(files, '14399840_Partner.txt')).toContain('[ParteneriNoi_RO361757]\r\nDenumire=Branza & Sunca SRL')
  expect(textOf(files, '14399840_Articole.txt')).toMatch(
    /\[ArticoleNoi_R[0-9A-F]{11}\]\r\nDenumire=Cascaval afumat\r\nProcTVA=21/,
  )
})

test('W-03 a sale for WinMENTOR has its series apart, and reverse charge is said', async () => {
  const files = await WINMENTOR.files([aTaken({ ...REVERSE_CHARGE, number: 'AA 0017' }, 'sale')], 'dd.mm.yyyy')
  const lines = textOf(files, '361757_2026-10_iesiri.txt').split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['Tipdocument=FACTURA IESIRE', 'NrDoc=0017', 'SerieCarnet=AA', 'CodClient=RO14399840', 'TaxareInversa=D'],
      'TotalArticole=1',
    ]),
  )
})

test('W-03 what a program needs and the invoice lacks leaves the invoice out, and is named', () => {
  const { taxCurrency: _taxCurrency, vatInTaxCurrency: _vat, ...withoutRate } = IN_EURO
  expect(() => WINMENTOR.check?.(aTaken(withoutRate))).toThrow(
    expect.objectContaining({ reason: 'book-fact-missing', params: { number: 'EX 9', what: 'cursul valutar' } }),
  )
  expect(() => SAGA.check?.(aTaken({ ...PLAIN, lines: [] }))).toThrow(
    expect.objectContaining({ reason: 'book-fact-missing' }),
  )
})

test('W-03 names of SAGA files differ on disks that know no case', async () => {
  const files = await SAGA.files([aTaken({ ...PLAIN, number: 'a1' }), aTaken({ ...PLAIN, number: 'A1' })], 'dd.mm.yyyy')
  expect(files.map(({ name }) => name)).toEqual(['F_361757_a1_05.10.2026.xml', 'F_361757_A1_05.10.2026_2.xml'])
})

test('W-03 VAT whose rate no line has leaves the invoice out of programs, and is named', () => {
  const other = aTaken({ ...PLAIN, vat: [{ category: 'S', percent: '19', base: '100.00', vat: '19.00' }] })
  for (const format of [SAGA, WINMENTOR])
    expect(() => format.check?.(other)).toThrow(
      expect.objectContaining({
        reason: 'book-fact-missing',
        params: { number: 'FCT-1001', what: 'cota TVA a liniilor' },
      }),
    )
})

test('W-03 no text of an invoice becomes another field or section of WinMENTOR', async () => {
  const { invoice, ...rest } = aTaken(PLAIN)
  const [line] = invoice.lines
  if (!line) throw new Error('no line')
  const lines = [
    { ...line, sellerCode: 'A\uff1b1]\n[X', unit: 'B\uff1bC', quantity: '0', price: '1;2' },
    { ...line, sellerCode: 'Ж' },
    { ...line, sellerCode: 'Ф' },
  ]
  const seller = { ...invoice.seller, country: 'D\nE', name: 'Иван – „Łódź” €' }
  const files = await WINMENTOR.files([{ ...rest, invoice: { ...invoice, seller, lines } }], 'dd.mm.yyyy')
  const items = textOf(files, '14399840_2026-10_intrari.txt').match(/^Item_\d=.*$/gm) ?? []
  expect(items.map(item => item.split(';').length)).toEqual([11, 11, 11])
  expect(items[0]).toMatch(/^Item_1=361757-A 1\) \(X;B C;0;1 2;/)
  // Codes without any ASCII letter stay distinct.
  expect(new Set(items.map(item => item.split(/[=;]/)[1])).size).toBe(3)
  expect(textOf(files, '14399840_Articole.txt').match(/^\[.*$/gm)).toEqual([
    '[InfoPachet]',
    '[ArticoleNoi_361757-A 1) (X]',
    expect.stringMatching(/^\[ArticoleNoi_R[0-9A-F]{11}\]$/),
    expect.stringMatching(/^\[ArticoleNoi_R[0-9A-F]{11}\]$/),
  ])
  // Letters that ASCII lacks are marked instead of vanishing.
  expect(textOf(files, '14399840_Partner.txt')).toContain('Denumire=???? - "?odz" ?')
})

test('W-03 two suppliers’ articles of one code, and two persons without a code, stay apart in WinMENTOR', async () => {
  const other = { name: 'Alta SRL', vatId: 'RO14399840' }
  const coded = (taken: ReturnType<typeof aTaken>, name: string) => ({
    ...taken,
    invoice: { ...taken.invoice, lines: taken.invoice.lines.map(line => ({ ...line, name, sellerCode: '001' })) },
  })
  const purchases = [coded(aTaken(PLAIN), 'Bere'), coded(aTaken({ ...PLAIN, seller: other }), 'Vopsea')]
  const bought = await WINMENTOR.files(purchases, 'dd.mm.yyyy')
  expect(textOf(bought, '14399840_Articole.txt').match(/^(\[A|Den).*$/gm)).toEqual([
    '[ArticoleNoi_361757-001]',
    'Denumire=Bere',
    '[ArticoleNoi_14399840-001]',
    'Denumire=Vopsea',
  ])
  const person = (name: string) => aTaken({ ...PLAIN, buyer: { name, vatId: '0000000000000' } }, 'sale')
  const sold = await WINMENTOR.files([person('Ana Pop'), person('Ion Pop')], 'dd.mm.yyyy')
  expect(textOf(sold, '361757_Partner.txt').match(/^(\[P|Den|CodF|Pers).*$/gm)).toEqual([
    '[ParteneriNoi_Ana Pop]',
    'Denumire=Ana Pop',
    'CodFiscal=',
    'PersoanaFizica=Da',
    '[ParteneriNoi_Ion Pop]',
    'Denumire=Ion Pop',
    'CodFiscal=',
    'PersoanaFizica=Da',
  ])
})

test('W-03 a storno that is typed as an invoice is a storno to WinMENTOR, and other kinds keep their own class', async () => {
  const kinds = [
    STORNO,
    PLAIN,
    { ...PLAIN, typeCode: '384' },
    { ...PLAIN, typeCode: '389' },
    { ...PLAIN, typeCode: '751' },
  ]
  const files = await WINMENTOR.files(
    kinds.map(kind => aTaken(kind)),
    'dd.mm.yyyy',
  )
  const text = textOf(files, '14399840_2026-10_intrari.txt')
  expect(text.match(/(?<=ClasificareSAFT=)\d+/g)).toEqual(['381', '380', '384', '389'])
})

test('W-03 SAGA is told of reverse charge and of VAT on payment', async () => {
  const kinds = [PLAIN, REVERSE_CHARGE, IN_EURO].map(kind => aTaken(kind))
  const files = await SAGA.files(kinds, 'dd.mm.yyyy')
  const facts = files.map(({ bytes }) => {
    const head = descend(parseXml(bytes), 'Factura', 'Antet')
    return ['FacturaTaxareInversa', 'FacturaTVAIncasare'].map(name => textAt(head, name))
  })
  expect(facts).toEqual([
    ['Nu', 'Nu'],
    ['Da', 'Nu'],
    ['Nu', 'Da'],
  ])
})

test('W-03 an invoice with reverse charge on some lines only is left out where a program knows it of whole invoices', () => {
  const refused = expect.objectContaining({ reason: 'book-reverse-charge', params: { number: 'M/12' } })
  for (const side of ['purchase', 'sale'] as const)
    expect(() => SAGA.check?.(aTaken(MANY_RATES, side))).toThrow(refused)
  expect(() => WINMENTOR.check?.(aTaken(MANY_RATES, 'sale'))).toThrow(refused)
  // WinMENTOR is not told of a purchase's.
  expect(() => WINMENTOR.check?.(aTaken(MANY_RATES))).not.toThrow()
  for (const format of [SAGA, WINMENTOR]) {
    expect(() => format.check?.(aTaken(REVERSE_CHARGE, 'sale'))).not.toThrow()
    expect(() => format.check?.(aTaken(PLAIN, 'sale'))).not.toThrow()
  }
})

/** An invoice in euro: this base without VAT, and a base with VAT, of which the VAT is stated in lei, too. */
const inEuro = (exempt: number, [base, percent, vat, inLei]: [number, number, number, string]) => {
  const net = (exempt + base).toFixed(2)
  const gross = (exempt + base + vat).toFixed(2)
  return aTaken({
    ...IN_EURO,
    vatInTaxCurrency: inLei,
    vat: [
      { category: 'S', percent: String(percent), base: base.toFixed(2), vat: vat.toFixed(2) },
      ...(exempt === 0 ? [] : [{ category: 'E', percent: '0', base: exempt.toFixed(2), vat: '0.00' }]),
    ],
    sums: [net, vat.toFixed(2), gross, gross],
    lines: [
      {
        name: 'Serviciu',
        quantity: '1',
        price: String(base),
        amount: base.toFixed(2),
        category: 'S',
        percent: String(percent),
      },
      { name: 'Scutit', quantity: '1', price: String(exempt), amount: exempt.toFixed(2), category: 'E', percent: '0' },
    ],
  })
}

test('W-03 a rate from a small VAT, which would move the whole invoice, is none to WinMENTOR', () => {
  // 1.05 / 0.21 is 5.0000, where the rate was 4.9770: 207 lei of 9,001.21 EUR.
  for (const small of [inEuro(9000, [1, 21, 0.21, '1.05']), inEuro(-9000, [1, 21, 0.21, '1.05'])])
    expect(() => WINMENTOR.check?.(small)).toThrow(
      expect.objectContaining({ reason: 'book-fact-missing', params: { number: 'EX 9', what: 'cursul valutar' } }),
    )
  for (const exact of [
    inEuro(0, [1000, 21, 210, '1045.17']),
    inEuro(0, [1000, 11, 110, '547.47']),
    inEuro(0, [1, 21, 0.21, '1.05']),
    inEuro(0, [-1000, 21, -210, '-1045.17']),
    inEuro(500, [1000, 21, 210, '1045.17']),
  ])
    expect(() => WINMENTOR.check?.(exact)).not.toThrow()
})

test('W-03 quantity times price is the amount of every line, whatever discounts it has and whoever gives them back', async () => {
  const given = { reason: 'Fidelitate', category: 'S', percent: '21' }
  const line = { name: 'Cafea', category: 'S', percent: '21' }
  const allowance = { ...given, amount: '-10.00' }
  const charge = anOddInvoice({ ...STORNO, allowance }).replace('>false</cbc:Charge', '>true</cbc:Charge')
  const kinds = [
    { ...STORNO, allowance },
    charge,
    { ...CREDIT_NOTE, allowance: { ...given, amount: '10.00' } },
    MANY_RATES,
    {
      ...PLAIN,
      lines: [
        { ...line, quantity: '2', price: '50', amount: '90.00' },
        { ...line, quantity: '3', price: '50', amount: '100.00' },
        { ...line, quantity: '123.456', price: '0.65432', amount: '80.78' },
      ],
    },
  ].map(kind => aTaken(kind))
  const saga = (await SAGA.files(kinds, 'dd.mm.yyyy')).flatMap(({ bytes }) =>
    childrenOf(descend(parseXml(bytes), 'Factura', 'Detalii', 'Continut'), 'Linie').map(one =>
      ['Cantitate', 'Pret', 'Valoare'].map(name => textAt(one, name)),
    ),
  )
  expect(saga).toHaveLength(14)
  for (const [quantity, price, amount] of saga)
    expect([quantity, price, (Number(quantity) * Number(price)).toFixed(2)]).toEqual([quantity, price, amount])
  // What is given back of a discount is one more, not one less at a negative price.
  expect(saga[1]).toEqual(['1', '10.00', '10.00'])
  // The invoice's own price stays where it gives the amount.
  expect(saga.at(-1)).toEqual(['123.456', '0.65432', '80.78'])
  const files = await WINMENTOR.files(kinds, 'dd.mm.yyyy')
  const items = textOf(files, '14399840_2026-10_intrari.txt').match(/(?<=^Item_\d=).*$/gm) ?? []
  expect(items.map(item => item.split(';').slice(2, 4)).toSorted()).toEqual(
    saga.map(([quantity, price]) => [quantity, price]).toSorted(),
  )
})

test('W-03 SAGA gets a folder for each of several companies, also of those that sell to each other', async () => {
  const taken = [aTaken(PLAIN, 'sale'), aTaken(PLAIN, 'purchase', '3002'), aTaken(STORNO, 'purchase', '3003')]
  const packed = pack(await SAGA.files(taken, 'dd.mm.yyyy'), 'saga.zip')
  expect(Object.keys(unzipSync(packed.bytes))).toEqual([
    '361757/F_361757_FCT-1001_05.10.2026.xml',
    '14399840/F_361757_FCT-1001_05.10.2026.xml',
    '14399840/F_361757_FCT-1002_06.10.2026.xml',
  ])
})
