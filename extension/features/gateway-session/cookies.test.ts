import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { cookiesFor, dropCookies } from './cookies.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
afterEach(() => vi.restoreAllMocks())

const PORTAL = 'https://decl.anaf.ro/WAS6DUS/'

/** Two stores with a session each; the default one when no store is named. */
function setUp() {
  const removed: unknown[] = []
  const cookie = (storeId: string) => ({ name: 'MRHSession', value: `of ${storeId}`, path: '/', storeId })
  vi.spyOn(fakeBrowser.cookies, 'getAllCookieStores').mockImplementation((async () => [
    { id: 'default', tabIds: [1, 2] },
    { id: 'private', tabIds: [7] },
  ]) as never)
  vi.spyOn(fakeBrowser.cookies, 'getAll').mockImplementation((async ({ storeId = 'default' }) => [
    cookie(storeId),
  ]) as never)
  vi.spyOn(fakeBrowser.cookies, 'remove').mockImplementation((async (details: unknown) => {
    removed.push(details)
  }) as never)
  return removed
}

test('the cookies of a private window or a container are those of its tabs, and of no other', async () => {
  const removed = setUp()
  const values = async (tabId: number) => (await cookiesFor(PORTAL, tabId)).map(({ value }) => value)
  expect([await values(2), await values(7)]).toEqual([['of default'], ['of private']])
  await dropCookies(PORTAL, 7)
  expect(removed).toEqual([{ url: 'https://decl.anaf.ro/', name: 'MRHSession', storeId: 'private' }])
})

test('a tab that was closed has none', async () => {
  setUp()
  await expect(cookiesFor(PORTAL, 9)).rejects.toMatchObject({ reason: 'sign-in-tab-closed' })
})
