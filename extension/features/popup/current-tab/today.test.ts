import { expect, test } from 'vitest'
import { isOfToday } from './today.ts'

/** Shortly after midnight in Romania, still the day before in UTC. */
const NOW = Date.parse('2026-11-20T22:30:00Z')
const filed = { filedOn: null, createdAt: NOW, state: 'processing', origin: 'portal' } as const

test('today is Romania’s day, by the authority’s date where it is known', () => {
  expect(isOfToday(filed, NOW)).toBe(true)
  expect(isOfToday({ ...filed, createdAt: NOW - 3_600_000 }, NOW)).toBe(false)
  expect(isOfToday({ ...filed, filedOn: '2026-11-20' }, NOW)).toBe(false)
  expect(isOfToday({ ...filed, filedOn: '2026-11-21', createdAt: 0 }, NOW)).toBe(true)
})

test('what did not arrive, and what was only found today, was not filed today', () => {
  expect(isOfToday({ ...filed, state: 'not-sent' }, NOW)).toBe(false)
  expect(isOfToday({ ...filed, state: 'rejected' }, NOW)).toBe(false)
  expect(isOfToday({ ...filed, origin: 'elsewhere' }, NOW)).toBe(false)
})
