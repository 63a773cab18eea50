import * as v from 'valibot'
import { Count, Cui, Day, Moment, Nothing, WireId } from '../domain/values.ts'

/**
 * What a line is about. `invoice-to-send`: filed here and not valid, and no correction of it is; `sent-late`: sent after
 * the last day, which nothing changes any more; `leaving`: documents that cannot be downloaded soon; `act`: the day on
 * which it counts as served; `authorization`, `certificate`: its end; `declaration-refused`: with errors or rejected, and none for the
 * same period after it; `declaration-missing`: filed by rhythm, and not for the latest period.
 */
export const TodayKind = v.picklist([
  'invoice-to-send',
  'leaving',
  'act',
  'authorization',
  'certificate',
  'declaration-refused',
  'declaration-missing',
  'sent-late',
])
export type TodayKind = v.InferOutput<typeof TodayKind>

/** The rule behind a line; `shared/today/rules.ts` has its words and its source. */
export const TodayRule = v.picklist([
  'five-working-days',
  'sent-when-valid',
  'sixty-days',
  'served-after-15-days',
  'authorization-lasts-a-year',
  'certificate-validity',
  'status-page',
  'own-rhythm',
])
export type TodayRule = v.InferOutput<typeof TodayRule>

/** Where a line leads: a filing or message by its id, or a view. */
export const TodayTarget = v.variant('area', [
  v.object({ area: v.literal('uploads'), id: Count }),
  v.object({ area: v.literal('declarations'), id: Count }),
  v.object({ area: v.literal('mailbox'), id: WireId }),
  v.object({ area: v.picklist(['invoices', 'filing-calendar', 'connection']) }),
])
export type TodayTarget = v.InferOutput<typeof TodayTarget>

export const TodayItem = v.object({
  kind: TodayKind,
  /** `late`: its day has passed; `soon`: to be done now; `later`: good to know; `past`: nothing can be done any more. */
  urgency: v.picklist(['late', 'soon', 'later', 'past']),
  cui: v.nullable(Cui),
  companyName: v.nullable(v.string()),
  /** Number of the invoice, form of the declaration, type of the act, holder of the certificate; else empty. */
  subject: v.string(),
  /** The period of a declaration, `yyyy-MM`. */
  period: v.nullable(v.string()),
  /** The last day to send, the day of serving, the end; for a missing declaration the day on which it is usually filed. */
  day: v.nullable(Day),
  /** How many documents the line stands for. */
  count: Count,
  rule: TodayRule,
  target: TodayTarget,
})
export type TodayItem = v.InferOutput<typeof TodayItem>

/** Most lines of an answer; those left out are the least urgent ones. */
export const MOST_ITEMS = 300

export const today = {
  /** Dates that must not be missed, the most urgent first; read from the archive, without any call. */
  'today.get': {
    params: Nothing,
    result: v.object({
      /** Today in Romania. */
      day: Day,
      at: Moment,
      items: v.array(TodayItem),
      total: Count,
      /** How many of all are late or to be done now. */
      due: Count,
      /** The file that changes the public holidays, whether it exists or not. */
      freeDaysFile: v.string(),
    }),
  },
}
