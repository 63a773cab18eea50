import { expect, test } from 'vitest'
import { formatMonth, monthAfter, periodFilters, periodOf } from './period.ts'

const NOW = Date.parse('2026-11-30T23:00:00Z') // the 1st of December in Romania

test('W-06 the address names the period; without one it is the latest twelve months, whenever it is opened', () => {
  const usual = { months: 12, until: '2026-12' }
  expect(periodOf({}, NOW)).toEqual(usual)
  expect(periodFilters(usual, NOW)).toEqual({})
  const asked = { months: 3, until: '2026-09' }
  expect(periodOf(periodFilters(asked, NOW), NOW)).toEqual(asked)
  expect(periodOf({ months: '7', until: '2027-01' }, NOW)).toEqual(usual)
  expect(periodOf({ months: 'x', until: '2026-13' }, NOW)).toEqual(usual)
})

test('W-06 months go over the year, and have names in both languages', () => {
  expect([monthAfter('2026-01', -1), monthAfter('2026-12', 1)]).toEqual(['2025-12', '2027-01'])
  expect([formatMonth('ro', '2026-11'), formatMonth('en', '2026-11')]).toEqual(['noiembrie 2026', 'November 2026'])
})
