import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { registerFirstRun } from './background.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())

const guides = async () => (await fakeBrowser.tabs.query({})).filter(({ url }) => url?.endsWith('/welcome.html'))
const installed = (reason: 'install' | 'update' | 'chrome_update') =>
  fakeBrowser.runtime.onInstalled.trigger(reason === 'update' ? { reason, previousVersion: '0.0.9' } : { reason })

test('U-09 the guide opens in a tab after the installation, once, and not after an update', async () => {
  registerFirstRun(error => {
    throw error
  })
  await installed('update')
  await installed('chrome_update')
  expect(await guides()).toEqual([])
  await installed('install')
  await expect.poll(guides).toHaveLength(1)
  // The person navigates elsewhere in that tab.
  await fakeBrowser.tabs.update((await guides())[0]?.id ?? 0, { url: 'https://example.com/' })
  await installed('install')
  await installed('update')
  expect(await guides()).toEqual([])
})
