import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { aMessage, aZip, CUI } from '../../../native-host/archive/core/test-archive.fixture.ts'
import {
  anOddInvoice,
  CREDIT_NOTE,
  IN_EURO,
  MANY_RATES,
  type OddInvoice,
  PLAIN,
  STORNO,
} from '../../../shared/documents/booked/odd-invoices.fixture.ts'
import type { Agreement, AgreementRow } from '../../../shared/protocol/invoices/ledgers.ts'
import { command, HostProcess } from '../support/host.ts'
import { type Office, openOffice } from '../support/office.ts'
import { prepare } from '../support/prepare.ts'
import { noSpreadsheet, openWorkbook } from '../support/spreadsheet.ts'

let office: Office
afterEach(() => office.close())

const INVOICES: OddInvoice[] = [PLAIN, STORNO, CREDIT_NOTE, IN_EURO, MANY_RATES]
/** The purchases of one company in its own records, with one of every possible error. */
const LEDGER = [
  'Nr. factură;CUI furnizor;Data;Total cu TVA;Moneda',
  'fct 001001;RO 361757;05.10.2026;121,00;lei',
  'FCT1002;361757;06.10.2026;60,50;RON',
  'NC 7;361757;07.10.2026;-22,20;RON',
  'M/12;361757;09.10.2026;163,80;RON',
  'STR-9;14399840;10.10.2026;50,00;RON',
  'FCT-2000;361757;11.10.2026;cincizeci;RON',
].join('\r\n')

const inOffice = (name: string) => join(office.dataDir, '..', name)
const agree = (...args: string[]) =>
  command(
    ['invoices', 'agree', inOffice('evidenta.csv'), '--cui', `RO${CUI}`, '--direction', 'received', ...args],
    office.env,
  )

async function withInvoices(): Promise<void> {
  office = await openOffice()
  writeFileSync(inOffice('evidenta.csv'), LEDGER)
  await prepare(office.env, async (_call, services) => {
    const { companies, messages } = await services.archive()
    companies.put(CUI, 'granted')
    messages.record(INVOICES.map((_, n) => aMessage({ id: String(3001 + n) })))
    for (const [n, invoice] of INVOICES.entries()) await messages.store(String(3001 + n), aZip(anOddInvoice(invoice)))
  })
}

test('W-04 H-10 a ledger is compared with the archive: what is missing in either, and what differs', async () => {
  await withInvoices()
  const { code, json } = await agree('--json')
  const { agreement, rows } = json() as { agreement: Agreement; rows: AgreementRow[] }
  expect(agreement).toMatchObject({
    ...{ cui: CUI, direction: 'received', since: '2026-10-01', until: '2026-10-31' },
    ...{ agrees: 2, differs: 2, notInBooks: 1, notInSpv: 1, unreadable: 1, left: 0 },
  })
  expect(code).toBe(1)
  expect(
    rows.map(({ finding, differences, invoice, ledger }) =>
      [finding, invoice?.number ?? '–', ledger?.number ?? '–', ...differences].join(' '),
    ),
  ).toEqual([
    'differs FCT-1002 FCT1002 sign',
    'differs M/12 M/12 total',
    'not-in-books EX 9 –',
    'not-in-spv – STR-9',
    'unreadable – FCT-2000',
    'agrees FCT-1001 fct 001001',
    'agrees NC-7 NC 7',
  ])
  const text = (await agree('--only', 'not-in-books')).stdout
  expect(text).toContain('EX 9')
  expect(text).not.toContain('M/12')
})

test('W-04 H-02 over the port: a ledger without heads is compared by the columns that a person chose', async () => {
  await withInvoices()
  const host = new HostProcess(office.env)
  const data = Buffer.from('x;FCT-1001;361757;05.10.2026;121,00\n').toString('base64')
  const { sha256, heads, columns } = await host.request('ledgers.inspect', { fileName: 'a.csv', data })
  expect([heads, columns.number]).toEqual([['A', 'B', 'C', 'D', 'E'], null])
  const question = { sha256, cui: CUI, direction: 'received' as const }
  expect(await host.refusal('ledgers.agree', question)).toMatchObject({ details: { reason: 'ledger-columns' } })
  const { agreement } = await host.request('ledgers.agree', {
    ...question,
    columns: { number: 1, cui: 2, date: 3, total: 4 },
  })
  expect(agreement).toMatchObject({ agrees: 1, differs: 0 })
  const forEver = { columns: { number: 1, cui: 2, date: 3, total: 4 }, until: '9999-12-31' }
  expect(await host.request('ledgers.agree', { ...question, ...forEver })).toMatchObject({
    agreement: { agrees: 1, notInSpv: 0, until: '9999-12-31' },
  })
  const { items } = await host.request('ledgers.rows', { id: agreement.id, only: 'agrees' })
  expect(items.map(({ invoice }) => invoice?.id)).toEqual(['3001'])
  expect(await host.refusal('ledgers.rows', { id: 99 })).toMatchObject({ details: { reason: 'agreement-unknown' } })
  expect(await host.close()).toBe(0)
})

test('W-04 H-10 an invoice that is booked with its amount to pay agrees, and the answer says so', async () => {
  await withInvoices()
  writeFileSync(inOffice('evidenta.csv'), LEDGER.replace('163,80', '100,00'))
  const { rows } = (await agree('--only', 'agrees', '--json')).json() as { rows: AgreementRow[] }
  expect(rows.map(({ invoice, payable }) => [invoice?.number, payable])).toContainEqual(['M/12', '100.00'])
  expect((await agree('--only', 'agrees')).stdout).toMatch(/M\/12 .*(suma de plată, nu totalul|the amount to pay, not)/)
})

test('W-04 H-10 the journals of an export agree with the archive, each with its own side', async () => {
  await withInvoices()
  const sale: OddInvoice = {
    ...{ ...MANY_RATES, number: 'V-1', seller: { name: 'Ștefan & Fiii SRL', vatId: `RO${CUI}` } },
    buyer: { name: 'Gama SRL', vatId: 'RO361757' },
  }
  await prepare(office.env, async (_call, services) => {
    const { messages } = await services.archive()
    messages.record([aMessage({ id: '3101', type: 'FACTURA TRIMISA' })])
    await messages.store('3101', aZip(anOddInvoice(sale)))
  })
  const journal = async (format: string, ...selection: string[]) => {
    const output = inOffice(`jurnal.${format}`)
    const args = ['book-export', ...selection, '--again', '--format', format, '--output', output]
    expect((await command(['invoices', ...args], office.env)).code).toBe(0)
    return output
  }
  const compared = async (file: string, direction: string) => {
    const args = ['agree', file, '--cui', CUI, '--direction', direction]
    return (await command(['invoices', ...args], office.env)).stdout.trimEnd()
  }
  const agreeing = (count: number) => `Agree: ${count}. Differ: 0. Not in the books: 0. Not in SPV: 0. Unreadable: 0.`
  const xlsx = await journal('xlsx', '--all')
  expect(await compared(xlsx, 'received')).toBe(`Sheet read: Cumpărări.\n${agreeing(5)}`)
  expect(await compared(xlsx, 'sent')).toBe(`Sheet read: Vânzări.\n${agreeing(1)}`)
  const both = await journal('csv', '--all')
  const aside = (rows: number) => `Rows of the other journal or of another company, not compared: ${rows}.`
  expect(await compared(both, 'received')).toBe(`${agreeing(5)}\n${aside(4)}`)
  expect(await compared(both, 'sent')).toBe(`${agreeing(1)}\n${aside(8)}`)
  const csv = await journal('csv', '--direction', 'received')
  expect(await compared(csv, 'received')).toBe(agreeing(5))
  // Booked twice, it does not agree.
  const [heads = '', ...rows] = readFileSync(csv, 'utf8').trimEnd().split(/\r?\n/)
  writeFileSync(csv, [heads, ...rows, ...rows.filter(row => row.includes('M/12'))].join('\r\n'))
  expect(await compared(csv, 'received')).toContain('Agree: 4. Differ: 1.')
})

test.skipIf(noSpreadsheet)('W-04 LibreOffice opens the comparison without a warning', async () => {
  await withInvoices()
  await agree('--output', inOffice('comparatie.xlsx'))
  const sheets = await openWorkbook(readFileSync(inOffice('comparatie.xlsx')), office.dataDir)
  const rows = Object.fromEntries([...sheets].map(([name, rows]) => [name, rows.length - 1]))
  expect(rows).toEqual({ Diferențe: 2, 'Lipsă din evidență': 1, 'Lipsă din SPV': 1, Necitite: 1, Coincid: 2 })
  const [heads = [], storno = []] = sheets.get('Diferențe') ?? []
  const cell = (head: string) => storno[heads.indexOf(head)]
  expect([cell('Total în SPV'), cell('Total în evidență'), cell('Ce diferă')]).toEqual([
    '-60.5',
    '60.5',
    'semnul totalului',
  ])
})
