import type { BrowserContext } from 'playwright-core'
import { backgroundOf } from './chromium.ts'

/** Ids of the system's notifications: all since the watch began, and those still there. */
export type Notifications = { all(): Promise<string[]>; present(): Promise<string[]> }

/** Watches the notifications from now on: without a person at it, the browser takes each away after some seconds. */
export async function watchNotifications(context: BrowserContext): Promise<Notifications> {
  const worker = await backgroundOf(context)
  await worker.evaluate(`{
    globalThis.closedNotifications = []
    chrome.notifications.onClosed.addListener(id => { closedNotifications.push(id) })
  }`)
  const present = async () =>
    Object.keys(await worker.evaluate<Record<string, boolean>>('chrome.notifications.getAll()'))
  return {
    present,
    // Those still there first: one that closes in between is in both.
    all: async () => [...(await present()), ...(await worker.evaluate<string[]>('closedNotifications'))],
  }
}
