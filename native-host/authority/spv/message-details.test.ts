import { expect, test } from 'vitest'
import { parseReceipt, parseServedOn } from './message-details.ts'

const NOTHING = {
  cui: null,
  form: null,
  registrationNumber: null,
  uploadIndex: null,
  registeredOn: null,
  period: null,
}

test('the details of a RECIPISA name CIF, form, registration number, day and period', () => {
  const seen =
    'recipisa pentru CIF 8000000000, tip D112, numar_inregistrare INTERNT-130000000-2017/20-12-2017, perioada raportare 11.2017'
  expect(parseReceipt(seen)).toEqual({
    cui: '8000000000',
    form: 'D112',
    registrationNumber: 'INTERNT-130000000-2017',
    uploadIndex: '130000000',
    registeredOn: '2017-12-20',
    period: { year: 2017, month: 11 },
  })
})

test('other spellings are read alike', () => {
  const spelled =
    'Recipisă pentru CIF: RO8000000000; tip: d300; număr_înregistrare = internt-7-2026 din 02.01.2026; perioada de raportare: 2025'
  expect(parseReceipt(spelled)).toEqual({
    cui: '8000000000',
    form: 'D300',
    registrationNumber: 'INTERNT-7-2026',
    uploadIndex: '7',
    registeredOn: '2026-01-02',
    period: { year: 2025, month: null },
  })
})

test('a number from a counter may have slashes and names no upload index', () => {
  expect(parseReceipt('numar_inregistrare 12/34-A/2026/05-03-2026')).toEqual({
    ...NOTHING,
    registrationNumber: '12/34-A/2026',
    registeredOn: '2026-03-05',
  })
  for (const number of [
    'XINTERNT-1-2026',
    'INTERNT-1-20266',
    'INTERNT-1',
    'INTERNT-x-2026',
    `INTERNT-${'1'.repeat(21)}-2026`,
  ])
    expect(parseReceipt(`numar_inregistrare ${number}`)).toEqual({
      ...NOTHING,
      registrationNumber: number.toUpperCase(),
    })
  expect(parseReceipt('numar_inregistrare 12345')).toEqual({ ...NOTHING, registrationNumber: '12345' })
})

test('a part that is missing, worded otherwise or impossible is null, and the others are read', () => {
  expect(parseReceipt('')).toEqual(NOTHING)
  expect(parseReceipt('Documentul dumneavoastră a fost înregistrat')).toEqual(NOTHING)
  expect(parseReceipt('numar_inregistrare INTERNT-1-2026/31-02-2026, perioada raportare 13.2026')).toEqual({
    ...NOTHING,
    registrationNumber: 'INTERNT-1-2026',
    uploadIndex: '1',
  })
  const monthOf = (month: string) => parseReceipt(`perioada raportare ${month}.2026`).period?.month
  expect(['00', '1', '12', '13'].map(monthOf)).toEqual([undefined, 1, 12, undefined])
  expect(parseReceipt(`tip ${'x'.repeat(100_000)} cif ${'9'.repeat(100_000)}`).cui).toBeNull()
})

test('the day on which an act counts as served is read, never calculated', () => {
  expect(parseServedOn('Decizie de impunere nr. 12/01.11.2026, data comunicării: 16.11.2026')).toBe('2026-11-16')
  expect(parseServedOn('Somația se consideră comunicată la data de 05-03-2026.')).toBe('2026-03-05')
  expect(parseServedOn('Decizie de impunere nr. 12/01.11.2026')).toBeNull()
  expect(parseServedOn('Comunicat de presă. Termen 16.11.2026')).toBeNull()
  expect(parseServedOn('data comunicarii: 32.11.2026')).toBeNull()
})
