import * as v from 'valibot'
import type { Notice } from '../../../shared/protocol/notices.ts'
import { ShownFirst } from '../../browser/panel-target.ts'

/** The panel's view after a click on a notification. */
export type Lead = ShownFirst

/** Items that become due with time are in today's list. */
const BY_THE_CALENDAR: ReadonlySet<Notice['kind']> = new Set([
  'authorization-ends',
  'certificate',
  'leaving',
  'morning',
])

/** The target of a notice: its filing, its message, or its view. */
export function leadTo({ kind, messageId, filing }: Notice): Lead {
  if (filing) return { filing }
  if (BY_THE_CALENDAR.has(kind)) return { view: 'today' }
  return { mail: messageId }
}

/** `recipisa/<window>/<lead>/<key>`: the click must open the panel at once, so the notification's id carries all it needs. */
export function notificationId(windowId: number, lead: Lead | null, key: string): string {
  return `recipisa/${windowId}/${encodeURIComponent(JSON.stringify(lead))}/${key}`
}

/** Window and lead of a notification of ours; undefined for any other id. */
export function readNotificationId(id: string): { windowId: number; lead: Lead } | undefined {
  const [, windowId, lead = ''] = /^recipisa\/(-?\d+)\/([^/]*)\//.exec(id) ?? []
  if (windowId === undefined) return undefined
  const parsed = v.safeParse(ShownFirst, JSON.parse(decodeURIComponent(lead)))
  return { windowId: Number(windowId), lead: parsed.success ? parsed.output : { mail: null } }
}
