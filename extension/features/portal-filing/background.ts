import * as v from 'valibot'
import browser, { type Runtime } from 'webextension-polyfill'
import { isOwnPage, parseMessage, tellChanged } from '../../browser/messages.ts'
import type { HostClient } from '../../host/client.ts'
import { createCapture } from './capture.ts'
import { readCaptured, readChosen, writeCaptured, writeChosen } from './kept.ts'
import { portalPageOf } from './sender.ts'
import { PORTAL_PORT, Told } from './told.ts'

/**
 * Registers the listeners of filings by hand. To be called synchronously when the background starts. `connect` gives clients
 * of the one host that pages of web sites share.
 */
export function registerPortalFiling(connect: () => HostClient, report: (error: unknown) => void): void {
  const capture = createCapture({
    connect,
    now: Date.now,
    readChosen,
    writeChosen,
    readCaptured,
    writeCaptured,
    changed: tellPages,
  })
  const patterns = (browser.runtime.getManifest().content_scripts ?? []).flatMap(({ matches }) => matches ?? [])
  const own = { ownId: browser.runtime.id, patterns }
  const retry = () => {
    capture.retry().catch(report)
  }
  browser.runtime.onConnect.addListener(port => {
    const from = port.name === PORTAL_PORT ? portalPageOf(port.sender, own) : undefined
    if (!from) return
    port.onMessage.addListener((message: unknown) => {
      const told = v.safeParse(Told, message)
      if (told.success) capture.told(from, told.output).catch(report)
    })
  })
  browser.runtime.onStartup.addListener(retry)
  browser.runtime.onInstalled.addListener(retry)
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    const told = isOwnPage(sender) ? parseMessage(message) : undefined
    if (told?.tell === 'retry-captured') retry()
    if (told?.tell === 'forget-captured') capture.forget(told.uploadIndex).catch(report)
    return undefined
  })
}

/** The browser says that nobody hears it where no page of ours is open. */
async function tellPages(): Promise<void> {
  const pages = await browser.runtime.getContexts({ contextTypes: ['POPUP', 'SIDE_PANEL', 'TAB'] })
  if (pages.length > 0) await tellChanged()
}
