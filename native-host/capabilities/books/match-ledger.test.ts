import { expect, test } from 'vitest'
import type { BookRow, OwnInvoice } from './ledger-entries.ts'
import { matchLedger } from './match-ledger.ts'

let ids = 3000
const invoice = (number: string, change: Partial<OwnInvoice> = {}): OwnInvoice => ({
  id: String(++ids),
  number,
  cui: '361757',
  name: 'Alfa SRL',
  date: '2026-10-05',
  total: '121.00',
  payable: '121.00',
  inLei: null,
  currency: 'RON',
  ...change,
})
let rows = 1
const row = (number: string, change: Partial<BookRow> = {}): BookRow => ({
  row: ++rows,
  number,
  cui: '361757',
  name: null,
  date: '2026-10-05',
  total: '121.00',
  net: null,
  currency: null,
  problem: null,
  ...change,
})
const findings = (own: OwnInvoice[], ledger: BookRow[]) =>
  matchLedger(own, ledger).map(({ finding, differences, invoice: one, ledger: other }) =>
    [one?.number ?? '–', other?.number ?? '–', finding, ...differences].join(' '),
  )

test('W-04 zeros, spaces, hyphens, a missing series and the words around it make no other number', () => {
  for (const [own, booked] of [
    ['FCT-1001', 'fct 001001'],
    ['FCT1001', 'Seria FCT nr. 1001'],
    ['0001001', '1001'],
    ['FCT-1001', '1001'],
    ['1001', 'FCT 1001'],
    ['ȘT 7/2026', 'st 7 / 2026'],
  ] as const)
    expect(findings([invoice(own)], [row(booked)])).toEqual([`${own} ${booked} agrees`])
})

test('W-04 other series are other invoices, and one number of two partners is two invoices', () => {
  const own = [
    invoice('A 1', { total: '10.00' }),
    invoice('B 1', { total: '20.00' }),
    invoice('A 1', { cui: '14399840' }),
  ]
  expect(findings(own, [row('C 1', { total: '30.00' })]).toSorted()).toEqual([
    'A 1 – not-in-books',
    'A 1 – not-in-books',
    'B 1 – not-in-books',
    '– C 1 not-in-spv',
  ])
  // "1" alone could be the same partner's A 1 or B 1: the total decides.
  expect(findings(own, [row('1', { total: '20.00' })])).toContain('B 1 1 agrees')
})

test('W-04 what differs is named: total, sign, date, currency, partner, number', () => {
  expect(findings([invoice('A1')], [row('A1', { total: '120.99' })])).toEqual(['A1 A1 differs total'])
  expect(findings([invoice('A1', { total: '-121.00', payable: '-121.00' })], [row('A1')])).toEqual([
    'A1 A1 differs sign',
  ])
  expect(findings([invoice('A1')], [row('A1', { date: '2026-10-06' })])).toEqual(['A1 A1 differs date'])
  expect(findings([invoice('A1', { currency: 'EUR' })], [row('A1', { currency: 'RON' })])).toEqual([
    'A1 A1 differs currency',
  ])
  expect(findings([invoice('A1')], [row('A1', { cui: '14399840' })])).toEqual(['A1 A1 differs cui'])
  expect(findings([invoice('A1')], [row('7788')])).toEqual(['A1 7788 differs number'])
  expect(findings([invoice('2026-1001')], [row('1001')])).toEqual(['2026-1001 1001 differs number'])
})

test('W-04 a ledger without CUIs is joined by number, with RO before it by its digits', () => {
  expect(findings([invoice('A1')], [row('A 01', { cui: null })])).toEqual(['A1 A 01 agrees'])
  expect(findings([invoice('A1')], [row('A1', { cui: 'RO 361757' })])).toEqual(['A1 A1 agrees'])
})

test('W-04 one code is one however it is written, and a dash, a word or zeros are none', () => {
  for (const [own, booked] of [
    ['DE123456789', 'de 123 456 789'],
    ['IE6388047V', '6388047V'],
    ['EL123456789', 'GR-123456789'],
  ] as const)
    expect(findings([invoice('A1', { cui: own })], [row('A1', { cui: booked, total: '99.00' })])).toEqual([
      'A1 A1 differs total',
    ])
  // Thirteen zeros: the seller does not tell the CNP.
  for (const own of ['361757', '0000000000000', null])
    for (const booked of ['-', 'persoană fizică', '0', ...(own === '361757' ? [] : ['1800101221144'])]) {
      const one = invoice('FCT 1', { cui: own })
      expect(findings([one], [row('FCT 1', { cui: booked, total: '99.00' })])).toEqual(['FCT 1 FCT 1 differs total'])
      expect(findings([one], [row('1', { cui: booked })])).toEqual(['FCT 1 1 agrees'])
    }
})

test('W-04 what is left to pay counts as the total too, and rows by rate are added up', () => {
  const prepaid = invoice('A1', { payable: '21.00' })
  expect(findings([prepaid], [row('A1', { total: '21.00' })])).toEqual(['A1 A1 agrees'])
  const booked = ['21.00', '121.00', '22.00']
  const payables = booked.map(total => matchLedger([prepaid], [row('A1', { total })])[0]?.payable)
  expect(payables).toEqual(['21.00', undefined, undefined])
  expect(findings([invoice('A1')], [row('A1', { total: '100.00' }), row('A1', { total: '21.00' })])).toEqual([
    'A1 A1 agrees',
  ])
  const byRate = [row('A1', { net: '60.00' }), row('A1', { net: '40.00' })]
  expect(findings([invoice('A1')], byRate)).toEqual(['A1 A1 agrees'])
})

test('W-04 an invoice that is booked twice is said', () => {
  expect(findings([invoice('A1')], [row('A1'), row('A 1')])).toEqual(['A1 A1 differs repeated'])
})

test('W-04 rows that cannot be compared are in the result, with their reason', () => {
  const [wrong] = matchLedger([], [row('A1', { total: null, problem: 'wrong-total' })])
  expect(wrong).toMatchObject({ finding: 'unreadable', ledger: { number: 'A1', problem: 'wrong-total' } })
  expect(findings([invoice('A1')], [row('A1', { date: null, problem: 'wrong-date' })])).toEqual(['A1 A1 agrees'])
})

test('W-04 nothing of either side is lost, and 20,000 against 20,000 take seconds', () => {
  const own = Array.from({ length: 20_000 }, (_, n) => invoice(`FCT-${n}`, { cui: String(100_000 + (n % 300)) }))
  const books = own
    .filter((_, n) => n % 10 !== 0)
    .map(({ number, cui }) => row(number.replace('FCT-', 'FCT 00'), { cui }))
  const result = matchLedger(own, [...books, row('X 1', { total: '5.00', date: '2020-01-01' })])
  const counts = Map.groupBy(result, ({ finding }) => finding)
  expect([...counts].map(([finding, { length }]) => `${finding} ${length}`).toSorted()).toEqual([
    'agrees 18000',
    'not-in-books 2000',
    'not-in-spv 1',
  ])
})

test('W-04 100,000 rows that are all alike take seconds, too', () => {
  const own = Array.from({ length: 2000 }, (_, n) => invoice(`A ${n}`))
  const result = matchLedger(
    own,
    Array.from({ length: 100_000 }, (_, n) => row(`X ${n % 50_000}`)),
  )
  expect(result.filter(({ finding }) => finding === 'not-in-spv').length + 2000).toBeLessThanOrEqual(52_000)
  expect(result.filter(({ invoice: one }) => one !== null)).toHaveLength(2000)
})

test('W-04 a supplier who counts from 1 each year has an invoice for each, and so has the ledger', () => {
  const own = [
    invoice('1', { date: '2025-01-09', total: '10.00', payable: null }),
    invoice('1', { date: '2026-01-12', total: '20.00', payable: null }),
  ]
  const rows = [row('1', { date: '2025-01-09', total: '10.00' }), row('1', { date: '2026-01-12', total: '21.00' })]
  expect(findings(own, rows)).toEqual(['1 1 agrees', '1 1 differs total'])
  // A row of another rate need not repeat the date, and a year on only one side stays alone.
  const rates = [row('1', { date: '2026-01-12', total: '15.00' }), row('1', { date: null, total: '5.00' })]
  expect(findings(own, rates).toSorted()).toEqual(['1 1 agrees', '1 – not-in-books'])
  expect(findings(own.slice(1), [row('1', { date: '2024-01-09' }), ...rates])).toEqual(['1 1 agrees', '– 1 not-in-spv'])
})

test('W-04 an invoice and its storno under one number are two, if the ledger has both', () => {
  const own = [invoice('A1'), invoice('A1', { total: '-121.00', payable: '-121.00' })]
  expect(findings(own, [row('A1', { total: '-121.00' }), row('A1')])).toEqual(['A1 A1 agrees', 'A1 A1 agrees'])
})

test('W-04 rows whose number has neither letters nor digits are no document together', () => {
  expect(findings([], [row('-', { total: '1.00' }), row('-', { total: '2.00' })])).toEqual([
    '– - not-in-spv',
    '– - not-in-spv',
  ])
})

test('W-04 an invoice that is in SPV twice is missing once if it is booked once', () => {
  const twice = [invoice('A1'), invoice('A1')]
  expect(findings(twice, [row('A1')])).toEqual(['A1 A1 agrees', 'A1 – not-in-books'])
  expect(findings(twice, [row('A1'), row('A1')])).toEqual(['A1 A1 agrees', 'A1 A1 agrees'])
  expect(findings([...twice, invoice('A1')], [row('A1'), row('A1')])).toEqual([
    'A1 A1 agrees',
    'A1 A1 agrees',
    'A1 – not-in-books',
  ])
})

test('W-04 without CUIs, one number of two partners is two invoices', () => {
  const own = [invoice('1'), invoice('1', { cui: '14399840', total: '242.00', payable: '242.00' })]
  const [alfa, beta] = [
    row('1', { cui: null, name: 'Alfa' }),
    row('1', { cui: null, name: 'Beta', total: '242.00', date: null }),
  ]
  expect(findings(own, [alfa, beta])).toEqual(['1 1 agrees', '1 1 agrees'])
  expect(findings(own, [alfa])).toEqual(['1 1 agrees', '1 – not-in-books'])
  expect(findings(own.slice(0, 1), [alfa, beta])).toEqual(['1 1 agrees', '– 1 not-in-spv'])
  // Names of articles are no partners: together the rows are one invoice.
  const lines = [
    row('1', { cui: null, name: 'Marfă', total: '100.00' }),
    row('1', { cui: null, name: 'Transport', total: '21.00' }),
  ]
  expect(findings(own.slice(0, 1), lines)).toEqual(['1 1 agrees'])
  // A row that repeats no name belongs to the one before it.
  const rates = [row('1', { cui: null, name: 'Beta', total: '200.00' }), row('1', { cui: null, total: '42.00' }), alfa]
  expect(findings(own, rates)).toEqual(['1 1 agrees', '1 1 agrees'])
})
