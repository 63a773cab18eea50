import type { Locale } from '../../../shared/errors/codes.ts'
import { createSerialQueue } from '../../browser/serial-queue.ts'
import type { HostClient } from '../../host/client.ts'
import type { NoticeChoice } from './choice.ts'
import { type News, newsOf } from './news.ts'

/** What a look for notices needs of the browser. */
export type NoticeEdges = {
  /** Id of the latest notice that was looked at; undefined before the first look. */
  readSeen(): Promise<number | undefined>
  writeSeen(id: number): Promise<void>
  choice(): Promise<NoticeChoice>
  locale(): Promise<Locale>
  show(news: News): Promise<void>
}

/** Pages of notices read at one look; what is beyond them waits for the next. */
const MOST_PAGES = 10

/**
 * Shows what is new since the last look, each notice once. A first look shows nothing: what happened before the extension
 * was there is no news. Looks run one after the other, or two would show the same.
 */
export function createNotices(edges: NoticeEdges): { look(host: HostClient): Promise<void> } {
  const look = async (host: HostClient) => {
    const seen = await edges.readSeen()
    const { latest } = await host.request('notices.list', { after: seen ?? 0, limit: 1 })
    // The host's ids start anew when its database is made anew.
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
    // Before they are shown: a notification that the system refuses is not tried for ever.
    await edges.writeSeen(after)
    for (const news of newsOf(found, await edges.choice(), await edges.locale())) await edges.show(news)
  }

  const inTurn = createSerialQueue()
  return { look: host => inTurn(() => look(host)) }
}
