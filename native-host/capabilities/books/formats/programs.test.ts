import { expect, test } from 'vitest'
import {
  CREDIT_NOTE,
  IN_EURO,
  MANY_RATES,
  PLAIN,
  STORNO,
} from '../../../../shared/documents/booked/odd-invoices.fixture.ts'
import { childrenOf, descend, parseXml, textAt } from '../../../../shared/xml/xml.ts'
import { linesWithVat } from './line-vat.ts'
import { SAGA } from './saga.ts'
import { aTaken, textOf } from './taken.fixture.ts'
import { WINMENTOR } from './winmentor.ts'

test('W-03: SAGA gets a file for each invoice, named by seller, number and date, with the tags of its manual in order', async () => {
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
  // The firm's own code without RO, the partner's as it is written.
  expect(
    ['ClientCIF', 'FurnizorCIF', 'FurnizorNume', 'FacturaData', 'FacturaIndexSPV'].map(name => textAt(head, name)),
  ).toEqual(['14399840', 'RO361757', 'Brânză & Șuncă SRL', '06.10.2026', '53001'])
  const [line] = childrenOf(descend(root, 'Factura', 'Detalii', 'Continut'), 'Linie')
  expect(line?.children.map(({ name, text }) => `${name}=${text}`)).toEqual([
    ...['LinieNrCrt=1', 'Descriere=Cașcaval', 'UM=BUC', 'Cantitate=-2', 'Pret=25', 'Valoare=-50.00', 'ProcTVA=21'],
    'TVA=-10.50',
  ])
})

test('W-03: dates of SAGA are a setting, because its manual does not say how they are written', async () => {
  const [file] = await SAGA.files([aTaken(IN_EURO)], 'yyyy-mm-dd')
  expect(file?.name).toBe('F_361757_EX-9_2026-10-08.xml')
  const head = descend(parseXml(textOf(file ? [file] : [], file?.name ?? '')), 'Factura', 'Antet')
  expect(['FacturaData', 'FacturaMoneda', 'FacturaTVAIncasare'].map(name => textAt(head, name))).toEqual([
    '2026-10-08',
    'EUR',
    'Da',
  ])
})

test('W-03: the VAT of the lines adds up to the VAT of the invoice, whatever rounding leaves', () => {
  const line = { name: 'Bec', quantity: '1', price: '0.33', amount: '0.33', category: 'S', percent: '21' }
  const { invoice } = aTaken({
    ...PLAIN,
    vat: [{ category: 'S', percent: '21', base: '0.99', vat: '0.20' }],
    lines: [line, line, line],
  })
  expect(linesWithVat(invoice).map(({ vat }) => vat)).toEqual(['0.06', '0.07', '0.07'])
})

test('W-03: WinMENTOR gets a package for each month and side, with the partners and articles beside it', async () => {
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

test('W-03: a sale for WinMENTOR has its series apart, and reverse charge is said', async () => {
  const files = await WINMENTOR.files([aTaken({ ...MANY_RATES, number: 'AA 0017' }, 'sale')], 'dd.mm.yyyy')
  const lines = textOf(files, '361757_2026-10_iesiri.txt').split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['Tipdocument=FACTURA IESIRE', 'NrDoc=0017', 'SerieCarnet=AA', 'CodClient=RO14399840', 'TaxareInversa=D'],
      'TotalArticole=5',
    ]),
  )
})

test('W-03: what a program needs and the invoice lacks leaves the invoice out, and is named', () => {
  const { taxCurrency: _taxCurrency, vatInTaxCurrency: _vat, ...withoutRate } = IN_EURO
  expect(() => WINMENTOR.check?.(aTaken(withoutRate))).toThrow(
    expect.objectContaining({ reason: 'book-fact-missing', params: { number: 'EX 9', what: 'cursul valutar' } }),
  )
  expect(() => SAGA.check?.(aTaken({ ...PLAIN, lines: [] }))).toThrow(
    expect.objectContaining({ reason: 'book-fact-missing' }),
  )
})
