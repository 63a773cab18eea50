import { expect, test } from 'vitest'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { FIRST_CHECK, pauseBeforeCheck } from '../../jobs/schedule.ts'
import { nextCheck } from './upload-schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CREATED = Date.parse('2026-11-20T22:30:00Z')

test('E-09 checks back off from 2 s to an hour and stay below 100 a calendar day', () => {
  const perDay = new Map<string, number>()
  const pauses: number[] = []
  for (let at = CREATED + FIRST_CHECK; at < CREATED + 5 * DAY; ) {
    perDay.set(romaniaDay(at), (perDay.get(romaniaDay(at)) ?? 0) + 1)
    const next = nextCheck({ state: 'processing', createdAt: CREATED }, at) ?? Number.POSITIVE_INFINITY
    pauses.push(next - at)
    at = next
  }
  expect(pauses.slice(0, 6)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000])
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBe(3_600_000)
  expect(Math.max(...perDay.values())).toBeLessThan(70)
})

test('E-09 a clock that was set back neither stops the checks nor uses up the day’s', () => {
  for (const state of ['processing', 'unknown'] as const)
    for (const back of [DAY, 300 * DAY])
      expect(nextCheck({ state, createdAt: CREATED }, CREATED - back)).toBe(CREATED - back + HOUR)
  expect(nextCheck({ state: 'processing', createdAt: CREATED }, CREATED - 1)).toBe(CREATED - 1 + FIRST_CHECK)
})

test('E-05 an unknown upload is looked for over two days, a processing one until it is over', () => {
  const at = CREATED + 3 * DAY
  expect(nextCheck({ state: 'unknown', createdAt: CREATED }, CREATED + DAY)).not.toBeNull()
  expect(nextCheck({ state: 'unknown', createdAt: CREATED }, at)).toBeNull()
  expect(nextCheck({ state: 'processing', createdAt: CREATED }, at)).toBe(at + pauseBeforeCheck(3 * DAY))
})
