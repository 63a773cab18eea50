import browser, { type Tabs } from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isWatched } from './watched-hosts.ts'

/** How often it is looked whether a page has loaded, in milliseconds. */
const LOOK_PERIOD = 50
/** How long a page may go on loading before its tab is led elsewhere all the same, in milliseconds: one that hangs does. */
const REST_LIMIT = 2000
/** How long a page is waited for before it is read as far as it is there, in milliseconds. */
const LOAD_LIMIT = 30_000

/** Opens an empty tab in front and gives its id. */
export async function openTab(): Promise<number> {
  const { id } = await browser.tabs.create({ url: 'about:blank', active: true })
  if (id === undefined) throw new Error('the browser opened no tab')
  return id
}

/**
 * Leads a tab to an address; false when it was closed meanwhile, or the person has gone elsewhere in it, so that nobody is
 * left to show it to. What is just loading there may end first: of Chromium's pages that are replaced half loaded, some
 * take the new page with them when they crash.
 */
export const leadTab = (tabId: number, url: string): Promise<boolean> =>
  ifOurs(tabId, REST_LIMIT, () => browser.tabs.update(tabId, { url }))

/** Closes a tab that is still on its way to the authority or there; what the person has opened in it instead stays. */
export const closeTab = (tabId: number): Promise<boolean> => ifOurs(tabId, 0, () => browser.tabs.remove(tabId))

/** A page's address, its text, and its HTML as it stands there. */
type ReadPage = { url: string; text: string; html: string }

/**
 * Address and content of a tab's page once it has loaded; undefined when the tab is gone, or the person elsewhere in it.
 * Throws `sign-in-page-crashed`, and what the browser says when it does not let us read it.
 */
export async function readPage(tabId: number): Promise<ReadPage | undefined> {
  let page: unknown
  const isRead = await ifOurs(tabId, LOAD_LIMIT, async ({ status }) => {
    if (status === 'unloaded') throw new RecipisaError('sign-in-page-crashed')
    const [injection] = await browser.scripting.executeScript({ target: { tabId }, func: describePage })
    page = injection?.result
  })
  // What our own function below gives.
  return isRead ? (page as ReadPage) : undefined
}

/** Runs in the page. JSON stands in a `pre`, beside what the browser adds to show it. */
function describePage() {
  const { textContent } = document.querySelector('body > pre') ?? document.documentElement
  return { url: location.href, text: textContent ?? '', html: document.documentElement.outerHTML }
}

/** Whether a tab that is loading nothing has lost its page's process. */
export async function hasCrashed(tabId: number): Promise<boolean> {
  let crashed = false
  await ifOurs(tabId, REST_LIMIT, async ({ status }) => {
    crashed = status === 'unloaded'
  })
  return crashed
}

/**
 * Does something with a tab that does not load any more, or has so for the given milliseconds. False, and nothing done, when
 * it is closed or the person has gone elsewhere in it.
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

/** Looks again and again, for no event tells of a page whose process is gone. */
async function atRest(tabId: number, limit: number): Promise<Tabs.Tab> {
  const until = Date.now() + limit
  for (;;) {
    const tab = await browser.tabs.get(tabId)
    if (tab.status !== 'loading' || Date.now() >= until) return tab
    await new Promise(later => setTimeout(later, LOOK_PERIOD))
  }
}

/** Whether a tab shows nothing yet, the authority or a page of ours, and is going nowhere else. */
function isOurs({ url, pendingUrl }: Tabs.Tab): boolean {
  const address = pendingUrl || url || 'about:blank'
  return address === 'about:blank' || address.startsWith(browser.runtime.getURL('')) || isWatched(address)
}
