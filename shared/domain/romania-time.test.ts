import { expect, test } from 'vitest'
import {
  daysBefore,
  formatListMoment,
  formatQuotedMoment,
  isCalendarDay,
  parseListMoment,
  parseMailMoment,
  parseQuotedMoment,
  parseWrittenDay,
  romaniaDay,
  romaniaDayStart,
} from './romania-time.ts'

test('S-03 a moment of the mailbox is Romania’s, with its time or at the start of its day', () => {
  expect(parseMailMoment('20.12.2017 13:05:09')).toEqual({ at: Date.UTC(2017, 11, 20, 11, 5, 9), hasTime: true })
  expect(parseMailMoment(' 01.07.2026 00:00:00 ')).toEqual({ at: Date.UTC(2026, 5, 30, 21), hasTime: true })
  expect(parseMailMoment('20.12.2017')).toEqual({ at: Date.UTC(2017, 11, 19, 22), hasTime: false })
  expect(parseMailMoment('20-12-2017')).toEqual({ at: Date.UTC(2017, 11, 19, 22), hasTime: false })
})

test('a text of another form gives no moment', () => {
  for (const text of ['', '31.02.2026', '20.12.2017 25:00:00', '20.12.17', '2017-12-20', '20.12.2017 13', 'ieri'])
    expect(parseMailMoment(text), text).toBeUndefined()
})

test('a written day is read if it exists', () => {
  expect(parseWrittenDay('05.03.2026')).toBe('2026-03-05')
  expect(parseWrittenDay('5-3-2026')).toBe('2026-03-05')
  expect(parseWrittenDay('30.02.2026')).toBeUndefined()
  expect(parseWrittenDay('05.03.2026 10:00:00')).toBeUndefined()
})

test('60 days ago is within 60 days by the calendar and by the hours, whichever way the clocks changed', () => {
  const hours = (iso: string) => {
    const now = Date.parse(iso)
    return (now - daysBefore(now, 60)) / 3_600_000
  }
  expect(hours('2026-02-20T10:00:00Z')).toBe(60 * 24)
  expect(hours('2026-04-20T10:00:00Z')).toBe(60 * 24 - 1)
  expect(hours('2026-07-20T10:00:00Z')).toBe(60 * 24)
  expect(hours('2026-11-20T10:00:00Z')).toBe(60 * 24)
  // The clocks skipped half past three that night: the moment after the gap counts.
  expect(daysBefore(Date.parse('2026-05-28T00:30:00Z'), 60)).toBe(Date.parse('2026-03-29T01:30:00Z'))
})

test('the moments of the lists and of the notes about them are Romania’s, and are written as they are read', () => {
  const winter = Date.UTC(2026, 0, 5, 7, 4, 9)
  expect(parseListMoment('202601050904')).toBe(Date.UTC(2026, 0, 5, 7, 4))
  expect(parseListMoment(' 202607050904 ')).toBe(Date.UTC(2026, 6, 5, 6, 4))
  expect(parseQuotedMoment('05-01-2026 09:04:09')).toBe(winter)
  expect(parseQuotedMoment(' 05-07-2026 09:04:09 ')).toBe(Date.UTC(2026, 6, 5, 6, 4, 9))
  expect(formatListMoment(winter)).toBe('202601050904')
  expect(formatQuotedMoment(winter)).toBe('05-01-2026 09:04:09')
  for (const text of ['', '2026010509', '2026010509041', 'x202601050904', '202602310904', '202601052504'])
    expect(parseListMoment(text), text).toBeUndefined()
  for (const text of [
    '',
    '05.01.2026 09:04:09',
    '05-01-2026',
    'x05-01-2026 09:04:09',
    '05-01-2026 09:04:09x',
    '31-02-2026 09:04:09',
  ])
    expect(parseQuotedMoment(text), text).toBeUndefined()
})

test('a day begins and ends at midnight in Romania', () => {
  expect(romaniaDay(Date.UTC(2026, 6, 5, 20, 59))).toBe('2026-07-05')
  expect(romaniaDay(Date.UTC(2026, 6, 5, 21))).toBe('2026-07-06')
  expect(romaniaDayStart('2026-07-06')).toBe(Date.UTC(2026, 6, 5, 21))
  expect(romaniaDayStart('2026-01-06')).toBe(Date.UTC(2026, 0, 5, 22))
})

test('a calendar day exists and is written in full', () => {
  expect(isCalendarDay('2028-02-29')).toBe(true)
  for (const text of ['2026-02-29', '2026-02-31', '2026-2-3', '20260203', '2026-13-01', '', 'ieri'])
    expect(isCalendarDay(text), text).toBe(false)
})
