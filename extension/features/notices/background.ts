import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { openPanelAfter } from '../../browser/open-pages.ts'
import { leaveForPanel } from '../../browser/panel-target.ts'
import type { HostClient } from '../../host/client.ts'
import { readLocale } from '../../locales/language.ts'
import { readNoticeChoice } from './choice.ts'
import { notificationId, readNotificationId } from './lead.ts'
import type { SystemNotification } from './notifications.ts'
import { createNoticeDisplay } from './show-notices.ts'

const SEEN_KEY = 'noticesSeen'

/** Registers the click on a notification and returns the check for new notices. Call it when the background starts. */
export function registerNotices(report: (error: unknown) => void): (host: HostClient) => Promise<void> {
  browser.notifications.onClicked.addListener(id => {
    const found = readNotificationId(id)
    if (!found) return
    // For any panel: by now the window may be closed, and the panel open in another one.
    const opened = openPanelAfter(leaveForPanel(found.lead), found.windowId)
    Promise.all([opened, browser.notifications.clear(id)]).catch(report)
  })
  const notices = createNoticeDisplay({
    readSeen,
    writeSeen,
    choice: readNoticeChoice,
    locale: readLocale,
    show,
    now: () => new Date(),
    report,
  })
  return notices.look
}

async function readSeen(): Promise<number | undefined> {
  const parsed = v.safeParse(v.number(), (await browser.storage.local.get(SEEN_KEY))[SEEN_KEY])
  return parsed.success ? parsed.output : undefined
}

async function writeSeen(id: number): Promise<void> {
  await browser.storage.local.set({ [SEEN_KEY]: id })
}

async function show({ key, title, text, lead }: SystemNotification): Promise<void> {
  await browser.notifications.create(notificationId(await lastWindow(), lead, key), {
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icon/128.png'),
    title,
    message: text,
  })
}

/** The window for the panel; -1 without one: on macOS a browser runs on after its last window is closed. */
async function lastWindow(): Promise<number> {
  try {
    return (await browser.windows.getLastFocused()).id ?? -1
  } catch {
    return -1 // it rejects for no other reason
  }
}
