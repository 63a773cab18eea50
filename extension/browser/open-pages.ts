import browser from 'webextension-polyfill'

/** Chromium's side panel, which the common API does not have. */
type SidePanel = { open(options: { windowId: number }): Promise<void> }
declare const chrome: { sidePanel?: SidePanel } | undefined

/** Known before the click: the panel opens only while the click still counts as one. */
let currentWindow: number | undefined

/** Learns which window this page is in; call when a page that has a button for the panel starts. */
export async function preparePanel(): Promise<void> {
  currentWindow = (await browser.windows.getCurrent()).id
}

/** The window that this page is in, once `preparePanel` has learnt it. */
export const ownWindow = (): number | undefined => currentWindow

/** Opens the panel in this window: Chromium's side panel, Firefox's sidebar, or a tab where there is neither. */
export const openPanel = (): Promise<void> => openPanelOf(currentWindow)

/** Opens the panel of a window. To be called synchronously in a click. */
export async function openPanelOf(windowId: number | undefined): Promise<void> {
  const sidePanel = typeof chrome === 'undefined' ? undefined : chrome.sidePanel
  if (sidePanel && windowId !== undefined) return sidePanel.open({ windowId })
  if (browser.sidebarAction) return browser.sidebarAction.open()
  await openPanelTab()
}

/** The panel's page in a tab of its own. */
export async function openPanelTab(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/sidepanel.html') })
}

export function openSettings(): void {
  void browser.runtime.openOptionsPage()
}
