import { expect, test } from 'vitest'
import { hasValidCheckDigit } from './cui.ts'
import { findCuis, MOST_CUIS } from './cui-finder.ts'

const [ONE, TWO] = ['14399840', '34878414'] as const
const cuisIn = (text: string) => findCuis(text).map(({ cui }) => cui)

test.each([
  'RO 14399840',
  'RO14399840',
  'ro 14399840',
  'CUI: 14.399.840',
  'CUI 14399840',
  'C.U.I.: RO14399840',
  'C.U.I 14 399 840',
  'C.I.F. RO 14399840',
  'CIF:RO14399840',
  'CUI/CIF: RO 14399840',
  'CUI (CIF): 14399840',
  'CUI nr. 14399840',
  'CUI furnizor: 14399840',
  'CUI\t14399840',
  'CUI:\n14399840',
  'CUI:\u00a0RO\u00a014399840',
  'cod fiscal RO14399840',
  'Cod de înregistrare fiscală: 14399840',
  'Codul unic de înregistrare 14399840',
  'VAT no. RO14399840',
  '14399840',
  '  14399840\n',
  '(14399840)',
  '„14399840”',
  '14.399.840',
  '14\u00a0399\u00a0840',
  '0014399840',
  'RO-14399840',
  'CUI 14-399-840',
  'CUI: 14,399,840',
  'CUIRO14399840',
  'Tax ID: 14399840',
  '14\u2009399\u2009840',
  'Factura e de la ACME SRL (14399840), din Cluj.',
  'ACME SRL, CUI 14399840, J40/8302/2001',
  'CUI/CNP: 14399840',
  'CIF / CNP RO14399840',
  'CNP/CUI 14399840',
  'CUI: R014399840',
])('P-08 a CUI as people write it is found in %j', text => {
  expect(findCuis(text)).toEqual([expect.objectContaining({ cui: ONE, hasValidCheckDigit: true })])
})

test('several CUIs in a selection come in its order, each once', () => {
  expect(cuisIn(`${TWO} și RO ${ONE}, apoi CUI ${TWO}`)).toEqual([TWO, ONE])
})

test.each([
  `Nr\tFirmă\tCUI\tData\n1\tACME\t${ONE}\t20.11.2026\n2\tBETA SRL\tRO${TWO}\t2026-11-20`,
  `${ONE}\t${TWO}`,
  `${ONE} ${TWO}`,
  `${ONE},${TWO}`,
  `${ONE};${TWO}`,
  `${ONE}\r\n${TWO}\r\n`,
  `14.399.840\n34.878.414`,
  `CUI\n${ONE}\n${TWO}`,
])('a pasted table or list gives all of its CUIs: %j', text => {
  expect(cuisIn(text)).toEqual([ONE, TWO])
})

test('of a copied table only the column of CUIs is read, whatever else has a valid check digit', () => {
  const rows = [
    ['Nr', 'Firmă', 'CUI', 'Sold'],
    ['19', 'ACME', ONE, '14186770'],
    ['27', 'BETA', `RO ${TWO}`, ''],
  ]
  expect(cuisIn(rows.map(row => row.join('\t')).join('\r\n'))).toEqual([ONE, TWO])
  expect(cuisIn(`CUI furnizor\tTotal\n${ONE}\t14186770\n`)).toEqual([ONE])
})

test('short numbers that count the rows of a list are not CUIs', () => {
  expect(cuisIn(`10\t${ONE}\n19\t${TWO}`)).toEqual([ONE, TWO])
})

test('a phone number in a list is not a CUI, and does not hide the CUI after it', () => {
  for (const text of [`${ONE} 0721434787`, `0721434787 ${ONE}`, `ACME\t0721434787\t${ONE}`])
    expect(cuisIn(text)).toEqual([ONE])
  expect(cuisIn('0721434787')).toEqual([])
})

test('P-08 a labelled or prefixed number with a wrong check digit is kept and flagged', () => {
  for (const text of ['plătit de RO 14399841 ieri', 'CUI: 14399841, Cluj', 'C.I.F. 14.399.841'])
    expect(findCuis(text)).toEqual([expect.objectContaining({ cui: '14399841', hasValidCheckDigit: false })])
})

test('a bare number with a wrong check digit counts when the person selected just that, or a list with right ones', () => {
  expect(findCuis('14399841')).toEqual([expect.objectContaining({ cui: '14399841', hasValidCheckDigit: false })])
  expect(cuisIn('avem 14399841 bucăți')).toEqual([])
  expect(findCuis(`${ONE}\n14399841`).map(each => each.hasValidCheckDigit)).toEqual([true, false])
})

/** Each holds a number with a correct check digit. */
test.each([
  ['a phone number', 'tel. 0214399840 sau 0721 434 787'],
  ['a phone number with the country', '+40 14399840'],
  ['an account', 'RO49 AAAA 1B31 0075 9384 0000'],
  ['an account in one piece', 'cont RO49AAAA1B31007593840000'],
  ['a personal number', 'CNP 1960101143998'],
  ['a date', 'din 20.11.2026 până la 2026-12-31'],
  ['an amount with decimals', 'total 14399840,50 și 14.399.840,00'],
  ['an amount with its currency', '14.399.840 lei, 34878414 RON'],
  ['an amount after its currency', 'EUR 14399840'],
  ['an invoice number', 'factura FCT14399840, FCT-14399840, nr. 14399840, seria 14399840'],
  ['a balance', 'Sold 14399840, total 34878414'],
  ['a document number', 'Nr. document 14399840, OP 34878414'],
  ['an index', 'INTERNT-14399840-2017'],
  ['a registration number', 'J40/14399840/2001'],
  ['another country’s VAT number', 'HU 14399840'],
  ['another country’s VAT number after its label', 'VAT: ATU14399840, VAT no. ESB14399840, CIF: B14399840'],
  ['another country’s VAT number with a gap', 'VAT: ATU 14399840, CHE-123.456.789 MWST, XI 123456789'],
  ['another country’s VAT number with its ending', 'VAT no. NO 123456789 MVA'],
  ['a personal number after a label for either', 'CUI/CNP 1960101143998'],
  ['part of a longer number', '114399840144'],
  ['part of a word', 'x14399840y'],
  ['a number with a unit', '14399840 kg'],
  ['a short number', 'pagina 19 din 27'],
  ['an address of the web', 'firma.ro/14399840'],
])('%s in a text is no CUI', (_, text) => {
  expect(cuisIn(text)).toEqual([])
})

test.each([
  '',
  '   ',
  'abc',
  '1',
  '0',
  '-',
  'RO',
  'CUI:',
  '1960101143998',
  '20.11.2026',
  '12345678901',
  '\u0000',
  '🔎',
])('nothing is found in %j', text => {
  expect(cuisIn(text)).toEqual([])
})

test('an account number beside a CUI does not hide it', () => {
  expect(cuisIn(`RO49AAAA1B31007593840000 CUI ${ONE}`)).toEqual([ONE])
  expect(cuisIn(`CUI ${ONE} IBAN RO49 AAAA 1B31 0075 9384 0000 ${TWO}`)).toEqual([ONE, TWO])
})

test('each number comes with its place in the text', () => {
  const text = `Firma CUI: 14.399.840 și ${TWO}`
  for (const { start, text: written } of findCuis(text)) expect(text.slice(start, start + written.length)).toBe(written)
})

test('a text gives as many companies as one question takes, and a long text takes little time', () => {
  const many = Array.from({ length: 3000 }, (_, n) => String(1_000_000 + n)).filter(hasValidCheckDigit)
  expect(many.length).toBeGreaterThan(MOST_CUIS)
  expect(cuisIn(many.join('\n'))).toEqual(many.slice(0, MOST_CUIS))
  for (const hostile of ['1 '.repeat(400_000), 'CUI '.repeat(200_000), 'RO49AAAA'.repeat(90_000), '1.'.repeat(400_000)])
    expect(cuisIn(hostile).length).toBeLessThanOrEqual(MOST_CUIS)
})
