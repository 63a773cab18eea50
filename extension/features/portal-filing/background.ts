import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { connectNativeHost } from '../../host/port.ts'
import { parseMessage, tellChanged } from '../../messages.ts'
import { createCapture } from './capture.ts'
import { readCaptured, readChosen, writeCaptured, writeChosen } from './kept.ts'
import { PORTAL_PORT, Told } from './told.ts'

/** Registers the listeners of filings by hand. To be called synchronously when the background starts. */
export function registerPortalFiling(report: (error: unknown) => void): void {
  const capture = createCapture({
    connect: connectNativeHost,
    readChosen,
    writeChosen,
    readCaptured,
    writeCaptured,
    changed: tellPages,
  })
  const retry = () => {
    capture.retry().catch(report)
  }
  browser.runtime.onConnect.addListener(port => {
    const { tab, url } = port.sender ?? {}
    const tabId = tab?.id
    if (port.name !== PORTAL_PORT || tabId === undefined || url === undefined) return
    port.onMessage.addListener((message: unknown) => {
      const told = v.safeParse(Told, message)
      if (told.success) capture.told({ tabId, url }, told.output).catch(report)
    })
  })
  browser.runtime.onStartup.addListener(retry)
  browser.runtime.onInstalled.addListener(retry)
  browser.runtime.onMessage.addListener((message: unknown) => {
    const told = parseMessage(message)
    if (told?.tell === 'retry-captured') retry()
    if (told?.tell === 'forget-captured') capture.forget(told.uploadIndex).catch(report)
  })
}

/** The browser says that nobody hears it where no page of ours is open. */
async function tellPages(): Promise<void> {
  const pages = await browser.runtime.getContexts({ contextTypes: ['POPUP', 'SIDE_PANEL', 'TAB'] })
  if (pages.length > 0) await tellChanged()
}
