import browser from 'webextension-polyfill'
import { openGuide } from '../../browser/open-pages.ts'

/** In the extension's own storage, which outlives the browser: an extension loaded from a folder is installed at each start. */
const SHOWN_KEY = 'guideShown'

/** Opens the guide once, after the installation and not after updates. Call it synchronously when the background starts. */
export function registerFirstRun(report: (error: unknown) => void): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') openOnce().catch(report)
  })
}

async function openOnce(): Promise<void> {
  const stored = await browser.storage.local.get(SHOWN_KEY)
  if (stored[SHOWN_KEY] === true) return
  await browser.storage.local.set({ [SHOWN_KEY]: true })
  await openGuide()
}
