import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { openPanelOf, openPanelTab } from '../../browser/open-pages.ts'
import { leaveForPanel } from '../../browser/panel-target.ts'
import type { HostClient } from '../../host/client.ts'
import { readLocale } from '../../locales/locale.ts'
import { readNoticeChoice } from './choice.ts'
import type { SystemNotification } from './notifications.ts'
import { createNoticeDisplay } from './show-notices.ts'

const SEEN_KEY = 'noticesSeen'
/** `recipisa/<window>/<message or nothing>/<key>`: the click must open the panel at once, so its id carries all it needs. */
const NOTIFICATION = /^recipisa\/(-?\d+)\/(\d*)\//

/** Registers the click on a notification and returns the look for new notices. Call it when the background starts. */
export function registerNotices(report: (error: unknown) => void): (host: HostClient) => Promise<void> {
  browser.notifications.onClicked.addListener(id => {
    const [, windowId, mail] = NOTIFICATION.exec(id) ?? []
    if (windowId === undefined) return
    const opened = openPanelOf(Number(windowId)).catch(openPanelTab)
    Promise.all([opened, leaveForPanel({ mail: mail || null }), browser.notifications.clear(id)]).catch(report)
  })
  const notices = createNoticeDisplay({ readSeen, writeSeen, choice: readNoticeChoice, locale: readLocale, show })
  return notices.look
}

async function readSeen(): Promise<number | undefined> {
  const parsed = v.safeParse(v.number(), (await browser.storage.local.get(SEEN_KEY))[SEEN_KEY])
  return parsed.success ? parsed.output : undefined
}

async function writeSeen(id: number): Promise<void> {
  await browser.storage.local.set({ [SEEN_KEY]: id })
}

async function show({ key, title, text, mail }: SystemNotification): Promise<void> {
  const window = await browser.windows.getLastFocused()
  await browser.notifications.create(`recipisa/${window.id ?? -1}/${mail ?? ''}/${key}`, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icon/128.png'),
    title,
    message: text,
  })
}
