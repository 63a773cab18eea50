import browser from 'webextension-polyfill'
import { judgeTabPage, type ShownPage, serviceAt, type TabPage } from './tab-page.ts'

/** What of the authority the window's current tab shows (U-01); undefined elsewhere, where the page is not looked at. */
export async function readTabPage(): Promise<TabPage | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  const service = serviceAt(tab?.url, browser.runtime.getManifest().host_permissions ?? [])
  if (!service || tab?.id === undefined) return undefined
  // Rejects where the browser shows a page of its own at that address (no connection) and where the tab has gone: then
  // there is nothing of the authority to read.
  const [injection] = await browser.scripting
    .executeScript({ target: { tabId: tab.id }, func: describePage })
    .catch(() => [])
  // What our own function below gives.
  const page = injection?.result as Omit<ShownPage, 'tabId'> | undefined
  // The tab may have gone on meanwhile.
  if (!page || serviceAt(page.url, browser.runtime.getManifest().host_permissions ?? []) !== service) return undefined
  return judgeTabPage(service, { ...page, tabId: tab.id })
}

/** Runs in the page. Of one that is still coming in nothing is known yet. */
function describePage() {
  const html = document.readyState === 'loading' ? '' : document.documentElement.outerHTML
  return { url: location.href, html, loadedAt: Math.round(performance.timeOrigin) }
}
