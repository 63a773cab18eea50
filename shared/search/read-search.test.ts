import { expect, test } from 'vitest'
import { readSearch, type SearchTerm } from './read-search.ts'

const TODAY = '2026-11-22' // a Sunday
const read = (search: string) => readSearch(search, TODAY).map(meaning)

/** A term, abbreviated. */
function meaning(term: SearchTerm): unknown {
  if (term.kind === 'text') return term.amount === null ? term.text : [term.text, term.amount]
  if (term.kind === 'amount') return [term.from, term.to, ...(term.isSigned ? ['signed'] : [])]
  return term.kind === 'currency' ? term.currency : `${term.since} – ${term.until}`
}

test.each([
  ['1.234,50', [[123450, 123450]]],
  ['1,234.50', [[123450, 123450]]],
  ['1234,5', [[123450, 123450]]],
  ['-238,00', [[-23800, -23800, 'signed']]],
  ['>1000', [[100001, null]]],
  ['> 1.000', [[100001, null]]],
  [
    '>=1000 <2.000,00',
    [
      [100000, null],
      [null, 199999],
    ],
  ],
  ['peste 500 lei', [[50001, null], 'RON']],
  ['peste 1000 de lei', [[100001, null], 'RON']],
  ['4.718,11 de lei', [[471811, 471811], 'RON']],
  ['sub 10', [[null, 999]]],
  ['100..200,5', [[10000, 20050]]],
  ['<0', [[null, -1, 'signed']]],
  ['4.718,11 lei', [[471811, 471811], 'RON']],
  ['250 eur', [[25000, 25000], 'EUR']],
  ['500lei', [[50000, 50000], 'RON']],
  ['>1.000€', [[100001, null], 'EUR']],
])('W-02 the search %s means the amounts %j', (search, terms) => {
  expect(read(search)).toEqual(terms)
})

test('W-02 a bare number may be part of a number, a CUI or an amount', () => {
  expect(read('1234')).toEqual([['1234', 123400]])
  expect(read('1.234')).toEqual([['1.234', 123400]])
  expect(read('2026')).toEqual([['2026', 202600]])
})

test.each([
  ['luna trecută', '2026-10-01 – 2026-10-31'],
  ['Luna asta', '2026-11-01 – 2026-11-30'],
  ['last month', '2026-10-01 – 2026-10-31'],
  ['azi', '2026-11-22 – 2026-11-22'],
  ['ieri', '2026-11-21 – 2026-11-21'],
  ['săptămâna trecută', '2026-11-09 – 2026-11-15'],
  ['trimestrul trecut', '2026-07-01 – 2026-09-30'],
  ['anul trecut', '2025-01-01 – 2025-12-31'],
  ['octombrie', '2026-10-01 – 2026-10-31'],
  ['decembrie', '2025-12-01 – 2025-12-31'],
  ['oct 2026', '2026-10-01 – 2026-10-31'],
  ['Oct. 2025', '2025-10-01 – 2025-10-31'],
  ['february 2024', '2024-02-01 – 2024-02-29'],
  ['10.2026', '2026-10-01 – 2026-10-31'],
  ['2026-10', '2026-10-01 – 2026-10-31'],
  ['15.10.2026', '2026-10-15 – 2026-10-15'],
  ['15/10/2026', '2026-10-15 – 2026-10-15'],
  ['2026-10-15', '2026-10-15 – 2026-10-15'],
  ['1.10.2026..15.10.2026', '2026-10-01 – 2026-10-15'],
  ['trim III 2026', '2026-07-01 – 2026-09-30'],
  ['T4 2025', '2025-10-01 – 2025-12-31'],
  ['anul 2024', '2024-01-01 – 2024-12-31'],
  ['luna octombrie', '2026-10-01 – 2026-10-31'],
  ['luna decembrie 2024', '2024-12-01 – 2024-12-31'],
  ['15 octombrie 2026', '2026-10-15 – 2026-10-15'],
  ['1 decembrie', '2025-12-01 – 2025-12-01'],
  ['3 oct 2026', '2026-10-03 – 2026-10-03'],
  ['3 oct', '2026-10-03 – 2026-10-03'],
  ['luna dec.', '2025-12-01 – 2025-12-31'],
  ['trimestrul III', '2026-07-01 – 2026-09-30'],
  ['trim. 4', '2026-10-01 – 2026-12-31'],
  ['01.10.2026 - 15.10.2026', '2026-10-01 – 2026-10-15'],
  ['1.10.2026-15.10.2026', '2026-10-01 – 2026-10-15'],
  ['10.2026 .. 11.2026', '2026-10-01 – 2026-11-30'],
  ['2026-10-01 – 2026-10-15', '2026-10-01 – 2026-10-15'],
  ['ultimele 30 de zile', '2026-10-24 – 2026-11-22'],
  ['last 2 weeks', '2026-11-09 – 2026-11-22'],
])('W-02 the search %s means the days %s', (search, period) => {
  expect(read(search)).toEqual([period])
})

test.each([
  ['Ștefan & Fiii SRL', ['stefan', '&', 'fiii', 'srl']],
  ['FCT/2026-77', ['fct/2026-77']],
  ['12/2026', ['12/2026']],
  ['oct', ['oct']],
  ['31.02.2026', ['31.02.2026']],
  ['13.2026', ['13.2026']],
  ['T3', ['t3']],
  ['22 mm', [['22', 2200], 'mm']],
  ['12abc', ['12abc']],
  ['"octombrie" „>1000”', ['octombrie', '>1000']],
  ['peste Prut', ['peste', 'prut']],
  ['baterii de mașină', ['baterii', 'de', 'masina']],
  ['>', ['>']],
  ['1.2.3', ['1.2.3']],
  ['1..', ['1..']],
  ['  ', []],
])('W-02 the search %s means the texts %j', (search, texts) => {
  expect(read(search)).toEqual(texts)
})

test('W-02 terms of all kinds stand side by side, each with the words that it was read from', () => {
  expect(readSearch('romtest luna trecută >1000 lei', TODAY)).toEqual([
    { kind: 'text', written: 'romtest', text: 'romtest', amount: null },
    { kind: 'period', written: 'luna trecută', since: '2026-10-01', until: '2026-10-31' },
    { kind: 'amount', written: '>1000', from: 100001, to: null, isSigned: false },
    { kind: 'currency', written: 'lei', currency: 'RON' },
  ])
})

test('H-01 of a pasted page the first hundred terms count', () => {
  expect(readSearch('cuvânt '.repeat(5000), TODAY)).toHaveLength(100)
})
