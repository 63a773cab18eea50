import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { SETTLED } from '../page/page.fixture.ts'
import { registerBadge } from './background.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(() => vi.restoreAllMocks())

/** The background as it starts, with a host that has one new invoice. */
function start() {
  const host = inMemoryHost({
    'overview.get': () => ({ ...SETTLED, unread: 1 }),
    'today.get': () => ({ day: '2026-11-20', at: 0, items: [], total: 0, due: 0, freeDaysFile: '' }),
  })
  const errors: unknown[] = []
  registerBadge(
    () => connectHost(host.open),
    async () => undefined,
    error => errors.push(error),
  )
  const polls = () => host.received.filter(one => (one as { method?: string }).method === 'overview.get').length
  return { polls, errors }
}
const alarm = () => fakeBrowser.alarms.get('badge')

test('a poll that breaks is not the last one', async () => {
  vi.spyOn(fakeBrowser.action, 'setBadgeText').mockRejectedValue(new Error('the browser is busy'))
  const { errors } = start()
  await fakeBrowser.runtime.onStartup.trigger()
  await expect.poll(() => errors).not.toHaveLength(0)
  expect(await alarm()).toMatchObject({ periodInMinutes: 30 })
})

test('an add-on that was disabled and enabled again looks at once, and goes on looking', async () => {
  const { polls } = start()
  await expect.poll(() => fakeBrowser.action.getBadgeText({})).toBe('1')
  await expect.poll(alarm).toMatchObject({ periodInMinutes: 30 })
  expect(polls()).toBe(1)
})

test('a background that the alarm wakes polls once', async () => {
  await fakeBrowser.alarms.create('badge', { delayInMinutes: 30, periodInMinutes: 30 })
  const [set] = await fakeBrowser.alarms.getAll()
  if (!set) return expect.unreachable()
  const { polls } = start()
  await fakeBrowser.alarms.onAlarm.trigger(set)
  await expect.poll(() => fakeBrowser.action.getBadgeText({})).toBe('1')
  expect(polls()).toBe(1)
})
