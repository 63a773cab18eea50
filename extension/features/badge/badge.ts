import type { Overview } from '../../../shared/protocol/overview.ts'

/** What the toolbar button shows, and when to look again. */
export type Badge = { text: string; title: string | undefined; nextLook: number }

/**
 * Time to the next look while a sync runs, in minutes. Longer than the 30 seconds after which browsers end an idle
 * worker: an alarm every half minute would keep it alive for as long as the sync runs.
 */
const WHILE_RUNNING = 1
/** Time to the next look otherwise, in minutes. Pages tell the background at once of what they change. */
const AT_REST = 30

/** The badge of what the host says; four characters are all that fits. */
export function badgeOf({ unread, job }: Pick<Overview, 'unread' | 'job'>): Badge {
  const text = unread === 0 ? '' : unread > 999 ? '999+' : String(unread)
  return { text, title: undefined, nextLook: job?.state === 'running' ? WHILE_RUNNING : AT_REST }
}

/** No number while the host cannot be asked; the button's title says why. */
export function badgeOfFailure(what: string): Badge {
  return { text: '', title: `Recipisa: ${what}`, nextLook: AT_REST }
}
