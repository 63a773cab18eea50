import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { watchStored } from './watch-stored.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
beforeEach(() => fakeBrowser.reset())

test('the stored value comes first, and then each change of its key', async () => {
  await fakeBrowser.storage.local.set({ language: 'en' })
  const seen: unknown[] = []
  await watchStored('local', 'language', value => seen.push(value))
  await fakeBrowser.storage.local.set({ other: 1 })
  await fakeBrowser.storage.local.set({ language: 'ro' })
  expect(seen).toEqual(['en', 'ro'])
})

test('a change while the stored value is being read is not missed, and the older value does not follow it', async () => {
  await fakeBrowser.storage.local.set({ language: 'en' })
  const seen: unknown[] = []
  const watching = watchStored('local', 'language', value => seen.push(value))
  await fakeBrowser.storage.local.set({ language: 'ro' })
  await watching
  expect(seen).toEqual(['ro'])
})
