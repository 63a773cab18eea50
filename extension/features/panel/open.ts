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

/** Opens the panel in this window: Chromium's side panel, Firefox's sidebar, or a tab where there is neither. */
export async function openPanel(): Promise<void> {
  const sidePanel = typeof chrome === 'undefined' ? undefined : chrome.sidePanel
  if (sidePanel && currentWindow !== undefined) return sidePanel.open({ windowId: currentWindow })
  if (browser.sidebarAction) return browser.sidebarAction.open()
  await openAsTab()
}

/** The same from the background, for a window of which only the id is known; in a tab when it is closed by now. */
export async function openPanelOf(windowId: number): Promise<void> {
  const sidePanel = typeof chrome === 'undefined' ? undefined : chrome.sidePanel
  try {
    if (sidePanel) await sidePanel.open({ windowId })
    else await (browser.sidebarAction?.open() ?? openAsTab())
  } catch (error) {
    console.warn('recipisa:', error) // no such window, or the click no longer counts
    await openAsTab()
  }
}

async function openAsTab(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/sidepanel.html') })
}

export function openSettings(): void {
  void browser.runtime.openOptionsPage()
}
