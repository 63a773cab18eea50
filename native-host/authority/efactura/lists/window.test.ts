import { expect, test } from 'vitest'
import { createServerClock, type ServerClock } from '../../wire/server-clock.ts'
import { acceptedWindow } from './window.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 6, 15, 12)

/** The service's clock after one answer of this moment, known to within a second; without a moment it is unknown. */
function clockAt(now: number, told?: string): ServerClock {
  const clock = createServerClock(() => now)
  clock.observeDate(told, now, now)
  return clock
}

test('E-13 both ends keep a distance from the limits of a clock known from an answer', () => {
  const clock = clockAt(NOW, new Date(NOW).toUTCString())
  const { earliest, latest } = clock.bounds()
  expect([earliest, latest]).toEqual([NOW, NOW + 1000])
  const { start, end } = acceptedWindow(undefined, undefined, clock) ?? expect.fail('no window')
  // The last page of a long list is read minutes after the first one, with the same start.
  expect(start - (latest - 60 * DAY)).toBe(120_000)
  expect(earliest - end).toBe(2_000)
})

test('E-13 the end keeps a wider distance from a clock that is not known yet', () => {
  const { start, end } = acceptedWindow(undefined, undefined, clockAt(NOW)) ?? expect.fail('no window')
  expect(start - (NOW - 60 * DAY)).toBe(120_000)
  expect(NOW - end).toBe(30_000)
})

test('E-13 a window within the limits is asked for as it is, and none where nothing is left', () => {
  const clock = clockAt(NOW)
  expect(acceptedWindow(NOW - 5 * DAY, NOW - 3 * DAY, clock)).toEqual({ start: NOW - 5 * DAY, end: NOW - 3 * DAY })
  expect(acceptedWindow(NOW - 90 * DAY, NOW - 60 * DAY, clock)).toBeUndefined()
  expect(acceptedWindow(NOW - 90 * DAY, NOW - 60 * DAY + 120_000, clock)).toBeUndefined()
  expect(acceptedWindow(NOW, NOW + DAY, clock)).toBeUndefined()
})

test('E-13 after a change of the clocks the later of both readings of 60 days counts', () => {
  // In spring the calendar's 60 days are an hour shorter, in autumn an hour longer, than 60 times 24 hours.
  const spring = Date.UTC(2026, 3, 20, 9)
  expect(acceptedWindow(0, spring, clockAt(spring))?.start).toBe(spring - 60 * DAY + 3_600_000 + 120_000)
  const autumn = Date.UTC(2026, 10, 20, 9)
  expect(acceptedWindow(0, autumn, clockAt(autumn))?.start).toBe(autumn - 60 * DAY + 120_000)
})
