import * as v from 'valibot'
import { Count, Cui, Day } from '../domain/values.ts'

/** A daily limit of the authority, and this machine's use today (Romania's calendar). */
export const Quota = v.object({
  operation: v.picklist(['list-by-days', 'list-paginated', 'rasp', 'status', 'download']),
  /** The company or message of the counted calls. */
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
      /** End of the authority's pause, epoch ms; null without one. */
      pausedUntil: v.nullable(v.number()),
      /** All companies; single messages only if at least half is used. */
      quotas: v.array(Quota),
    }),
  },
}
