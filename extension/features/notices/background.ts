import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { openPanelOf, openPanelTab } from '../../browser/open-pages.ts'
import { leaveForPanel } from '../../browser/panel-target.ts'
import type { HostClient } from '../../host/client.ts'
import { readLocale } from '../../locales/locale.ts'
import { readNoticeChoice } from './choice.ts'
import { createNotices } from './look.ts'
import type { News } from './news.ts'

const SEEN_KEY = 'noticesSeen'
/** `recipisa/<window>/<message or nothing>/<key>`: all that a click needs, for the panel opens only within the click. */
const NOTIFICATION = /^recipisa\/(-?\d+)\/(\d*)\//

/** Registers what a click on a notification does; gives the look for new ones. To be called when the background starts. */
export function registerNotices(report: (error: unknown) => void): (host: HostClient) => Promise<void> {
  browser.notifications.onClicked.addListener(id => {
    const [, windowId, mail] = NOTIFICATION.exec(id) ?? []
    if (windowId === undefined) return
    const opened = openPanelOf(Number(windowId)).catch(openPanelTab)
    Promise.all([opened, leaveForPanel({ mail: mail || null }), browser.notifications.clear(id)]).catch(report)
  })
  const notices = createNotices({ readSeen, writeSeen, choice: readNoticeChoice, locale: readLocale, show })
  return notices.look
}

async function readSeen(): Promise<number | undefined> {
  const parsed = v.safeParse(v.number(), (await browser.storage.local.get(SEEN_KEY))[SEEN_KEY])
  return parsed.success ? parsed.output : undefined
}

async function writeSeen(id: number): Promise<void> {
  await browser.storage.local.set({ [SEEN_KEY]: id })
}

async function show({ key, title, text, mail }: News): Promise<void> {
  const window = await browser.windows.getLastFocused()
  await browser.notifications.create(`recipisa/${window.id ?? -1}/${mail ?? ''}/${key}`, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icon/128.png'),
    title,
    message: text,
  })
}
