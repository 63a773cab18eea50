import * as v from 'valibot'
import { RequestParams } from '../domain/requests.ts'
import { Count, Cui, Moment, Nothing, WireId } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'

/**
 * Life of a request for a report. `sending`, `not-sent`, `unknown` and `rejected` as for an upload; `requested`: it has
 * an id and waits for its message; `delivered`: the message has come; `archived`: its document is on disk.
 */
export const RequestState = v.picklist([
  'sending',
  'not-sent',
  'unknown',
  'rejected',
  'requested',
  'delivered',
  'archived',
])
export type RequestState = v.InferOutput<typeof RequestState>

export const ReportRequest = v.object({
  id: Count,
  /** `tip`, exactly as the service spells it. */
  type: v.string(),
  cui: Cui,
  companyName: v.nullable(v.string()),
  params: RequestParams,
  state: RequestState,
  requestId: v.nullable(WireId),
  /** The message that answers it. */
  messageId: v.nullable(WireId),
  /** The service's announcement or objection, word for word. */
  note: v.nullable(v.string()),
  createdAt: Moment,
  answeredAt: v.nullable(Moment),
  deliveredAt: v.nullable(Moment),
  nextCheckAt: v.nullable(Moment),
  trouble: v.nullable(ErrorBody),
  /** The office's seat that made it; absent for this machine's own. */
  seat: v.exactOptional(v.string()),
})
export type ReportRequest = v.InferOutput<typeof ReportRequest>

/** A request that people make repeatedly. */
export const RequestPreset = v.object({
  type: v.string(),
  params: RequestParams,
  favourite: v.boolean(),
  lastUsedAt: v.nullable(Moment),
})
export type RequestPreset = v.InferOutput<typeof RequestPreset>

const Many = v.object({ requests: v.array(ReportRequest) })
const Type = v.pipe(v.string(), v.minLength(1), v.maxLength(100))

export const requests = {
  /**
   * Journals the same request for each company, which a runner sends; follow them for their outcome. Mistakes in them
   * are refused before anything is sent (S-06, S-07, S-09). A request that is still open is refused (`request-open`)
   * unless `again`.
   */
  'requests.send': {
    params: v.strictObject({
      type: Type,
      cuis: v.pipe(v.array(Cui), v.minLength(1), v.maxLength(1000)),
      params: v.optional(RequestParams, {}),
      again: v.optional(v.boolean(), false),
    }),
    result: Many,
  },
  /** Streams requests until each is archived, rejected, not sent or unknown. Cancelling only stops watching. */
  'requests.follow': {
    params: v.strictObject({ ids: v.pipe(v.array(Count), v.minLength(1), v.maxLength(1000)) }),
    progress: Many,
    result: Many,
  },
  'requests.list': {
    params: v.strictObject({
      cui: v.optional(Cui),
      open: v.optional(v.boolean(), false),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
    }),
    result: v.object({ items: v.array(ReportRequest), total: Count }),
  },
  /** Looks for the messages of open requests now. */
  'requests.check': { params: v.strictObject({ id: Count }), result: v.object({ request: ReportRequest }) },
  /** Withdraws a request that waits; one that a process has begun to send stays as it is. */
  'requests.withdraw': { params: v.strictObject({ id: Count }), result: v.object({ request: ReportRequest }) },
  /** Favourites first, then the latest used. */
  'requests.presets': { params: Nothing, result: v.object({ presets: v.array(RequestPreset) }) },
  'requests.setFavourite': {
    params: v.strictObject({ type: Type, params: RequestParams, favourite: v.boolean() }),
    result: v.object({ presets: v.array(RequestPreset) }),
  },
}
