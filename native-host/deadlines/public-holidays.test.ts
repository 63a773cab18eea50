import { expect, test } from 'vitest'
import { orthodoxEaster, publicHolidays } from './public-holidays.ts'

test.each([
  '2018-04-08',
  '2019-04-28',
  '2020-04-19',
  '2021-05-02',
  '2022-04-24',
  '2023-04-16',
  '2024-05-05',
  '2025-04-20',
  '2026-04-12',
  '2027-05-02',
  '2028-04-16',
  '2029-04-08',
  '2030-04-28',
])('W-05 Orthodox Easter is on %s', day => {
  expect(orthodoxEaster(Number(day.slice(0, 4)))).toBe(day)
})

test('W-05 the public holidays of 2026 are those of the Labour Code', () => {
  expect([...publicHolidays(2026)].sort()).toEqual([
    '2026-01-01',
    '2026-01-02',
    '2026-01-06',
    '2026-01-07',
    '2026-01-24',
    '2026-04-10',
    '2026-04-12',
    '2026-04-13',
    '2026-05-01',
    '2026-05-31',
    '2026-06-01',
    '2026-08-15',
    '2026-11-30',
    '2026-12-01',
    '2026-12-25',
    '2026-12-26',
  ])
})
