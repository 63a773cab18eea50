import { expect, test } from 'vitest'
import { formatFullDay, monthSheet, readDay, shiftMonth } from './days.ts'

test.each([
  ['20.11.2026', '2026-11-20'],
  [' 1/2/26 ', '2026-02-01'],
  ['5 1', '2026-01-05'],
  ['04042019', '2019-04-04'],
  ['2025-12-31', '2025-12-31'],
  ['31.02.2026', undefined],
  ['20.11.20260', undefined],
  ['ieri', undefined],
  ['', undefined],
])('U-07 a typed day "%s" is %s', (text, day) => {
  expect(readDay(text, '2026-11-22')).toBe(day)
})

test('U-07 a month is a sheet in the language of the page, with weeks from Monday on', () => {
  const { name, weekdays, weeks } = monthSheet('2026-11-22', 'ro')
  expect([name, weekdays[0], weeks.length]).toEqual(['noiembrie 2026', 'lun.', 6])
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2026-10-26', '2026-12-06'])
  expect(monthSheet('2027-02-01', 'en')).toMatchObject({ name: 'February 2027', weeks: { length: 4 } })
  expect(formatFullDay('ro', '2026-11-20')).toBe('vineri, 20 noiembrie 2026')
})

test('a month later is the last day of a shorter one', () => {
  expect([shiftMonth('2026-01-31', 1), shiftMonth('2026-01-15', -1)]).toEqual(['2026-02-28', '2025-12-15'])
})
