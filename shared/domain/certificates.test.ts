import { expect, test } from 'vitest'
import { daysUntilEnd, serialKey, warningDue } from './certificates.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 22, 12)

test('H-11 a certificate is warned of at 60, 30, 7 and 1 days before its end, and no more once it is over', () => {
  const dueWith = (days: number) => warningDue(NOON + days * DAY, NOON)
  expect([61, 60, 31, 30, 8, 7, 2, 1, 0.1].map(dueWith)).toEqual([undefined, 60, 60, 30, 30, 7, 7, 1, 1])
  expect([0, -1].map(dueWith)).toEqual([undefined, undefined])
})

test('a begun day counts as a day left', () => {
  expect(daysUntilEnd(NOON + 1.5 * DAY, NOON)).toBe(2)
  expect(daysUntilEnd(NOON, NOON)).toBe(0)
  expect(daysUntilEnd(NOON - 1.5 * DAY, NOON)).toBe(-1)
})

test('the same serial is recognised in every way of writing it', () => {
  for (const written of ['0a1b2c', '0A:1B:2C', '00 0a 1b 2c', 'A1B2C']) expect(serialKey(written)).toBe('A1B2C')
  expect(serialKey('00')).toBe('0')
  expect(serialKey('')).toBe('')
})
