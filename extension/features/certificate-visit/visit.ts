import * as v from 'valibot'
import { ErrorBody } from '../../../shared/errors/error-body.ts'

const started = { tabId: v.number(), startedAt: v.number() }

/** Schema of a `CertificateVisit` whose `done` phase carries what `status` describes. */
export const certificateVisitOf = <S extends v.GenericSchema>(status: S) =>
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

/**
 * A tab opened so that the person shows the certificate, open or just ended, as storage.session keeps it. The visit yields
 * a code or cookies; neither is stored here (A-16, G-08). `startedAt` (epoch milliseconds) identifies the visit.
 */
export type CertificateVisit<Status> =
  | {
      phase: 'waiting'
      tabId: number
      startedAt: number
      /** Address that opens the visit. */
      startsAt: string
      /** Address at which the visit ends. */
      endsAt: string
      /** Next address after a broken connection or a hang-up; null after that second try. */
      again: string | null
      /** Host of a foreign page that the tab currently shows. */
      strayedTo: string | null
    }
  | { phase: 'exchanging'; tabId: number; startedAt: number }
  | { phase: 'done'; tabId: number; startedAt: number; status: Status }
  | { phase: 'failed'; tabId: number; startedAt: number; error: ErrorBody }

/** How long a visit may take, in milliseconds: time to find the token and type its PIN (G-06). */
export const VISIT_LIMIT = 15 * 60_000
