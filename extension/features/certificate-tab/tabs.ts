import browser from 'webextension-polyfill'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { watchedHosts } from './hosts.ts'

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
 * Leads a tab to an address; false when it was closed meanwhile, so that nobody is left to show it to. What is just loading
 * there may end first: of Chromium's pages that are replaced half loaded, some take the new page with them when they crash.
 */
export const leadTab = (tabId: number, url: string): Promise<boolean> =>
  ifOpen(tabId, async () => {
    await atRest(tabId, REST_LIMIT)
    await browser.tabs.update(tabId, { url })
  })

/** Closes a tab; false when somebody else has. */
export const closeTab = (tabId: number): Promise<boolean> => ifOpen(tabId, () => browser.tabs.remove(tabId))

/** Closes a tab that is still on its way to the authority or there; what the person has opened in it instead stays. */
export async function dropTab(tabId: number): Promise<void> {
  await ifOpen(tabId, async () => {
    const { url = '' } = await browser.tabs.get(tabId)
    const ours = await browser.tabs.query({ url: watchedHosts() })
    if (['', 'about:blank'].includes(url) || ours.some(({ id }) => id === tabId)) await browser.tabs.remove(tabId)
  })
}

/** A page's address, its text, and its HTML as it stands there. */
type ReadPage = { url: string; text: string; html: string }

/**
 * Address and content of a tab's page once it has loaded; undefined when the tab is gone. Throws `sign-in-page-crashed`,
 * and what the browser says when it does not let us read it.
 */
export async function readPage(tabId: number): Promise<ReadPage | undefined> {
  let page: unknown
  const isOpen = await ifOpen(tabId, async () => {
    if ((await atRest(tabId, LOAD_LIMIT)) === 'unloaded') throw new RecipisaError('sign-in-page-crashed')
    const [injection] = await browser.scripting.executeScript({ target: { tabId }, func: describePage })
    page = injection?.result
  })
  // What our own function above gives.
  return isOpen ? (page as ReadPage) : undefined
}

/** Runs in the page. JSON stands in a `pre`, beside what the browser adds to show it. */
function describePage() {
  const { textContent } = document.querySelector('body > pre') ?? document.documentElement
  return { url: location.href, text: textContent ?? '', html: document.documentElement.outerHTML }
}

/** Whether a tab that is loading nothing has lost its page's process. */
export async function hasCrashed(tabId: number): Promise<boolean> {
  let status: string | undefined
  await ifOpen(tabId, async () => {
    status = await atRest(tabId, REST_LIMIT)
  })
  return status === 'unloaded'
}

/**
 * Waits until a tab does not load any more, at most so many milliseconds, and gives its status. Looks again and again, for
 * no event tells of a page whose process is gone.
 */
async function atRest(tabId: number, limit: number): Promise<string | undefined> {
  const until = Date.now() + limit
  for (;;) {
    const { status } = await browser.tabs.get(tabId)
    if (status !== 'loading' || Date.now() >= until) return status
    await new Promise(later => setTimeout(later, LOOK_PERIOD))
  }
}

async function ifOpen(tabId: number, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const open = await browser.tabs.query({})
    if (open.some(tab => tab.id === tabId)) throw error
    return false
  }
}
