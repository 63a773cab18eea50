import { expect, test } from 'vitest'
import { listWindow } from './list-window.ts'

const DAY = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)

test('the first read of a company goes back 60 days, also with a clock ahead of the service’s', () => {
  expect(listWindow(now, undefined, undefined)).toEqual({ since: now - 61 * DAY, gapless: true })
})

test('after a service’s clock was far ahead, reading goes on from now', () => {
  expect(listWindow(now, now + 30 * DAY, undefined)).toEqual({ since: now - DAY, gapless: true })
})

test('E-18 a later read starts well before the end of the last one, because entries appear late', () => {
  const { since, gapless } = listWindow(now, now - 3 * DAY, undefined)
  expect(now - 3 * DAY - since).toBeGreaterThan(15 * 60_000)
  expect(gapless).toBe(true)
})

test('a company that was not read for long is read as for the first time', () => {
  expect(listWindow(now, now - 300 * DAY, undefined)).toEqual(listWindow(now, undefined, undefined))
  expect(listWindow(now, now - 300 * DAY, 60)).toEqual({ since: now - 60 * DAY, gapless: true })
})

test('a shorter window that leaves a gap does not count as a whole read', () => {
  expect(listWindow(now, now - 20 * DAY, 5)).toEqual({ since: now - 5 * DAY, gapless: false })
  expect(listWindow(now, undefined, 5).gapless).toBe(false)
  expect(listWindow(now, now - 2 * DAY, 5).gapless).toBe(true)
})
