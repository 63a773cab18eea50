import browser from 'webextension-polyfill'
import { type ShownPage, serviceAt, type TabPage } from './tab-page.ts'

/** The authority's page in the window's current tab (U-01); undefined for any other page, which is not read. */
export async function readTabPage(): Promise<TabPage | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  const service = serviceAt(tab?.url, browser.runtime.getManifest().host_permissions ?? [])
  if (!service || tab?.id === undefined) return undefined
  // Rejects when the tab is closed, and when the browser shows its own page at that address (no connection): then there is
  // no page of the authority to read.
  const [injection] = await browser.scripting
    .executeScript({ target: { tabId: tab.id }, func: describePage })
    .catch(() => [])
  // The value comes from our own function below.
  const page = injection?.result as (Omit<ShownPage, 'tabId'> & { html: string }) | undefined
  // The tab may have navigated meanwhile.
  if (!page || serviceAt(page.url, browser.runtime.getManifest().host_permissions ?? []) !== service) return undefined
  // Few tabs show the authority: what reads its pages is loaded for those.
  const { judgeTabText } = await import('./judge-tab-page.ts')
  const { html, ...shown } = page
  return judgeTabText(service, { ...shown, tabId: tab.id }, html)
}

/** Runs in the page. A page that is still loading counts as empty. */
function describePage() {
  const html = document.readyState === 'loading' ? '' : document.documentElement.outerHTML
  return { url: location.href, html, loadedAt: Math.round(performance.timeOrigin) }
}
