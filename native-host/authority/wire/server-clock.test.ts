import { expect, test } from 'vitest'
import { createServerClock } from './server-clock.ts'

const HOUR = 3_600_000
const date = (moment: number) => new Date(moment).toUTCString()

test('E-13 the bounds enclose the service’s time, and narrow with every answer', () => {
  const skew = 90_750
  let now = 1_000_000
  const clock = createServerClock(() => now)
  expect(clock.bounds()).toEqual({ earliest: now, latest: now })
  expect(clock.known).toBe(false)
  const widths: number[] = []
  for (let n = 0; n < 20; n++) {
    const sentAt = now
    now += 310
    clock.observeDate(date(sentAt + 150 + skew), sentAt, now)
    const { earliest, latest } = clock.bounds()
    expect(earliest).toBeLessThanOrEqual(now + skew)
    expect(latest).toBeGreaterThanOrEqual(now + skew)
    widths.push(latest - earliest)
    now += 137
  }
  expect(widths[0]).toBeLessThanOrEqual(1310)
  expect(widths.at(-1)).toBeLessThan(700)
})

test('E-13 a clock that is set anew is followed', () => {
  let now = 10 * HOUR
  const clock = createServerClock(() => now)
  clock.observeDate(date(now), now, now)
  now += HOUR
  clock.observeDate(date(now - HOUR), now, now)
  expect(clock.bounds().latest).toBeLessThan(now - HOUR + 2000)
})

test('E-13 a moment that the service quotes counts more than the Date header', () => {
  const now = 10 * HOUR
  const clock = createServerClock(() => now)
  clock.observeDate(date(now), now, now)
  clock.observeQuote(now - HOUR, now, now)
  clock.observeDate(date(now), now, now)
  expect(clock.bounds()).toEqual({ earliest: now - HOUR, latest: now - HOUR + 1000 })
})

test('E-13 the first quote takes the place of every Date header, and further ones close in on it', () => {
  const now = 10 * HOUR
  const clock = createServerClock(() => now)
  clock.observeDate(date(now), now, now)
  for (const [quoted, least, most] of [
    [500, 500, 1500],
    [900, 900, 1500],
    [400, 900, 1400],
    // The clock was set: earlier knowledge no longer fits.
    [5000, 5000, 6000],
  ] as const) {
    clock.observeQuote(now + quoted, now, now)
    expect([quoted, clock.bounds()]).toEqual([quoted, { earliest: now + least, latest: now + most }])
  }
})

test('a missing or unreadable Date header teaches nothing', () => {
  const clock = createServerClock(() => 5)
  clock.observeDate(undefined, 0, 5)
  clock.observeDate('soon', 0, 5)
  expect(clock.known).toBe(false)
})
