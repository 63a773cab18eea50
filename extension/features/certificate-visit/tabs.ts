import browser, { type Tabs } from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ReadPage } from './read-this-page.ts'
import { isWatched } from './watched-hosts.ts'

/** How often to check whether a page has loaded, in milliseconds. */
const LOOK_PERIOD = 50
/** How long to let a page load before its tab is navigated anyway, in milliseconds: a hanging page never ends. */
const REST_LIMIT = 2000
/** How long to wait for a page before reading what has loaded, in milliseconds. */
const LOAD_LIMIT = 30_000

/** Opens an empty tab in front and returns its id. */
export async function openTab(): Promise<number> {
  const { id } = await browser.tabs.create({ url: 'about:blank', active: true })
  if (id === undefined) throw new Error('the browser opened no tab')
  return id
}

/**
 * Navigates a tab; false when it was closed meanwhile or the person went elsewhere in it. A page that is still loading may
 * finish first: in Chromium, a half-loaded page that crashes can take the page that replaces it along.
 */
export const leadTab = (tabId: number, url: string): Promise<boolean> =>
  ifOurs(tabId, REST_LIMIT, () => browser.tabs.update(tabId, { url }))

/** Closes a tab that shows or loads the authority; a tab with any other page stays open. */
export const closeTab = (tabId: number): Promise<boolean> => ifOurs(tabId, 0, () => browser.tabs.remove(tabId))

/**
 * Address and content of a tab's page once it has loaded; undefined when the tab is closed or the person went elsewhere in it.
 * Throws `sign-in-page-crashed`, and the browser's error when it does not let us read the page.
 */
export async function readPage(tabId: number): Promise<ReadPage | undefined> {
  let page: ReadPage | undefined
  await ifOurs(tabId, LOAD_LIMIT, async ({ status, url }) => {
    if (status === 'unloaded') throw new RecipisaError('sign-in-page-crashed')
    page = await describe(tabId).catch((error): ReadPage => {
      // Firefox shows JSON in its own viewer, which no extension's script may enter.
      if (import.meta.env.FIREFOX && url && isWatched(url)) return { url, text: null, portal: 'unknown' }
      throw error
    })
  })
  return page
}

async function describe(tabId: number): Promise<ReadPage> {
  const [injection] = await browser.scripting.executeScript({ target: { tabId }, files: ['/page-reader.js'] })
  return injection?.result as ReadPage // the value of page-reader.ts
}

/** Whether a tab that has stopped loading has lost its page's process. */
export async function hasCrashed(tabId: number): Promise<boolean> {
  let crashed = false
  await ifOurs(tabId, REST_LIMIT, async ({ status }) => {
    crashed = status === 'unloaded'
  })
  return crashed
}

/**
 * Works with a tab once it has stopped loading, or after `limit` milliseconds. Returns false without working when the tab is
 * closed or the person went elsewhere in it.
 */
async function ifOurs(tabId: number, limit: number, work: (tab: Tabs.Tab) => Promise<unknown>): Promise<boolean> {
  try {
    const tab = await atRest(tabId, limit)
    if (!isOurs(tab)) return false
    await work(tab)
    return true
  } catch (error) {
    const open = await browser.tabs.query({})
    if (open.some(({ id }) => id === tabId)) throw error
    return false
  }
}

/** Polls, because the browser fires no event when a page's process is gone. */
async function atRest(tabId: number, limit: number): Promise<Tabs.Tab> {
  const until = Date.now() + limit
  for (;;) {
    const tab = await browser.tabs.get(tabId)
    if (tab.status !== 'loading' || Date.now() >= until) return tab
    await new Promise(later => setTimeout(later, LOOK_PERIOD))
  }
}

/** Whether a tab shows or loads nothing, the authority, or a page of ours. */
function isOurs({ url, pendingUrl }: Tabs.Tab): boolean {
  const address = pendingUrl || url || 'about:blank'
  return address === 'about:blank' || address.startsWith(browser.runtime.getURL('')) || isWatched(address)
}
