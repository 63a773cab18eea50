import * as v from 'valibot'
import { Count, Cui, Day } from './values.ts'

/** A daily limit of the authority and what this machine has used of it today, by Romania's calendar. */
export const Quota = v.object({
  operation: v.picklist(['list-by-days', 'list-paginated', 'rasp', 'status', 'download']),
  /** The company or message that the count belongs to. */
  subject: v.string(),
  limit: Count,
  used: Count,
  left: Count,
})
export type Quota = v.InferOutput<typeof Quota>

export const limits = {
  'limits.get': {
    params: v.strictObject({ cui: v.optional(Cui) }),
    result: v.object({
      day: Day,
      requestsPerMinute: Count,
      /** Epoch ms until which the authority asked for a pause; null when it did not. */
      pausedUntil: v.nullable(v.number()),
      /** Of companies all, of single messages those that used at least half. */
      quotas: v.array(Quota),
    }),
  },
}
