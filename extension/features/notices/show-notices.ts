import * as v from 'valibot'
import type { Locale } from '../../../shared/errors/codes.ts'
import { type ListedNotice, type Notice, NoticeKind } from '../../../shared/protocol/notices.ts'
import { createSerialQueue } from '../../browser/serial-queue.ts'
import type { HostClient } from '../../host/client.ts'
import { isQuiet, type NoticeChoice } from './choice.ts'
import { notificationsOf, type SystemNotification } from './notifications.ts'

/** The browser functions that the check for notices needs. */
export type NoticeEdges = {
  /** Id of the latest notice seen; undefined before the first check. */
  readSeen(): Promise<number | undefined>
  writeSeen(id: number): Promise<void>
  choice(): Promise<NoticeChoice>
  locale(): Promise<Locale>
  /** By the computer's clock, for the quiet hours. */
  now(): Date
  show(notification: SystemNotification): Promise<void>
  /** Logs a failure that must not cost a notice. */
  report(error: unknown): void
}

/** Whether this version has words for a notice; a newer host may tell of other kinds. */
const isKnown = (notice: ListedNotice): notice is Notice => v.is(NoticeKind, notice.kind)

/** Most pages of notices read in one check; the next check reads on. */
const MOST_PAGES = 10

/**
 * Shows the notices since the last check, each once. The first check shows nothing: everything before it is old. Checks run
 * one after the other, or two would show the same notice.
 */
export function createNoticeDisplay(edges: NoticeEdges): { look(host: HostClient): Promise<void> } {
  const look = async (host: HostClient) => {
    const choice = await edges.choice()
    // Notices from the quiet hours are shown at the first check after them.
    if (isQuiet(choice.quiet, edges.now())) return
    const seen = await edges.readSeen()
    const { latest } = await host.request('notices.list', { after: seen ?? 0, limit: 1 })
    // Ids start again at 1 when the host's database is created again.
    if (seen === undefined || latest < seen) return edges.writeSeen(latest)
    if (latest === seen) return
    const found = []
    let after = seen
    for (let page = 0; page < MOST_PAGES && after < latest; page += 1) {
      const { notices } = await host.request('notices.list', { after, limit: 100 })
      if (notices.length === 0) break
      found.push(...notices)
      after = Math.max(...notices.map(({ id }) => id))
    }
    const notices = found.filter(isKnown).filter(({ kind }) => choice.isOn(kind))
    const today = notices.some(({ kind }) => kind === 'morning') ? await todayOf(host) : []
    const notifications = notificationsOf({ notices, today, locale: await edges.locale(), report: edges.report })
    // Stored before they are shown, so that a notification refused by the system is not tried for ever.
    await edges.writeSeen(after)
    for (const notification of notifications) await edges.show(notification).catch(edges.report)
  }

  /** The current lines; none if the host cannot tell: the other notices are shown all the same. */
  const todayOf = async (host: HostClient) => {
    try {
      return (await host.request('today.get', {})).items
    } catch (error) {
      edges.report(error)
      return []
    }
  }

  const inTurn = createSerialQueue()
  return { look: host => inTurn(() => look(host)) }
}
