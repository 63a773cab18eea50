import browser from 'webextension-polyfill'
import { watchedHosts } from './hosts.ts'

/** Opens an empty tab in front and gives its id. */
export async function openTab(): Promise<number> {
  const { id } = await browser.tabs.create({ url: 'about:blank', active: true })
  if (id === undefined) throw new Error('the browser opened no tab')
  return id
}

/** Leads a tab to an address; false when it was closed meanwhile, so that nobody is left to show it to. */
export const leadTab = (tabId: number, url: string): Promise<boolean> =>
  ifOpen(tabId, () => browser.tabs.update(tabId, { url }))

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

/** Address and content of a tab's page once it has loaded; undefined when the tab is gone. */
export async function readPage(tabId: number): Promise<ReadPage | undefined> {
  let page: unknown
  const isOpen = await ifOpen(tabId, async () => {
    await loaded(tabId)
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

async function loaded(tabId: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const updated = (id: number, change: { status?: string }) => {
    if (id === tabId && change.status === 'complete') resolve()
  }
  const removed = (id: number) => {
    if (id === tabId) resolve()
  }
  browser.tabs.onUpdated.addListener(updated)
  browser.tabs.onRemoved.addListener(removed)
  try {
    if ((await browser.tabs.get(tabId)).status !== 'complete') await promise
  } finally {
    browser.tabs.onUpdated.removeListener(updated)
    browser.tabs.onRemoved.removeListener(removed)
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
