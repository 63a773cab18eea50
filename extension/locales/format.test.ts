import { expect, test } from 'vitest'
import {
  daysUntil,
  formatAgo,
  formatAmount,
  formatDay,
  formatDecimal,
  formatMoment,
  formatShort,
  formatSpan,
  formatTime,
} from './format.ts'

const NBSP = '\u00a0'

test('U-07 amounts are written by locale, to the last digit of the XML', () => {
  expect(formatAmount('ro', '4718.11', 'RON')).toBe(`4.718,11${NBSP}lei`)
  expect(formatAmount('en', '4718.11', 'RON')).toBe(`4,718.11${NBSP}RON`)
  expect(formatAmount('ro', '28313.6', 'EUR')).toBe(`28.313,60${NBSP}EUR`)
  expect(formatAmount('ro', '12345678901234567.89', null)).toBe('12.345.678.901.234.567,89')
  expect(formatAmount('ro', '0.3333', null)).toBe('0,3333')
})

test('U-07 an axis has words of its language: Romanian has no short one for a thousand', () => {
  const short = (locale: 'ro' | 'en') => [0.5, 15_000, -500_000, 1_500_000].map(value => formatShort(locale, value))
  expect(short('ro')).toEqual(['0,5', '15.000', '-500.000', `1,5${NBSP}mil.`])
  expect(short('en')).toEqual(['0.5', '15k', '-500k', '1.5m'])
})

test('an amount that is not a number is shown as the XML has it', () => {
  expect(formatAmount('ro', 'n/a', null)).toBe('n/a')
  expect(formatDecimal('ro', '')).toBe('')
})

test('U-07 dates are written by locale', () => {
  expect(formatDay('ro', '2026-11-20')).toBe('20.11.2026')
  expect(formatDay('en', '2026-11-20')).toBe('20/11/2026')
  expect(formatDay('ro', 'mâine')).toBe('mâine')
  // An invoice may have any date.
  expect(formatDay('ro', '2026-02-31')).toBe('2026-02-31')
})

test('moments are shown in Romanian time, whatever the computer’s zone', () => {
  expect(formatMoment('ro', Date.parse('2026-11-20T22:30:00Z'))).toContain('21.11.2026')
  expect(formatMoment('ro', Date.parse('2026-11-20T22:30:00Z'))).toContain('00:30')
})

test('a time of today has no day, any other has its day', () => {
  const moment = Date.parse('2026-11-20T12:02:00Z')
  expect(formatTime('ro', moment, moment + 3_600_000)).toBe('14:02')
  expect(formatTime('ro', moment, moment + 86_400_000)).toContain('20.11.2026')
})

test('U-07 elapsed time is written in the locale’s words', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(formatAgo('ro', now - 6 * 60_000, now)).toBe('acum 6 minute')
  expect(formatAgo('ro', now - 25 * 60_000, now)).toBe('acum 25 de minute')
  expect(formatAgo('en', now - 3 * 3_600_000, now)).toBe('3 hours ago')
  expect(formatAgo('ro', now + 5000, now)).toBe('acum')
})

test('U-07 from 24 hours on, elapsed days are those of the Romanian calendar', () => {
  const now = Date.parse('2026-11-20T07:00:00Z') // 9:00 in Bucharest
  expect(formatAgo('ro', Date.parse('2026-11-19T08:00:00Z'), now)).toBe('acum 23 de ore')
  expect(formatAgo('ro', Date.parse('2026-11-19T07:00:00Z'), now)).toBe('ieri')
  expect(formatAgo('ro', Date.parse('2026-11-18T20:00:00Z'), now)).toBe('alaltăieri')
  expect(formatAgo('en', Date.parse('2026-11-18T22:30:00Z'), now)).toBe('yesterday')
  // The longest day of the year has 25 hours.
  expect(formatAgo('ro', Date.parse('2026-10-24T21:30:00Z'), Date.parse('2026-10-25T21:40:00Z'))).toBe('acum 24 de ore')
})

test('days are counted on the Romanian calendar', () => {
  const now = Date.parse('2026-11-20T21:59:00Z') // 23:59 in Bucharest
  expect(daysUntil(now + 60_000, now)).toBe(1)
  expect(daysUntil(now + 30_000, now)).toBe(0)
  expect(daysUntil(now - 86_400_000, now)).toBe(0)
  expect(daysUntil(Date.parse('2027-03-28T21:30:00Z'), Date.parse('2027-03-27T21:30:00Z'))).toBe(2)
})

test('U-07 a duration has its two largest units, and is never zero', () => {
  expect(formatSpan('ro', 0)).toBe('1 secundă')
  expect(formatSpan('ro', 22_000)).toBe('22 de secunde')
  expect(formatSpan('ro', 100_000)).toBe('2 minute')
  expect(formatSpan('ro', 10_000_000)).toBe('2 ore și 47 de minute')
  expect(formatSpan('en', 3_600_000)).toBe('1 hour')
})
