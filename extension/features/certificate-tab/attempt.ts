import * as v from 'valibot'
import { ErrorBody } from '../../../shared/protocol/envelope.ts'

const started = { tabId: v.number(), startedAt: v.number() }

/**
 * The one visit with the certificate that may be under way or just ended, as kept in storage.session: it outlives the
 * background worker and dies with the browser. What the visit brings (a code, cookies) is never part of it (A-16, G-08).
 * `startsAt` is where its tab is led, `endsAt` the address that it comes back to; `again` where the tab is led once more when a
 * connection breaks off, null after that; `strayedTo` the host of a strange page that is in the tab meanwhile; `startedAt` in epoch milliseconds tells one attempt from the next.
 */
export const attemptOf = <S extends v.GenericSchema>(status: S) =>
  v.variant('phase', [
    v.object({
      phase: v.literal('waiting'),
      ...started,
      startsAt: v.string(),
      endsAt: v.string(),
      again: v.nullable(v.string()),
      strayedTo: v.nullable(v.string()),
    }),
    v.object({ phase: v.literal('exchanging'), ...started }),
    v.object({ phase: v.literal('done'), ...started, status }),
    v.object({ phase: v.literal('failed'), ...started, error: ErrorBody }),
  ])

export type Attempt<Status> =
  | {
      phase: 'waiting'
      tabId: number
      startedAt: number
      startsAt: string
      endsAt: string
      again: string | null
      strayedTo: string | null
    }
  | { phase: 'exchanging'; tabId: number; startedAt: number }
  | { phase: 'done'; tabId: number; startedAt: number; status: Status }
  | { phase: 'failed'; tabId: number; startedAt: number; error: ErrorBody }

/** How long an attempt waits for its end, in milliseconds: time to find the token and type its PIN (G-06). */
export const ATTEMPT_LIMIT = 15 * 60_000
