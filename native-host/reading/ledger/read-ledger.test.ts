import { unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { GivenColumns } from '../../../shared/protocol/invoices/ledgers.ts'
import { MAX_ROWS } from '../../../shared/protocol/registers/batches.ts'
import { archiveOf, packed } from '../../../test/authority/documents/hostile.ts'
import { readAmount, readDay } from './ledger-cells.ts'
import { readLedger } from './read-ledger.ts'
import { readLedgerInThread } from './read-ledger-in-thread.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const facts = async (bytes: Uint8Array, given = {}) =>
  (await readLedger(bytes, 'evidenta.csv', given)).rows.map(row => [
    row.number,
    row.cui,
    row.date,
    row.total,
    ...(row.problem === null ? [] : [row.problem]),
  ])
const refusal = (bytes: Uint8Array) =>
  readLedgerInThread(bytes, 'evidenta.xlsx', {}).then(
    () => 'read',
    (error: { reason: string }) => error.reason,
  )
const workbook = async (rows: (string | number | Date | null)[][]) =>
  new Uint8Array(await writeXlsx({ sheets: [{ name: 'Foaie1', rows }] }))

describe('W-04 a ledger is read whatever its heads are', () => {
  const FACTS = [['FCT 1001', '361757', '2026-10-05', '1234.50']]
  test.each([
    ['Nr. factură;CUI;Data;Total', 'FCT 1001;RO361757;05.10.2026;1.234,50'],
    [
      'Serie\tNumar document\tCod fiscal furnizor\tData facturii\tValoare cu TVA',
      'FCT\t1001\t361757\t05/10/2026\t1234,5',
    ],
    ['Document,C.I.F.,Data emiterii,Suma totală', '"FCT 1001",RO 361757,2026-10-05,"1,234.50"'],
    ['Invoice no|VAT number|Invoice date|Amount', 'FCT 1001|RO361757|5-oct-2026|1234.50 RON'],
    ['Nr crt;Nr doc;Data doc;Partener;CIF;Baza;TVA', '1;FCT 1001;05.10.26;Alfa SRL;361757;1.020,25;214,25'],
    ['Invoice no;Invoice date;Net;VAT;Total;VAT no', 'FCT 1001;2026-10-05;1020.25;214.25;1234.50;RO361757'],
    [
      'NrDoc;DataDoc;Partener;CodFiscal;Valoare;TVA;Total',
      'FCT 1001;05.10.2026;Alfa;RO361757;1.020,25;214,25;1.234,50',
    ],
    [
      'Nr. NIR;Nr. factură furnizor;Data NIR;Data facturii furnizorului;CUI;Total',
      '7;FCT 1001;06.10.2026;05.10.2026;361757;1.234,50',
    ],
    ['Nr;Document;Data emiterii facturii;CUI;Total', '1;FCT 1001;05.10.2026;361757;1.234,50'],
  ])('%s', async (head, row) => {
    expect(await facts(utf8(`${head}\n${row}\n`))).toEqual(FACTS)
  })

  test.each([
    ['Nr. doc;CUI firma;Firmă;CUI furnizor;Partener;Total', 'A1;14399840;Beta SRL;361757;Alfa SRL;121,00'],
    ['Nr. doc;Societate;CUI societate;Denumire;Cod fiscal;Total', 'A1;Beta SRL;14399840;Alfa SRL;361757;121,00'],
    ['Nr. doc;Denumire;CUI;Nume client;CIF client;Total', 'A1;Marfă;14399840;Alfa SRL;361757;121,00'],
    ['Nr. doc;Firma;CUI firma;Total', 'A1;Alfa SRL;361757;121,00'],
  ])('%s: the partner, not the firm itself', async (head, row) => {
    const { rows } = await readLedger(utf8(`${head}\n${row}\n`), 'a.csv')
    expect(rows).toMatchObject([{ number: 'A1', cui: '361757', name: 'Alfa SRL', total: '121.00' }])
  })

  test.each([
    ['CUI furnizor;Denumire furnizor;CUI client;Denumire client', '111;Furnizor;222;Client'],
    ['CUI client;Denumire client;CUI furnizor;Denumire furnizor', '222;Client;111;Furnizor'],
    ['CIF emitent;Emitent;CIF beneficiar;Beneficiar', '111;Furnizor;222;Client'],
    ['Supplier VAT number;Supplier name;Customer VAT number;Customer name', '111;Furnizor;222;Client'],
  ])('%s: the supplier of purchases, the customer of sales', async (head, row) => {
    const bytes = utf8(`Nr. doc;${head};Total\nA1;${row};121,00\n`)
    const partner = async (side: 'sent' | 'received') =>
      (await readLedger(bytes, 'a.csv', { side })).rows.map(({ cui, name }) => `${cui} ${name}`)
    expect(await partner('received')).toEqual(['111 Furnizor'])
    expect(await partner('sent')).toEqual(['222 Client'])
  })

  test('a plain CUI is the partner rather than that of the other party, which is better than none', async () => {
    const cui = async (head: string, row: string) =>
      (await readLedger(utf8(`Nr. doc;${head};Total\nA1;${row};121,00\n`), 'a.csv', { side: 'received' })).rows[0]?.cui
    expect(await cui('CUI client;CUI', '222;111')).toBe('111')
    expect(await cui('CUI client;CUI firma', '222;111')).toBe('222')
  })

  test('heads over two rows, of which the upper ones span columns', async () => {
    const read = async (side: 'sent' | 'received', ...lines: string[]) => {
      const { rows, heads } = await readLedger(utf8(lines.join('\n')), 'a.csv', { side })
      const read = rows.map(({ number, cui, name, date, total, net }) => [number, cui, name, date, total, net])
      return [heads.join(' | '), ...read]
    }
    const sums = ['Document;;Furnizor;;Total factură;Bază;TVA', 'Nr.;Data;Denumire;CUI;;;']
    const row = (number: string) => `${number};05.10.2026;Alfa SRL;361757;121,00;100,00;21,00`
    // The second page repeats both rows.
    expect(await read('received', 'Jurnal', ...sums, row('A1'), ...sums, row('A2'))).toEqual([
      'Document Nr. | Document Data | Furnizor Denumire | Furnizor CUI | Total factură | Bază | TVA',
      ['A1', '361757', 'Alfa SRL', '2026-10-05', '121.00', '100.00'],
      ['A2', '361757', 'Alfa SRL', '2026-10-05', '121.00', '100.00'],
    ])
    const values = ['Nr. crt.;Document;;Valoare;;', ';Număr;CUI;fără TVA;TVA;cu TVA', '1;A1;361757;100,00;21,00;121,00']
    expect((await read('received', ...values)).slice(1)).toEqual([['A1', '361757', null, null, '121.00', '100.00']])
    const parties = ['Factura;;Furnizor;;Client;;', 'Nr;Data;Denumire;CUI;Denumire;CUI;Total']
    const sale = 'A1;05.10.2026;Beta SRL;14399840;Alfa SRL;361757;121,00'
    expect((await read('sent', ...parties, sale)).slice(1)).toEqual([
      ['A1', '361757', 'Alfa SRL', '2026-10-05', '121.00', null],
    ])
    expect((await read('received', ...parties, sale)).slice(1)).toEqual([
      ['A1', '14399840', 'Beta SRL', '2026-10-05', '121.00', null],
    ])
  })

  test('heads over three rows, as the form of the journal has them, and a total whose head is unknown', async () => {
    const top = (total: string) => `Nr. crt.;Document;;Furnizor;;${total};Achiziții;;;`
    const rates = [';;;;;;Cota 21%;;Cota 11%;', ';Număr;Data;Denumire;CUI;;Bază;TVA;Bază;TVA']
    const row = '1;A1;05.10.2026;Alfa SRL;361757;132,10;100,00;21,00;10,00;1,10'
    const form = [top('Total document (inclusiv TVA)'), ...rates, '0;1;2;3;4;5=6+7+8+9;6;7;8;9', row]
    expect(await facts(utf8(form.join('\n')))).toEqual([['A1', '361757', '2026-10-05', '132.10']])
    // Without it, the base and the VAT of the first rate would be the whole invoice.
    const unknown = utf8([top('Contravaloare'), ...rates, row].join('\n'))
    expect((await readLedger(unknown, 'a.csv')).columns).toMatchObject({ number: 1, total: null, net: null })
    expect(await facts(unknown, { total: 5 })).toEqual([['A1', '361757', '2026-10-05', '132.10']])
    expect(await facts(unknown, { net: 6 })).toEqual([['A1', '361757', '2026-10-05', '121.00']])
  })

  test('the sum of a page above the heads of the next one is no head, and nothing above it is lost', async () => {
    const page = (number: string) => ['Factura;Data;CUI;Bază;TVA', `${number};05.10.2026;361757;100,00;21,00`]
    const text = [...page('A1'), 'Total;;;100,00;21,00', ...page('A2')].join('\n')
    expect(await facts(utf8(text))).toEqual(['A1', 'A2'].map(number => [number, '361757', '2026-10-05', '121.00']))
  })

  test('a Nr. that counts the rows is not the number of the documents', async () => {
    const numbers = async (...rows: string[]) =>
      (await facts(utf8(['Nr.;Document;CUI;Total', ...rows].join('\n')))).map(([number]) => number)
    const row = (n: number | string, document: string) => `${n};${document};361757;5`
    expect(await numbers(row(1, 'A17'), row(2, 'A18'), ';Total;;10', row(1, 'A19'))).toEqual(['A17', 'A18', 'A19'])
    // Here the other column tells the kind.
    expect(await numbers(row(1, 'Factură'), row(2, 'Factură'))).toEqual(['1', '2'])
    expect(await numbers(row(17, 'Aviz 3'), row(18, 'Aviz 4'))).toEqual(['17', '18'])
    const chosen = utf8(`Nr.;Document;CUI;Total\n${row(1, 'A17')}\n`)
    expect(await facts(chosen, { number: 0 })).toEqual([['1', '361757', null, '5.00']])
  })

  test('a value beside its VAT is with it or without it, as most rows show', async () => {
    const totals = async (rows: string[], given = {}) =>
      (await facts(utf8(['Nr;Valoare;TVA', ...rows].join('\n')), given)).map(([, , , total]) => total)
    const without = ['A1;100,00;21,00', 'A2;33,33;3,67', 'A3;50,00;0,00', 'A4;70,00;9,99', 'A5;-100,00;-21,00']
    expect(await totals(without)).toEqual(['121.00', '37.00', '50.00', '79.99', '-121.00'])
    expect(await totals(without, { total: 1 })).toEqual(['100.00', '33.33', '50.00', '70.00', '-100.00'])
    expect(await totals(['A1;121,00;21,00', 'A2;37,00;3,67'])).toEqual(['121.00', '37.00'])
    // Nothing tells.
    expect(await totals(['A1;100,00;0,00', 'A2;70,00;9,99'])).toEqual(['100.00', '70.00'])
  })

  test('amounts whose head says that they are in lei', async () => {
    for (const head of ['Total (RON)', 'Valoare totală (lei)', 'Total în lei', 'Valoare cu TVA RON'])
      expect((await readLedger(utf8(`Nr;Moneda;${head}\nA1;EUR;5\n`), 'a.csv')).rows).toMatchObject([
        { total: '5.00', currency: 'RON' },
      ])
    expect((await readLedger(utf8('Nr;Moneda;Total\nA1;EUR;5\n'), 'a.csv')).rows[0]?.currency).toBe('EUR')
  })

  test('a code beside the name of the partner', async () => {
    const cui = async (cell: string) =>
      (await readLedger(utf8(`Nr;Furnizor/CUI;Total\n1;${cell};5\n`), 'a.csv')).rows[0]?.cui
    for (const cell of [
      'ALFA SRL RO361757',
      'Alfa 2000 SRL, CUI 361757',
      '361757 - Alfa',
      'S.C. ALFA S.R.L. (RO 361757)',
      'Alfa 0361757',
    ])
      expect(await cui(cell)).toBe('361757')
    expect(await cui('Popescu Ion, 1800101221144')).toBe('1800101221144')
    // A code from abroad, no code, and two.
    for (const cell of ['DE123456789', 'Alfa GmbH DE123456789', 'Alfa SRL', 'Alfa SRL 361757 14399840'])
      expect(await cui(cell)).toBe(cell)
  })

  test.each([
    'CUI/CNP',
    'C.I.F. / C.N.P.',
    'Cod fiscal sau CNP',
    'Codul fiscal',
    'Cod fiscal (CUI)',
    'Cod înreg. fiscală',
  ])('%s: the CUI', async head => {
    expect(await facts(utf8(`Nr;${head};Total\n1;361757;5\n`))).toEqual([['1', '361757', null, '5.00']])
  })

  test('the side and the firm of each row, where the table has columns for them', async () => {
    const read = async (text: string) =>
      (await readLedger(utf8(text), 'a.csv')).rows.map(({ side, firm }) => [side, firm].join(' '))
    const rows = ['Cumpărări;14837428;A1;2;5', 'Vânzări;RO14399840;A2;2;5', ';;A3;2;5']
    expect(await read(['Jurnal;CUI firmă;Număr;CUI partener;Total', ...rows].join('\n'))).toEqual([
      'received 14837428',
      'sent 14399840',
      ' ',
    ])
    for (const [head, received, sent] of [
      ['Fel', 'Primită', 'Trimisă'],
      ['Tip document', 'Factură primită', 'Factură emisă'],
      ['Tip', 'FACTURA PRIMITA', 'FACTURA TRIMISA'],
      ['Direcția', 'Achiziții', 'Livrări'],
      ['Registru', 'Intrări', 'Ieșiri'],
    ])
      expect(await read(`${head};Nr;Total\n${received};1;5\n${sent};2;5\nStorno;3;5\n`)).toEqual([
        'received ',
        'sent ',
        ' ',
      ])
    const both = 'Nr;CIF emitent;CIF beneficiar;Total\n1;361757;14399840;5\n2;14399840;361757;5\n'
    const ofPurchases = await readLedger(utf8(both), 'a.csv', { side: 'received' })
    expect(ofPurchases.rows.map(({ cui, firm }) => [cui, firm])).toEqual([
      ['361757', '14399840'],
      ['14399840', '361757'],
    ])
    // A kind of document tells it only beside its contrary: a supplier issues invoices, too.
    for (const [head, ...kinds] of [
      ['Tip document', 'F', 'BF', 'Storno', 'Intracomunitar', 'Factură emisă'],
      ['Tip', 'Achiziție intracomunitară', 'Factură emisă de furnizor'],
      ['Fel', 'Livrare', 'Avans primit'],
      ['Direcția', 'Vânzări', 'Tehnic'],
    ])
      expect(await read([`${head};Nr;Total`, ...kinds.map((kind, n) => `${kind};${n};5`)].join('\n'))).toEqual(
        kinds.map(() => ' '),
      )
    expect(await read('Tip jurnal;Nr;Total\nVânzări;1;5\n')).toEqual(['sent '])
    const ofFirm =
      'CUI firmă;CUI partener;Nr;Total\n-;361757;1;5\nn/a;361757;2;5\n0;361757;3;5\nBeta RO14399840;361757;4;5\n'
    expect(await read(ofFirm)).toEqual([' ', ' ', ' ', ' 14399840'])
    // These tell the kind of document, what became of it, and who the partner is.
    expect(await read('Tip;Jurnal;Nr;Total\nFactură;Vânzări;1;5\n')).toEqual(['sent '])
    expect(await read('Stare;Nr;Total\nTrimisă;1;5\n')).toEqual([' '])
    // The only CUI may be the partner's or the firm's, unless a person has chosen it.
    const alone = 'CUI firma;Nr;Total\n361757;1;5\n'
    expect(await read(alone)).toEqual([' 361757'])
    expect((await readLedger(utf8(alone), 'a.csv', { cui: 0 })).rows).toMatchObject([{ cui: '361757', firm: null }])
  })

  test('an account of partners: invoices of suppliers are in its credit, of customers in its debit', async () => {
    const text = [
      'Data;Nr. document;Explicații;Debit;Credit;Sold',
      ';;Sold inițial;;50,00;50,00',
      '05.10.2026;FCT 1001;Factură;0,00;121,00;171,00',
      '06.10.2026;OP 7;Plată;121,00;0,00;50,00',
      '07.10.2026;FCT 1002;Storno;;-21,00;29,00',
      '08.10.2026;OP 8;Plată;29,00;;0,00',
      ';;Total;150,00;150,00;0,00',
    ].join('\n')
    const read = async (given: GivenColumns) =>
      (await readLedger(utf8(text), 'fisa.csv', given)).rows.map(({ number, total }) => `${number}: ${total}`)
    expect(await read({ side: 'received' })).toEqual(['FCT 1001: 121.00', 'FCT 1002: -21.00'])
    expect(await read({ side: 'sent' })).toEqual(['OP 7: 121.00', 'OP 8: 29.00'])
    // A column that a person chooses counts, and accounts beside a base are no amounts.
    expect(await read({ side: 'received', total: 5 })).toContain('OP 7: 50.00')
    const entries = await readLedger(utf8('Nr;Data;Debit;Credit\nA1;05.10.2026;628;401\n'), 'a.csv', {
      side: 'received',
    })
    expect(entries.columns.total).toBeNull()
  })

  test('titles above, heads again on each page, sums and blank rows between', async () => {
    const text = [
      'Jurnal de cumpărări;;;',
      'Perioada 01.10.2026 - 31.10.2026;;;',
      'Nr. factură;CUI;Data;Total',
      'A1;361757;05.10.2026;100,00',
      ';;;100,00',
      'Nr. factură;CUI;Data;Total',
      ';;;',
      'A2;361757;06.10.2026;200,00',
      'Total;;;300,00',
    ].join('\n')
    expect((await facts(utf8(text))).map(([number]) => number)).toEqual(['A1', 'A2'])
  })

  test('sums of pages, days and partners, wherever their words are, and heads in other letters', async () => {
    const text = [
      'Nr. factură;CUI;Partener;Data;Total',
      'A1;361757;Total Energies;05.10.2026;100,00',
      'Total pagina 1;;;;100,00',
      'Report pagina 2;;;;100,00',
      'NR. FACTURA;CUI;PARTENER;DATA;TOTAL',
      'Total;;;06.10.2026;100,00',
      ';TOTAL;;;100,00',
      ';Total general;;31.10.2026;100,00',
      'Total Alfa SRL;361757;;;100,00',
      'Sold 31.10.2026;;;;100,00',
      'TOTAL 7;361757;Alfa;06.10.2026;100,00',
      'TOTAL 8;;Alfa;06.10.2026;100,00',
      ';361757;Total Energies;05.10.2026;100,00',
    ].join('\n')
    expect(await facts(utf8(text))).toEqual([
      ['A1', '361757', '2026-10-05', '100.00'],
      ['TOTAL 7', '361757', '2026-10-06', '100.00'],
      ['TOTAL 8', null, '2026-10-06', '100.00'],
      ['', '361757', '2026-10-05', '100.00', 'no-number'],
    ])
  })

  test('the numbers of the columns below the heads are no document', async () => {
    const head = 'Nr. crt.;Nr. factură;CUI;Data;Total;Bază;TVA'
    const row = (number: string) => `1;${number};361757;05.10.2026;121,00;100,00;21,00`
    for (const numbers of ['0;1;2;3;4;5;6', '(1);(2);(3);(4);(5);(6);(7)', '1;2;3;4;5=6+7;6;7'])
      expect(await facts(utf8([head, numbers, row('A1'), head, numbers, row('A2')].join('\n')))).toEqual(
        ['A1', 'A2'].map(number => [number, '361757', '2026-10-05', '121.00']),
      )
    expect(await facts(utf8('Nr. crt.;Nr;Total\n1;2;3\n'))).toEqual([['2', null, null, '3.00']])
  })

  test('in the encodings of Romanian Windows and of spreadsheets', async () => {
    const text = 'Nr. factură;CUI;Data;Total;Denumire\r\nA1;361757;05.10.2026;100,00;Şuncă\r\n'
    const windows = Uint8Array.from([...text].map(letter => ({ ă: 0xe3, Ş: 0xaa })[letter] ?? letter.charCodeAt(0)))
    const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
    for (const bytes of [windows, wide, utf8(`\ufeff${text}`)])
      expect((await readLedger(bytes, 'a.csv')).rows[0]).toMatchObject({ number: 'A1', total: '100.00', name: 'Şuncă' })
  })

  test('a workbook with numbers, dates and formulas as their values', async () => {
    const bytes = await workbook([
      ['Nr. factură', 'CUI', 'Data', 'Total', 'Moneda'],
      [1001, 361757, new Date('2026-10-05T00:00:00Z'), 1234.567, 'lei'],
      ['=1+1', 'DE123', 46300, -100, 'EUR'],
    ])
    const { format, rows } = await readLedger(bytes, 'a.xlsx')
    expect(format).toBe('xlsx')
    expect(rows.map(({ number, cui, date, total, currency }) => [number, cui, date, total, currency])).toEqual([
      ['1001', '361757', '2026-10-05', '1234.57', 'RON'],
      ['=1+1', 'DE123', '2026-10-05', '-100.00', 'EUR'],
    ])
  })

  test('of a workbook the sheet of the side that is asked for, else the first one with CUIs', async () => {
    const journal = (number: string) => [
      ['Nr. factură', 'CUI', 'Total'],
      [number, '361757', 121],
    ]
    const numbers = async (names: string[], side?: 'sent' | 'received') => {
      const sheets = names.map(name => ({ name, rows: name === 'Vânzări goale' ? [] : journal(`din ${name}`) }))
      const parts = Object.entries(unzipSync(await writeXlsx({ sheets })))
      // A chart has no such part.
      const charts = names.flatMap((name, n) => (name === 'Grafic vânzări' ? `xl/worksheets/sheet${n + 1}.xml` : []))
      const bytes = zipSync(Object.fromEntries(parts.filter(([name]) => !charts.includes(name))))
      const { sheet, rows } = await readLedger(bytes, 'a.xlsx', side === undefined ? {} : { side })
      return [sheet, ...rows.map(({ number }) => number)]
    }
    const BOTH = ['Cumpărări', 'Vânzări']
    expect(await numbers(BOTH)).toEqual(['Cumpărări', 'din Cumpărări'])
    expect(await numbers(BOTH, 'received')).toEqual(['Cumpărări', 'din Cumpărări'])
    expect(await numbers(BOTH, 'sent')).toEqual(['Vânzări', 'din Vânzări'])
    expect(await numbers(['IESIRI 10', 'Jurnal intrări'], 'received')).toEqual(['Jurnal intrări', 'din Jurnal intrări'])
    expect(await numbers(['Vânzări goale', 'Foaie2'], 'sent')).toEqual(['Foaie2', 'din Foaie2'])
    expect(await numbers(['Foaie1', 'Grafic vânzări', 'Vânzări'], 'sent')).toEqual(['Vânzări', 'din Vânzări'])
    expect(await numbers(['Foaie1', 'Grafic vânzări'], 'sent')).toEqual(['Foaie1', 'din Foaie1'])
    for (const name of ['Facturi primite', 'jurnal_cumparari_10', 'Achiziții'])
      expect(await numbers(['Facturi emise', name], 'received')).toEqual([name, `din ${name}`])
    expect(await numbers(['Achiziții'], 'sent')).toEqual(['Achiziții', 'din Achiziții'])
  })

  test('by the columns that a person chose, where there are no heads', async () => {
    const bytes = utf8('x;A1;361757;05.10.2026;100,00\ny;A2;361757;06.10.2026;200,00\n')
    const found = await readLedger(bytes, 'a.csv')
    expect(found.columns).toMatchObject({ number: null, total: null })
    expect(found.heads).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect((await readLedger(utf8('CUI firma;361757\nA1;5,00\n'), 'a.csv')).heads).toEqual(['A', 'B'])
    expect(await facts(bytes, { number: 1, cui: 2, date: 3, total: 4 })).toEqual([
      ['A1', '361757', '2026-10-05', '100.00'],
      ['A2', '361757', '2026-10-06', '200.00'],
    ])
  })
})

test('W-04 a cell of a wrong kind is a problem of its row, and no row is lost', async () => {
  const text = [
    'Nr. factură;CUI;Data;Total',
    'A1;361757;05.10.2026;o sută',
    ';361757;05.10.2026;100,00',
    'A3;361757;31.02.2026;100,00',
    'A4;361757;05.10.2026;',
    'A5;abc;05.10.2026;100,00',
  ].join('\n')
  expect(await facts(utf8(text))).toEqual([
    ['A1', '361757', '2026-10-05', null, 'wrong-total'],
    ['', '361757', '2026-10-05', '100.00', 'no-number'],
    ['A3', '361757', null, '100.00', 'wrong-date'],
    ['A4', '361757', '2026-10-05', null, 'no-total'],
    ['A5', 'abc', '2026-10-05', '100.00'],
  ])
})

test('W-04 three digits after a sign are decimals where some amount of the table can only be read so', async () => {
  const totals = async (...cells: string[]) =>
    (
      await readLedger(utf8(`Nr. doc;Total\n${cells.map((cell, n) => `A${n};${cell}`).join('\n')}\n`), 'a.csv')
    ).rows.map(({ total }) => total)
  expect(await totals('1210.000', '12.100', '-210.000')).toEqual(['1210.00', '12.10', '-210.00'])
  expect(await totals('1210,000', '12,100')).toEqual(['1210.00', '12.10'])
  expect(await totals('0.210', '121.000')).toEqual(['0.21', '121.00'])
  expect(await totals('-0,210', '121,000')).toEqual(['-0.21', '121.00'])
  expect(await totals('1.210', '12.100')).toEqual(['1210.00', '12100.00'])
})

test('W-04 a table with the month first has it first in each of its days', async () => {
  const days = async (...cells: string[]) =>
    (
      await readLedger(utf8(`Nr. doc;Data;Total\n${cells.map(cell => `A1;${cell};1,5`).join('\n')}\n`), 'a.csv')
    ).rows.map(({ date }) => date)
  expect(await days('10/05/2026', '10/25/2026')).toEqual(['2026-10-05', '2026-10-25'])
  expect(await days('05/10/2026', '25/10/2026')).toEqual(['2026-10-05', '2026-10-25'])
  // With both, no order fits all.
  expect(await days('05/10/2026', '25/10/2026', '10/25/2026')).toEqual(['2026-10-05', '2026-10-25', '2026-10-25'])
})

test('W-04 amounts as Romanian and English tables write them', () => {
  for (const [cell, mark, amount] of [
    ['1.234,50', ',', '1234.50'],
    ['1.234', ',', '1234.00'],
    ['1 234,5 lei', ',', '1234.50'],
    ['-119,00', ',', '-119.00'],
    ['(119,00)', ',', '-119.00'],
    ['119,00-', ',', '-119.00'],
    ['−119,00', ',', '-119.00'],
    ['1,234.50', '.', '1234.50'],
    ['1.234.567', '.', '1234567.00'],
    ["1'234.50", '.', '1234.50'],
    ['1.234,50', 'either', '1234.50'],
    ['1,234.50', 'either', '1234.50'],
    ['RON 12', ',', '12.00'],
    // Zero in Excel's accounting format
    [' -   ', ',', '0.00'],
    ['– lei', '.', '0.00'],
    ['—', ',', '0.00'],
    ['abc', ',', undefined],
    ['1,2,3', '.', '123.00'],
    // A formula's remainder of zero
    ['1.1368683772161603e-13', '.', '0.00'],
    ['-4.5e-7', 'either', '0.00'],
    ['', ',', undefined],
  ] as const)
    expect([cell, readAmount(cell, mark)]).toEqual([cell, amount])
})

test('W-04 days as tables write them', () => {
  for (const [cell, day] of [
    ['05.10.2026', '2026-10-05'],
    ['5/10/26', '2026-10-05'],
    ['10/25/2026', '2026-10-25'],
    ['2026-10-05T00:00:00Z', '2026-10-05'],
    ['05.10.2026 14:30', '2026-10-05'],
    ['5 octombrie 2026', '2026-10-05'],
    ['5-Nov-2026', '2026-11-05'],
    ['46300', '2026-10-05'],
    ['20261005', '2026-10-05'],
    ["'05.10.2026", '2026-10-05'],
    ['luni, 5 octombrie 2026', '2026-10-05'],
    ['20261305', undefined],
    ['31.02.2026', undefined],
    ['12', undefined],
  ] as const)
    expect([cell, readDay(cell)]).toEqual([cell, day])
})

describe('W-04 a hostile file gets an error with its reason', () => {
  test('a bomb, a document of another kind, a broken workbook, an old one, no text, nothing', async () => {
    const part = packed(Buffer.alloc(50_000_000, ' '))
    const bomb = archiveOf(Array.from({ length: 5 }, (_, n) => ({ name: `xl/worksheets/sheet${n + 1}.xml`, ...part })))
    expect(await refusal(new Uint8Array(bomb))).toBe('list-unpacks-too-large')
    expect(await refusal(zipSync({ 'content.xml': utf8('<x/>') }))).toBe('list-unreadable')
    expect(
      await refusal(
        (
          await workbook([
            ['Nr', 'Total'],
            ['1', 2],
          ])
        ).subarray(0, 400),
      ),
    ).toBe('list-unreadable')
    expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]))).toBe('list-old-excel')
    expect(await refusal(utf8('%PDF-1.7\n\u0001'))).toBe('list-no-text')
    expect(await refusal(utf8('\n\n'))).toBe('list-empty')
  })

  test('100,000 rows are read, one more is refused', async () => {
    const text = (rows: number) => `Nr. doc;Total\n${Array.from({ length: rows }, (_, n) => `${n};1,5`).join('\n')}\n`
    const { rows } = await readLedgerInThread(utf8(text(MAX_ROWS)), 'mare.csv', {})
    expect([rows.length, rows.at(-1)]).toMatchObject([MAX_ROWS, { number: '99999', total: '1.50' }])
    expect(await refusal(utf8(text(MAX_ROWS + 1)))).toBe('list-too-long')
  }, 120_000)
})
