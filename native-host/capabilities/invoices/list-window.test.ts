import { expect, test } from 'vitest'
import { listWindow } from './list-window.ts'

const DAY = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)

test('the first read of a company asks for all that is listed, by the service’s clock and not this machine’s', () => {
  expect(listWindow(now, undefined, undefined)).toEqual({ since: undefined, gapless: true })
  expect(listWindow(now, undefined, 60)).toEqual({ since: undefined, gapless: true })
})

test('a last read in the future says nothing: all that is listed is read again', () => {
  expect(listWindow(now, now + 30 * DAY, undefined)).toEqual({ since: undefined, gapless: true })
  expect(listWindow(now, now + 30 * DAY, 60)).toEqual({ since: undefined, gapless: true })
  expect(listWindow(now, now + 30 * DAY, 59).gapless).toBe(false)
})

test('a clock that is slow by less than the overlap does not make each read a whole one', () => {
  expect(listWindow(now, now + DAY / 24, undefined)).toEqual({ since: now + DAY / 24 - DAY, gapless: true })
})

test('E-18 a later read starts well before the end of the last one, because entries appear late', () => {
  const { since, gapless } = listWindow(now, now - 3 * DAY, undefined)
  expect(now - 3 * DAY - (since ?? now)).toBeGreaterThan(15 * 60_000)
  expect(gapless).toBe(true)
})

test('a later read starts at the last one, however long ago this machine’s clock says that was', () => {
  expect(listWindow(now, now - 70 * DAY, undefined)).toEqual({ since: now - 71 * DAY, gapless: true })
  expect(listWindow(now, now - 300 * DAY, 60)).toEqual({ since: undefined, gapless: true })
})

test('a shorter window that leaves a gap does not count as a whole read', () => {
  expect(listWindow(now, now - 20 * DAY, 5)).toEqual({ since: now - 5 * DAY, gapless: false })
  expect(listWindow(now, undefined, 5).gapless).toBe(false)
  expect(listWindow(now, now - 2 * DAY, 5).gapless).toBe(true)
})

test('E-18 a shorter window without the overlap does not count as a whole read either', () => {
  expect(listWindow(now, now - DAY + 1000, 1).gapless).toBe(false)
  expect(listWindow(now, now - DAY + 1000, 2).gapless).toBe(true)
})
