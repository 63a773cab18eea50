import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { parseDecimal } from '../../../shared/domain/decimal.ts'
import { CUI, NOON, openTestArchive, temporaryFolder } from '../../archive/core/test-archive.fixture.ts'
import { agreementTable } from './agreement-table.ts'
import type { BookRow, OwnInvoice } from './ledger-entries.ts'
import { matchLedger } from './match-ledger.ts'

const invoice = (number: string, change: Partial<OwnInvoice> = {}): OwnInvoice => ({
  ...{ id: number, number, cui: '361757', name: 'Alfa SRL', date: '2026-10-05', currency: 'RON' },
  ...{ total: '121.00', payable: '121.00', inLei: null },
  ...change,
})
const row = (number: string, change: Partial<BookRow> = {}): BookRow => ({
  ...{ row: 2, number, cui: '361757', name: null, date: '2026-10-05', total: '121.00', net: null },
  ...{ currency: null, problem: null },
  ...change,
})

/** Difference and remark of each row, by the invoice's number. */
async function shown(sheet: string, own: OwnInvoice[], ledger: BookRow[]): Promise<Record<string, unknown[]>> {
  const { agreements } = await openTestArchive(temporaryFolder())
  const counts = { agrees: 0, differs: 0, notInBooks: 0, notInSpv: 0, unreadable: 0, left: 0 }
  const { id } = agreements.put(
    { at: NOON, fileName: 'jurnal.csv', cui: CUI, direction: 'received', since: null, until: null, ...counts },
    matchLedger(own, ledger),
  )
  const { sheets } = await readXlsx((await agreementTable({ agreements }, id)).bytes)
  const [heads = [], ...rows] = sheets.find(({ name }) => name === sheet)?.rows ?? []
  const cell = (cells: readonly unknown[], head: string) => cells[heads.indexOf(head)] ?? null
  return Object.fromEntries(
    rows.map(cells => [cell(cells, 'Număr în SPV'), [cell(cells, 'Diferență'), cell(cells, 'Ce diferă')]]),
  )
}

test('W-04 an invoice booked with its amount to pay coincides with that one, and the row says so', async () => {
  const own = [invoice('A1', { total: '1210.00', payable: '210.00' }), invoice('A2'), invoice('A3', { payable: null })]
  expect(await shown('Coincid', own, [row('A1', { total: '210.00' }), row('A2'), row('A3')])).toEqual({
    A1: [0, 'suma de plată, nu totalul'],
    A2: [0, null],
    A3: [0, null],
  })
  expect(await shown('Coincid', own, [row('A1', { total: '1210.00' })])).toEqual({ A1: [0, null] })
  const other = { total: '210.00', date: '2026-10-06' }
  expect(await shown('Diferențe', own, [row('A1', other)])).toEqual({ A1: [0, 'data, suma de plată, nu totalul'] })
})

test('W-04 amounts of two currencies have no difference; a ledger that names none is in lei', async () => {
  const own = [invoice('A1', { currency: 'EUR' }), invoice('A2', { currency: 'EUR' }), invoice('A3'), invoice('A4')]
  const ledger = [
    row('A1', { total: '602.22', currency: 'RON' }),
    row('A2', { total: '602.22' }),
    row('A3', { total: '120.00' }),
    row('A4', { total: '120.00', currency: 'RON' }),
  ]
  expect(await shown('Diferențe', own, ledger)).toEqual({
    A1: [null, 'totalul, moneda'],
    A2: [null, 'totalul'],
    A3: [-1, 'totalul'],
    A4: [-1, 'totalul'],
  })
})

test('W-04 an invoice in another currency is compared with its total in lei, where it tells its rate', async () => {
  const units = (text: string) => parseDecimal(text) ?? 0n
  const inLei = { amount: units('602.22'), within: units('0.08') }
  const own = ['A1', 'A2'].map(number => invoice(number, { currency: 'EUR', inLei }))
  const ledger = [row('A1', { total: '602.25' }), row('A2', { total: '602.22', currency: 'RON' })]
  expect(await shown('Coincid', own, ledger)).toEqual({
    A1: [0.03, 'în lei, la cursul din TVA-ul facturii'],
    A2: [0, 'în lei, la cursul din TVA-ul facturii'],
  })
})
