import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Notice } from '../../../shared/protocol/notices.ts'
import { type ShownFirst, takeForPanel } from '../../browser/panel-target.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { registerNotices } from './background.ts'
import { readNotificationId } from './lead.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const ACT: Notice = {
  ...{ id: 2, kind: 'act', at: 1, cui: '14399840', companyName: 'ACME SRL', messageId: '4002' },
  ...{ subject: 'DECIZIE DE IMPUNERE', servedOn: null, endsOn: null, filing: null },
}

test('a notice is shown while the browser has no window, as on macOS; its click opens the panel in a tab', async () => {
  vi.spyOn(fakeBrowser.windows, 'getLastFocused').mockRejectedValue(new Error('No last-focused window'))
  vi.spyOn(fakeBrowser.i18n, 'getUILanguage').mockReturnValue('ro')
  await fakeBrowser.storage.local.set({ noticesSeen: 1 })
  const host = inMemoryHost({ 'notices.list': () => ({ notices: [ACT], latest: 2 }) })
  const errors: unknown[] = []
  await registerNotices(error => errors.push(error))(connectHost(host.open))
  const shown = async () => Object.keys(await fakeBrowser.notifications.getAll())
  const [id = ''] = await shown()
  expect(readNotificationId(id)).toEqual({ windowId: -1, lead: { mail: '4002' } })

  const open = vi.fn().mockRejectedValue(new Error('No window with id: -1.'))
  vi.stubGlobal('chrome', { sidePanel: { open } })
  const opened = Promise.withResolvers<string | undefined>()
  fakeBrowser.tabs.onCreated.addListener(({ url }) => opened.resolve(url))
  await fakeBrowser.notifications.onClicked.trigger(id)
  expect(open).toHaveBeenCalledWith({ windowId: -1 })
  expect(await opened.promise).toBe(fakeBrowser.runtime.getURL('/sidepanel.html'))
  await fakeBrowser.windows.create({ focused: true })
  const leads: ShownFirst[] = []
  await takeForPanel(lead => leads.push(lead))
  expect(leads).toEqual([{ mail: '4002' }])
  await expect.poll(shown).toEqual([])
  expect(errors).toEqual([])
})
