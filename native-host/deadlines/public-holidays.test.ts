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

// In 2026 Whit Monday is the 1st of June, which is free anyway.
test.each([
  [2024, '05-03 05-05 05-06 06-23 06-24'],
  [2025, '04-18 04-20 04-21 06-08 06-09'],
  [2027, '04-30 05-02 05-03 06-20 06-21'],
  [2028, '04-14 04-16 04-17 06-04 06-05'],
  [2029, '04-06 04-08 04-09 05-27 05-28'],
  [2030, '04-26 04-28 04-29 06-16 06-17'],
])('W-05 Good Friday, Easter and Whitsun of %d are %s', (year, days) => {
  const moving = days.split(' ').map(day => `${year}-${day}`)
  expect(publicHolidays(year).size).toBe(17)
  expect(moving.filter(day => !publicHolidays(year).has(day))).toEqual([])
})
