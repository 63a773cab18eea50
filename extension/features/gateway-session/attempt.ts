import type * as v from 'valibot'
import { type SessionService, SessionStatus } from '../../../shared/protocol/session.ts'
import { attemptOf } from '../certificate-tab/attempt.ts'
import { type AttemptStore, createAttemptStore } from '../certificate-tab/store.ts'

/** The start of a gateway session: it ends at a page of the service that stands only behind the gateway. */
const SessionAttempt = attemptOf(SessionStatus)
export type SessionAttempt = v.InferOutput<typeof SessionAttempt>

export const sessionAttempts: Readonly<Record<SessionService, AttemptStore<SessionAttempt>>> = {
  spv: createAttemptStore<SessionAttempt>('spvSession', SessionAttempt),
  portal: createAttemptStore<SessionAttempt>('portalSession', SessionAttempt),
}
