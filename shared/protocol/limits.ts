import * as v from 'valibot'
import { Count, Cui, Day } from '../domain/values.ts'

/** A daily limit of the authority, and how much of it this machine has used today (Romania's calendar). */
export const Quota = v.object({
  operation: v.picklist(['list-by-days', 'list-paginated', 'rasp', 'status', 'download']),
  /** The company or message whose calls are counted. */
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
      /** End of the pause that the authority asked for, epoch ms; null without one. */
      pausedUntil: v.nullable(v.number()),
      /** All companies; single messages only if at least half is used. */
      quotas: v.array(Quota),
    }),
  },
}
