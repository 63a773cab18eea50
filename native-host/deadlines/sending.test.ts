import { expect, test } from 'vitest'
import { parseOwnDays } from './own-days.ts'
import { lastDayToSend } from './sending.ts'

const last = (issued: string | null, seller: string | null = '14399840', own = parseOwnDays('', '')) =>
  lastDayToSend(issued, seller, own)

test.each([
  ['a Monday in an ordinary week ends the next Monday', '2026-03-02', '2026-03-09'],
  ['a Saturday counts from the Monday after', '2026-03-07', '2026-03-13'],
  ['Good Friday and Easter Monday are not counted', '2026-04-06', '2026-04-15'],
  ['the holidays around New Year are not counted', '2026-12-28', '2027-01-05'],
  ['two holidays at the end of November are not counted', '2026-11-27', '2026-12-08'],
  ['the rule begins with invoices of its first day', '2026-01-01', '2026-01-13'],
  ['there is no day after the year 9999', '9999-12-29', '9999-12-31'],
])('W-05 five working days: %s', (_, issued, day) => {
  expect(last(issued)).toBe(day)
})

test('W-05 invoices from before the rule, and days that do not exist, have no last day', () => {
  expect(last('2025-12-31')).toBeUndefined()
  expect(last('2026-02-31')).toBeUndefined()
  expect(last('soon')).toBeUndefined()
  expect(last(null)).toBeUndefined()
})

test('W-05 suppliers known by a CNP are obliged from June 2026 on', () => {
  expect(last('2026-05-29', '1800101221144')).toBeUndefined()
  expect(last('2026-06-01', '1800101221144')).toBe('2026-06-08')
})

test('W-05 a person’s file can free a day or make up for it', () => {
  const own = { free: new Set(['2026-03-04']), working: new Set(['2026-03-07']) }
  expect(last('2026-03-02', null, { ...own, working: new Set() })).toBe('2026-03-10')
  expect(last('2026-03-02', null, own)).toBe('2026-03-09')
})
