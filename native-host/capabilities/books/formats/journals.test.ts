import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import {
  A_CII,
  CREDIT_NOTE,
  IN_EURO,
  MANY_RATES,
  type OddInvoice,
  PLAIN,
  STORNO,
} from '../../../../shared/documents/booked/odd-invoices.fixture.ts'
import { CSV } from './journal-csv.ts'
import { COLUMNS, journalRows, rateOf } from './journal-rows.ts'
import { XLSX } from './journal-xlsx.ts'
import { aTaken, textOf } from './taken.fixture.ts'

const PURCHASES = [PLAIN, STORNO, CREDIT_NOTE, IN_EURO, MANY_RATES, A_CII].map((odd, n) =>
  aTaken(odd, 'purchase', String(3001 + n)),
)
const at = (head: string) => COLUMNS.findIndex(column => column.head === head)
const SUMMED = ['Bază', 'TVA', 'Total factură', 'De plată']

test('W-03 a journal has a row for each invoice and rate, and an invoice counts once in its totals', async () => {
  const rows = journalRows(PURCHASES)
  expect(rows.map(({ taken, vat }) => `${taken.invoice.number} ${vat.category} ${vat.base} ${vat.vat}`)).toEqual([
    'FCT-1001 S 100.00 21.00',
    'FCT-1002 S -50.00 -10.50',
    'NC-7 S -20.00 -2.20',
    'EX 9 S 200.00 42.00',
    'M/12 S 90.00 18.90',
    'M/12 AE 40.00 0.00',
    'M/12 O 12.00 0.00',
    'M/12 E 3.00 0.00',
    'CII-5 S -20.00 -4.20',
  ])
  const [file] = await XLSX.files(PURCHASES, 'dd.mm.yyyy')
  const { sheets } = await readXlsx(file?.bytes ?? new Uint8Array())
  const totals = sheets[0]?.rows.slice(-2).map(row => [0, ...SUMMED.map(at)].map(column => row[column]))
  expect(totals).toEqual([
    ['Total RON', 155, 23, 178, 114.1],
    ['Total EUR', 200, 42, 242, 242],
  ])
})

test('W-03 the exchange rate comes from the VAT in both currencies, and is left empty without it', () => {
  expect(PURCHASES.map(({ invoice }) => rateOf(invoice))).toEqual([null, null, null, '5.0850', null, null])
  // A second currency that is not the leu gives no rate of the leu.
  expect(rateOf(aTaken({ ...IN_EURO, taxCurrency: 'USD' }).invoice)).toBeNull()
  expect(rateOf(aTaken({ ...IN_EURO, currency: 'RON', taxCurrency: 'EUR' }).invoice)).toBeNull()
  expect(at('Curs calculat')).toBeGreaterThan(0)
})

test('W-03 an invoice whose rates do not add up says so, and one without a breakdown has its sums', () => {
  const [wrong] = journalRows([aTaken({ ...PLAIN, sums: ['100.00', '21.00', '121.01', '121.01'] })])
  expect(wrong?.remark).toContain('121.00')
  const [bare] = journalRows([aTaken({ ...PLAIN, vat: [] })])
  expect(bare).toMatchObject({ vat: { base: '100.00', vat: '21.00', percent: null } })
  expect(bare?.remark).not.toBe('')
})

test('W-03 the CSV is as Romanian spreadsheets read it, and none of its texts is a formula', async () => {
  const evil = aTaken({ ...PLAIN, number: '=1+1', seller: { name: '@SUM(A1)', vatId: 'RO361757' } })
  const sale = aTaken(CREDIT_NOTE, 'sale')
  const [file, ...others] = await CSV.files([evil, sale], 'dd.mm.yyyy')
  expect([file?.name, others]).toEqual(['jurnal_2-firme_2026-10.csv', []])
  const lines = textOf([file ?? { name: '', bytes: new Uint8Array() }], file?.name ?? '').split(/\r?\n/)
  expect(lines[0]?.startsWith('\ufeffJurnal;Firmă;CUI firmă;Număr;Data')).toBe(true)
  expect(lines[1]).toContain(
    ";'=1+1;05.10.2026;05.11.2026;'@SUM(A1);RO361757;380;;Cotă standard sau redusă;21;100,00;21,00;121,00",
  )
  expect(lines[2]).toMatch(/^Vânzări;.*;NC-7;07\.10\.2026;.*;381;DA;.*;11;-20,00;-2,20;-22,20;-22,20;RON/)
})

test('W-03 control characters of an invoice do not break the file for all others', async () => {
  const { invoice, ...rest } = aTaken(PLAIN)
  const seller = { ...invoice.seller, name: 'Rea\u001b SRL' }
  const evil = { ...rest, invoice: { ...invoice, seller, number: 'A\u00011' } }
  const [file] = await XLSX.files([evil], 'dd.mm.yyyy')
  const { sheets } = await readXlsx(file?.bytes ?? new Uint8Array())
  expect([sheets[0]?.rows[1]?.[at('Număr')], sheets[0]?.rows[1]?.[at('Partener')]]).toEqual(['A1', 'Rea SRL'])
})

test('W-03 the workbook has a sheet for each journal, cells of their types, and sums equal to the invoices', async () => {
  const [file] = await XLSX.files([...PURCHASES, aTaken(PLAIN, 'sale', '4001')], 'dd.mm.yyyy')
  const { sheets } = await readXlsx(file?.bytes ?? new Uint8Array())
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Cumpărări', 12],
    ['Vânzări', 3],
    ['Totaluri', 8],
  ])
  const [, first] = sheets[0]?.rows ?? []
  expect(first?.[at('Data')]).toEqual(new Date('2026-10-05T00:00:00Z'))
  expect(['Număr', 'CUI partener', 'Cota TVA', 'Bază'].map(head => first?.[at(head)])).toEqual([
    'FCT-1001',
    'RO361757',
    21,
    100,
  ])
  const total = sheets[0]?.rows.find(([head]) => head === 'Total RON')
  expect([total?.[at('Bază')], total?.[at('TVA')], total?.[at('Total factură')]]).toEqual([155, 23, 178])
})

test('W-03 a rate that is no number is a text in both journals, and no formula', async () => {
  const { invoice, ...rest } = aTaken(PLAIN)
  const rates = ['=1+1', '-1-1', 'Infinity', '2\u00011'].map(percent => ({
    category: 'S',
    percent,
    base: '1.00',
    vat: '0.00',
  }))
  const evil = { ...rest, invoice: { ...invoice, vat: rates } }
  const [csv] = await CSV.files([evil], 'dd.mm.yyyy')
  const lines = textOf(csv ? [csv] : [], csv?.name ?? '').split(/\r?\n/)
  expect(lines.slice(1, 5).map(line => line.split(';')[11])).toEqual(["'=1+1", "'-1-1", 'Infinity', '2\u00011'])
  const [xlsx] = await XLSX.files([evil], 'dd.mm.yyyy')
  const { sheets } = await readXlsx(xlsx?.bytes ?? new Uint8Array())
  expect(sheets[0]?.rows.slice(1, 5).map(row => row[at('Cota TVA')])).toEqual(['=1+1', '-1-1', 'Infinity', '21'])
  expect(new Set(sheets[1]?.rows.slice(1).map(row => row[4]))).toEqual(new Set(['21', '=1+1', '-1-1', 'Infinity']))
})

test('W-03 the sums by rate are of one company each', async () => {
  const buyer = { name: 'Alta SRL', vatId: 'RO14837428' }
  const taken = [aTaken(PLAIN), aTaken({ ...PLAIN, buyer }, 'purchase', '3002'), aTaken(PLAIN, 'purchase', '3003')]
  const [file] = await XLSX.files(taken, 'dd.mm.yyyy')
  const { sheets } = await readXlsx(file?.bytes ?? new Uint8Array())
  const [heads = [], ...rows] = sheets.find(({ name }) => name === 'Totaluri')?.rows ?? []
  const facts = ['Jurnal', 'CUI firmă', 'Moneda', 'Cota TVA', 'Bază', 'TVA', 'Facturi'].map(head => heads.indexOf(head))
  expect(rows.map(row => facts.map(column => row[column]))).toEqual([
    ['Cumpărări', '14399840', 'RON', 21, 200, 42, 2],
    ['Cumpărări', '14837428', 'RON', 21, 100, 21, 1],
  ])
})

test('W-03 a whole rate is shown without a decimal mark, and any other with its digits', async () => {
  const vat = [21, 5.5].map(percent => ({ category: 'S', percent: String(percent), base: '1.00', vat: '0.00' }))
  const [file] = await XLSX.files([aTaken({ ...PLAIN, vat })], 'dd.mm.yyyy')
  const { sheets } = await readXlsx(file?.bytes ?? new Uint8Array(), { readStyles: true })
  const cells = [1, 2].map(row => sheets[0]?.cells?.get(`${row},${at('Cota TVA')}`))
  // A mark that is not optional, such as that of `0.##`, stands after whole numbers, too.
  expect(cells.map(cell => [cell?.value, cell?.style?.numFmt ?? 'General'])).toEqual([
    [21, 'General'],
    [5.5, 'General'],
  ])
})

test('W-03 a journal of several firms has the rows and the totals of each firm together, and none of all', async () => {
  const of = (name: string, vatId: string, number: string, change: Partial<OddInvoice> = {}) =>
    aTaken({ ...PLAIN, ...change, number, buyer: { name, vatId } }, 'purchase', number)
  const euro = { currency: 'EUR', taxCurrency: 'RON', vatInTaxCurrency: '106.79' }
  const taken = [
    of('Beta SRL', 'RO14837428', '1', { issueDate: '2026-10-01' }),
    of('Alfa SRL', 'RO14399840', '2'),
    of('Beta SRL', 'RO14837428', '3', euro),
    of('Alfa SRL', 'RO361757', '4'), // another firm of the same name
    of('Beta SRL', 'RO14837428', '5'),
  ]
  const [file] = await XLSX.files(taken, 'dd.mm.yyyy')
  const { sheets } = await readXlsx(file?.bytes ?? new Uint8Array())
  const [, ...rows] = sheets[0]?.rows ?? []
  expect(rows.map(row => [row[0], row[at('Număr')] ?? null, row[at('Total factură')]])).toEqual([
    ['Alfa SRL', '2', 121],
    ['Alfa SRL', '4', 121],
    ['Beta SRL', '1', 121],
    ['Beta SRL', '3', 121],
    ['Beta SRL', '5', 121],
    ['Total RON, Alfa SRL (14399840)', null, 121],
    ['Total RON, Alfa SRL (361757)', null, 121],
    ['Total RON, Beta SRL (14837428)', null, 242],
    ['Total EUR, Beta SRL (14837428)', null, 121],
  ])
  const [csv] = await CSV.files(taken, 'dd.mm.yyyy')
  const lines = textOf(csv ? [csv] : [], csv?.name ?? '').split(/\r?\n/)
  expect(lines.slice(1, 6).map(line => line.split(';')[3])).toEqual(['2', '4', '1', '3', '5'])
})

test('W-03 a firm without a name has totals, too, and a name cannot break the file', async () => {
  const named = (name: string | null, cui: string) => ({ ...aTaken(PLAIN, 'purchase', cui), company: { cui, name } })
  const [file] = await XLSX.files([named(null, '14399840'), named('Rea\u001b SRL', '361757')], 'dd.mm.yyyy')
  const { sheets } = await readXlsx(file?.bytes ?? new Uint8Array())
  expect(sheets[0]?.rows.slice(3).map(([head]) => head)).toEqual(['Total RON, 14399840', 'Total RON, Rea SRL (361757)'])
})
