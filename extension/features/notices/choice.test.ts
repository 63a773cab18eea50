import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { chooseNotices, isQuiet, readNoticeChoice, toChoice } from './choice.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())

const at = (time: string) => new Date(`2026-11-20T${time}:00`)

test('U-06 every kind is on and no hour is quiet until somebody chooses', async () => {
  const first = await readNoticeChoice()
  expect([first.isOn('morning'), first.isOn('act'), first.quiet]).toEqual([true, true, null])
  await chooseNotices(toChoice(['act'], { from: '22:00', until: '07:00' }))
  const chosen = await readNoticeChoice()
  expect([chosen.isOn('morning'), chosen.isOn('act'), chosen.quiet?.from]).toEqual([true, false, '22:00'])
})

test('a choice of an earlier version keeps what it switched off', async () => {
  await fakeBrowser.storage.local.set({ notices: { act: false, receipt: true } })
  const choice = await readNoticeChoice()
  expect([choice.isOn('act'), choice.isOn('receipt'), choice.isOn('morning')]).toEqual([false, true, true])
})

test.each([
  ['22:00', '07:00', '23:10', true],
  ['22:00', '07:00', '06:59', true],
  ['22:00', '07:00', '07:00', false],
  ['12:00', '13:00', '12:30', true],
  ['12:00', '13:00', '13:00', false],
  ['08:00', '08:00', '08:00', false],
])('U-06 quiet from %s until %s: at %s it is %s', (from, until, now, quiet) => {
  expect(isQuiet({ from, until }, at(now))).toBe(quiet)
})
