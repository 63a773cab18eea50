import { expect, test } from 'vitest'
import { isTimeToTell } from './morning.ts'

/** A moment of November 2026 in Romania. */
const at = (time: string) => Date.parse(`2026-11-${time}:00+02:00`)

test('a session that has run out is told in the morning after, neither at night nor on the same day', () => {
  const accepted = at('20T16:40')
  expect(isTimeToTell(accepted, at('20T18:00'))).toBe(false)
  expect(isTimeToTell(accepted, at('20T23:59'))).toBe(false)
  expect(isTimeToTell(accepted, at('21T02:00'))).toBe(false)
  expect(isTimeToTell(accepted, at('21T05:59'))).toBe(false)
  expect(isTimeToTell(accepted, at('21T06:00'))).toBe(true)
  expect(isTimeToTell(accepted, at('23T07:30'))).toBe(true)
  expect(isTimeToTell(at('21T00:10'), at('21T07:30'))).toBe(false)
})
