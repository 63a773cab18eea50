import { expect, test } from 'vitest'
import { reportedOf } from './filter-values.ts'

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
