import * as v from 'valibot'
import { Count, Cui, Day, Moment, Nothing, WireId } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'

/**
 * The subject of a line. `invoice-to-send`: filed here but not valid, and neither is any correction; `sent-late`: sent
 * after the last day, which cannot be changed any more; `leaving`: documents whose download will soon be impossible;
 * `act`: the day on which it counts as served; `authorization`, `certificate`: its end; `declaration-refused`: with
 * errors or rejected, without a later one for the same period; `declaration-missing`: filed regularly, but not for the
 * next period.
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

/** The target of a line: a filing or message by its id, or a view. */
export const TodayTarget = v.variant('area', [
  v.object({ area: v.literal('uploads'), id: Count }),
  v.object({ area: v.literal('declarations'), id: Count }),
  v.object({ area: v.literal('mailbox'), id: WireId }),
  v.object({ area: v.picklist(['invoices', 'filing-calendar', 'connection']) }),
])
export type TodayTarget = v.InferOutput<typeof TodayTarget>

export const TodayItem = v.object({
  kind: TodayKind,
  /** `late`: its day has passed; `soon`: due now; `later`: good to know; `past`: too late to do anything. */
  urgency: v.picklist(['late', 'soon', 'later', 'past']),
  cui: v.nullable(Cui),
  companyName: v.nullable(v.string()),
  /** Number of the invoice, form of the declaration, type of the act, holder of the certificate; else empty. */
  subject: v.string(),
  /** The period of a declaration, `yyyy-MM`. */
  period: v.nullable(v.string()),
  /** The last day to send, the day of serving, the end; for a missing declaration, its usual filing day. */
  day: v.nullable(Day),
  /** The number of documents behind the line. */
  count: Count,
  rule: TodayRule,
  target: TodayTarget,
})
export type TodayItem = v.InferOutput<typeof TodayItem>

/** Most lines of an answer; the least urgent ones are left out. */
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
      /** The number of late and due lines among all. */
      due: Count,
      /** Why the end of the e-Factura authorization is not known: the secrets could not be read. */
      secretsError: v.optional(v.nullable(ErrorBody), null),
      /** The file that changes the public holidays, whether it exists or not. */
      freeDaysFile: v.string(),
    }),
  },
}
