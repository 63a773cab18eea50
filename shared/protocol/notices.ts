import * as v from 'valibot'
import { Count, Cui, Moment, WireId } from '../domain/values.ts'

/**
 * Events to report to a person who is busy with something else (U-06). `filing-valid` and `filing-errors`: the outcome
 * of an upload or a declaration; `leaving`: documents whose download will soon be impossible; `certificate`: one that
 * ends soon (H-11); `morning`: `today.get` is not empty (W-05), once a day.
 */
export const NoticeKind = v.picklist([
  'act',
  'report',
  'session-needed',
  'receipt',
  'filing-valid',
  'filing-errors',
  'authorization-ends',
  'certificate',
  'leaving',
  'morning',
])
export type NoticeKind = v.InferOutput<typeof NoticeKind>

/** Written once, when it happens; `id` grows. */
export const Notice = v.object({
  id: Count,
  kind: NoticeKind,
  at: Moment,
  /** For an act, report or receipt; null for a session. */
  cui: v.nullable(Cui),
  companyName: v.nullable(v.string()),
  messageId: v.nullable(WireId),
  /**
   * The name of the message or report; the service of a session; the holder of a certificate; the number of an invoice, the
   * form of a declaration.
   */
  subject: v.string(),
  /**
   * The day on which an act counts as served, `yyyy-MM-dd`, if known; the end of an authorization; the day from which
   * the first document cannot be downloaded.
   */
  servedOn: v.nullable(v.string()),
  /** The day (Romania) on which a certificate ends, `yyyy-MM-dd`. */
  endsOn: v.optional(v.nullable(v.string()), null),
  /** The filing with this outcome. */
  filing: v.optional(v.nullable(v.object({ area: v.picklist(['uploads', 'declarations']), id: Count })), null),
})
export type Notice = v.InferOutput<typeof Notice>

/** A notice in an answer: a host of a later version may tell of other kinds. */
const ListedNotice = v.object({ ...Notice.entries, kind: v.string() })
export type ListedNotice = v.InferOutput<typeof ListedNotice>

export const notices = {
  /** The notices after an id, the oldest first, and the latest id (0 before the first). */
  'notices.list': {
    params: v.strictObject({
      after: Count,
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 20),
    }),
    result: v.object({ notices: v.array(ListedNotice), latest: Count }),
  },
}
