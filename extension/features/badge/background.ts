import browser from 'webextension-polyfill'
import { onChanged } from '../../browser/messages.ts'
import type { HostClient } from '../../host/client.ts'
import { describeFailure } from '../../host/failure.ts'
import { connectNativeHost } from '../../host/port.ts'
import { readLocale } from '../../locales/locale.ts'
import { type Badge, badgeOf, badgeOfFailure } from './badge.ts'

const ALARM = 'badge'
const COLOUR = '#1a5fb4'

/**
 * Keeps the count of new items on the toolbar button, and calls `alsoLook` with each look at the host. Call it synchronously
 * when the background starts. Each look opens a port of its own and closes it at once, so that the worker can sleep.
 */
export function registerBadge(alsoLook: (host: HostClient) => Promise<void>, report: (error: unknown) => void): void {
  const look = () => {
    update(host => alsoLook(host).catch(report)).catch(report)
  }
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) look()
  })
  browser.runtime.onStartup.addListener(look)
  browser.runtime.onInstalled.addListener(look)
  onChanged(look)
}

async function update(alsoLook: (host: HostClient) => Promise<void>): Promise<void> {
  const badge = await ask(alsoLook)
  await browser.action.setBadgeBackgroundColor({ color: COLOUR })
  await browser.action.setBadgeText({ text: badge.text })
  await browser.action.setTitle({ title: badge.title ?? 'Recipisa' })
  await browser.alarms.create(ALARM, { delayInMinutes: badge.nextLook })
}

async function ask(alsoLook: (host: HostClient) => Promise<void>): Promise<Badge> {
  const host = connectNativeHost()
  try {
    const badge = badgeOf(await host.request('overview.get', {}), Date.now())
    await alsoLook(host)
    return badge
  } catch (error) {
    return badgeOfFailure(describeFailure(error, await readLocale()).what)
  } finally {
    host.close()
  }
}
