import { expect, test } from 'vitest'
import { amountsOf, reportedOf } from './filter-values.ts'

const NOON = Date.UTC(2026, 10, 22, 10)

test.each([
  ['10.2026', '2026-10'],
  ['octombrie', '2026-10'],
  ['luna trecută', '2026-10'],
  ['2025', '2025'],
  ['anul trecut', '2025'],
  ['15.10.2026', undefined],
  ['trimestrul trecut', undefined],
  ['ceva', undefined],
])('W-02 the declared period of "%s" is %s', (words, reported) => {
  expect(reportedOf(words, NOON)).toBe(reported)
})

test.each([
  ['>1000', { from: 100_001, to: null, isSigned: false }],
  ['1.234,50', { from: 123_450, to: 123_450, isSigned: false }],
  ['500', { from: 50_000, to: 50_000, isSigned: false }],
  ['100..200', { from: 10_000, to: 20_000, isSigned: false }],
  ['mult', undefined],
  ['>1000 eur', undefined],
] as const)('W-02 the amount of "%s" is %o', (words, amount) => {
  expect(amountsOf(words, NOON)).toEqual(amount)
})
