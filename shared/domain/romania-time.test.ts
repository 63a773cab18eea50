import { expect, test } from 'vitest'
import { daysBefore, parseMailMoment, parseWrittenDay } from './romania-time.ts'

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
  // The clocks skipped half past three that night: the moment after it counts.
  expect(daysBefore(Date.parse('2026-05-28T00:30:00Z'), 60)).toBe(Date.parse('2026-03-29T01:30:00Z'))
})
