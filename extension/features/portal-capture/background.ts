import * as v from 'valibot'
import browser, { type Runtime } from 'webextension-polyfill'
import { isOwnPage, parseMessage, tellChanged } from '../../browser/messages.ts'
import type { HostClient } from '../../host/client.ts'
import { createCapture } from './capture.ts'
import { PageMessage, PORTAL_PORT } from './page-message.ts'
import { portalPageOf } from './sender.ts'
import { readCaptured, readChosen, writeCaptured, writeChosen } from './stored-captures.ts'

/**
 * Registers the listeners that capture declarations submitted on the portal. Call it synchronously when the background
 * starts. `connect` returns clients of the host that pages of web sites share.
 */
export function registerPortalCapture(connect: () => HostClient, report: (error: unknown) => void): void {
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
  const extension = { ownId: browser.runtime.id, patterns }
  const retry = () => {
    capture.retry().catch(report)
  }
  browser.runtime.onConnect.addListener(port => {
    const from = port.name === PORTAL_PORT ? portalPageOf(port.sender, extension) : undefined
    if (!from) return
    port.onMessage.addListener((message: unknown) => {
      const parsed = v.safeParse(PageMessage, message)
      if (parsed.success) capture.receive(from, parsed.output).catch(report)
    })
  })
  browser.runtime.onStartup.addListener(() => {
    capture.browserStarted().catch(report)
  })
  browser.runtime.onInstalled.addListener(({ reason }) => {
    retry()
    if (reason === 'update') watchOpenPages(report).catch(report)
  })
  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
    const own = isOwnPage(sender) ? parseMessage(message) : undefined
    if (own?.tell === 'retry-captured') retry()
    if (own?.tell === 'forget-captured') capture.forget(own.uploadIndex).catch(report)
    return undefined
  })
}

/**
 * Starts the script again in open pages: an update takes the background away from the one that runs there, and what a person
 * then submits would be lost. Firefox does so by itself.
 */
async function watchOpenPages(report: (error: unknown) => void): Promise<void> {
  for (const { matches, js = [] } of browser.runtime.getManifest().content_scripts ?? []) {
    for (const { id } of await browser.tabs.query({ url: matches, discarded: false }))
      if (id !== undefined) browser.scripting.executeScript({ target: { tabId: id }, files: js }).catch(report)
  }
}

/** Only if one of our pages is open: a message without a listener is a browser error. */
async function tellPages(): Promise<void> {
  const pages = await browser.runtime.getContexts({ contextTypes: ['POPUP', 'SIDE_PANEL', 'TAB'] })
  if (pages.length > 0) await tellChanged()
}
