import type { Overview } from '../../../shared/protocol/overview.ts'
import { visible } from '../../../shared/text/visible.ts'

/** What the toolbar button shows, and when to look again. */
export type Badge = { text: string; title: string | undefined; nextLook: number }

/**
 * Time to the next look while a sync runs, in minutes. Longer than the 30 seconds after which browsers end an idle
 * worker: an alarm every half minute would keep it alive for as long as the sync runs.
 */
const WHILE_RUNNING = 1
/** The same while a report is awaited: the host looks for it, and a notification may be due. */
const WHILE_AWAITED = 3
/** Time to the next look otherwise, in minutes. Pages tell the background at once of what they change. */
const AT_REST = 30

type Seen = Pick<Overview, 'unread' | 'job'> & { mailbox: Pick<Overview['mailbox'], 'unread' | 'openRequests' | 'job'> }

/** The badge of what the host says, invoices and messages together; four characters are all that fits. */
export function badgeOf({ job, mailbox, ...overview }: Seen): Badge {
  const unread = overview.unread + mailbox.unread
  const text = unread === 0 ? '' : unread > 999 ? '999+' : String(unread)
  const isRunning = [job, mailbox.job].some(each => each?.state === 'running')
  const nextLook = isRunning ? WHILE_RUNNING : mailbox.openRequests > 0 ? WHILE_AWAITED : AT_REST
  return { text, title: undefined, nextLook }
}

/** No number while the host cannot be asked; the button's title says why. */
export function badgeOfFailure(what: string): Badge {
  return { text: '', title: `Recipisa: ${visible(what)}`, nextLook: AT_REST }
}
