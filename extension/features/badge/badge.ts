import { daysUntilEnd, WARNING_DAYS } from '../../../shared/domain/certificates.ts'
import type { Overview } from '../../../shared/protocol/overview.ts'
import { visible } from '../../../shared/text/visible.ts'

/** The toolbar button's state, and when to poll next. */
export type Badge = { text: string; title: string | undefined; isUrgent: boolean; nextLook: number }

/**
 * Minutes until the next poll while a sync runs. Browsers end an idle worker after 30 seconds; an alarm every half minute
 * would keep it alive for the whole sync.
 */
const WHILE_RUNNING = 1
/** Minutes until the next poll while a report is expected: the host may have a notification. */
const WHILE_AWAITED = 3
/** Minutes until the next poll otherwise. Pages report their own changes at once. */
export const AT_REST = 30

type Seen = Pick<Overview, 'unread' | 'job' | 'certificates'> & {
  mailbox: Pick<Overview['mailbox'], 'unread' | 'openRequests' | 'job'>
}

/**
 * The badge for the host's overview, in at most four characters: new invoices and messages, and items due today
 * (`due`), which count until they are resolved. On the days with a certificate warning (60, 30, 7, 1 days before its end)
 * it has an exclamation mark (H-11). `now`: epoch ms.
 */
export function badgeOf({ job, mailbox, certificates, ...overview }: Seen, due: number, now: number): Badge {
  const total = overview.unread + mailbox.unread + due
  const count = total === 0 ? '' : total > 999 ? '999+' : String(total)
  const isWarningDay = certificates.some(({ validUntil }) =>
    WARNING_DAYS.some(days => days === daysUntilEnd(validUntil, now)),
  )
  const text = isWarningDay ? `${count.slice(0, 3)}!` : count
  const isRunning = [job, mailbox.job].some(each => each?.state === 'running')
  const nextLook = isRunning ? WHILE_RUNNING : mailbox.openRequests > 0 ? WHILE_AWAITED : AT_REST
  return { text, title: undefined, isUrgent: due > 0, nextLook }
}

/** The badge when the host cannot be asked: no number, and the reason as the button's title. */
export function badgeOfFailure(what: string): Badge {
  return { text: '', title: `Recipisa: ${visible(what)}`, isUrgent: false, nextLook: AT_REST }
}
