import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { Notice } from '../../../shared/protocol/notices.ts'
import { connectHost } from '../../host/client.ts'
import { inMemoryHost } from '../../host/port.fixture.ts'
import { registerNotices } from './background.ts'
import { readNotificationId } from './lead.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())
afterEach(() => vi.restoreAllMocks())

const ACT: Notice = {
  ...{ id: 2, kind: 'act', at: 1, cui: '14399840', companyName: 'ACME SRL', messageId: '4002' },
  ...{ subject: 'DECIZIE DE IMPUNERE', servedOn: null, endsOn: null, filing: null },
}

test('a notice is shown while the browser has no window, as on macOS; its click opens the panel somewhere', async () => {
  vi.spyOn(fakeBrowser.windows, 'getLastFocused').mockRejectedValue(new Error('No last-focused window'))
  vi.spyOn(fakeBrowser.i18n, 'getUILanguage').mockReturnValue('ro')
  await fakeBrowser.storage.local.set({ noticesSeen: 1 })
  const { open } = inMemoryHost({ 'notices.list': () => ({ notices: [ACT], latest: 2 }) })
  const errors: unknown[] = []
  await registerNotices(error => errors.push(error))(connectHost(open))
  expect(Object.keys(await fakeBrowser.notifications.getAll()).map(readNotificationId)).toEqual([
    { windowId: -1, lead: { mail: '4002' } },
  ])
  expect(errors).toEqual([])
})
