import browser from 'webextension-polyfill'

/** Chromium's side panel, which the common API does not have. */
type SidePanel = { open(options: { windowId: number }): Promise<void> }
declare const chrome: { sidePanel?: SidePanel } | undefined

/** Read before the click, because the panel opens only while the browser still counts the click. */
let currentWindow: number | undefined

/** Reads which window this page is in. Call it when a page with a button for the panel starts. */
export async function preparePanel(): Promise<void> {
  currentWindow = (await browser.windows.getCurrent()).id
}

/** The window of this page, once `preparePanel` has read it. */
export const ownWindow = (): number | undefined => currentWindow

/** The tab that shows this page; undefined in the popup and the panel. */
export const ownTab = async (): Promise<number | undefined> => (await browser.tabs.getCurrent())?.id

/** Opens the panel in this window: Chromium's side panel, Firefox's sidebar, or a tab if the browser has neither. */
export const openPanel = (): Promise<void> => openPanelOf(currentWindow)

/** Opens the panel of a window. Call it synchronously in a click. */
async function openPanelOf(windowId: number | undefined): Promise<void> {
  const sidePanel = typeof chrome === 'undefined' ? undefined : chrome.sidePanel
  if (sidePanel && windowId !== undefined) return sidePanel.open({ windowId })
  if (browser.sidebarAction) return browser.sidebarAction.open()
  await openPanelTab()
}

/**
 * Opens the panel of a window at what is being stored for it. Call both synchronously in a click, or the browser refuses and
 * the panel opens as a tab. Storing comes first: the panel takes the focus, and a popup that closes because of that may not
 * be heard.
 */
export async function openPanelAfter(stored: Promise<void>, windowId: number | undefined): Promise<void> {
  await Promise.all([stored, openPanelOf(windowId).catch(openPanelTab)])
}

/** Opens the panel's page in a tab. */
async function openPanelTab(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/sidepanel.html') })
}

export function openSettings(): void {
  void browser.runtime.openOptionsPage()
}

/** Opens the desk in its own tab. `hash`: its view, as in its address. */
export async function openDesk(hash = ''): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL(`/desk.html${hash}`) })
}

/** Opens the page in which the browser asks for the certificate for calls to e-Factura; each opening asks again. */
export async function openCertificatePage(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/certificate.html') })
}

/** Shows the newcomers' guide: in its present tab, otherwise in a new one. */
export async function openGuide(): Promise<void> {
  const url = browser.runtime.getURL('/welcome.html')
  const [open] = await browser.tabs.query({ url })
  if (open?.id === undefined) {
    await browser.tabs.create({ url })
    return
  }
  await browser.tabs.update(open.id, { active: true })
  if (open.windowId !== undefined) await browser.windows.update(open.windowId, { focused: true })
}
