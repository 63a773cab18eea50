import * as v from 'valibot'
import { ErrorBody } from '../../../shared/errors/error-body.ts'
import { AuthStatus } from '../../../shared/protocol/auth.ts'
import { type SessionService, SessionStatus } from '../../../shared/protocol/session.ts'
import { createSessionStore, type SessionStore } from '../../browser/session-store.ts'
import { certificateVisitOf } from './visit.ts'

/** The sign-in to e-Factura; it ends at the redirect URI. */
const SignInVisit = certificateVisitOf(AuthStatus)
export type SignInVisit = v.InferOutput<typeof SignInVisit>

/** A foreign page's attempt during the last sign-in. */
const Intrusion = v.object({ error: v.nullable(ErrorBody) })
export type Intrusion = v.InferOutput<typeof Intrusion>

/** The start of a gateway session; it ends at a page that only the gateway gives access to. */
const SessionVisit = certificateVisitOf(SessionStatus)
export type SessionVisit = v.InferOutput<typeof SessionVisit>

/** The choice of the certificate for calls to e-Factura (E-28), in a page of ours. */
const choice = { tabId: v.number(), startedAt: v.number() }
const ChoiceVisit = v.variant('phase', [
  v.object({ phase: v.literal('waiting'), ...choice }),
  v.object({ phase: v.literal('done'), ...choice }),
  v.object({ phase: v.literal('failed'), ...choice, error: ErrorBody }),
])
export type ChoiceVisit = v.InferOutput<typeof ChoiceVisit>

/** The steps of a sign-in, in order. A further one is a row in `certificate-round/`. */
export const RoundStepId = v.picklist(['certificate', 'efactura', 'spv', 'portal'])
export type RoundStepId = v.InferOutput<typeof RoundStepId>

/**
 * A round: certificate visits one after the other in one tab, begun by one click. Each outcome is in its own visit, which
 * is no older than `startedAt` (epoch milliseconds).
 */
const Round = v.object({
  tabId: v.number(),
  startedAt: v.number(),
  steps: v.array(RoundStepId),
  /** Place of the step that has the tab: -1 before the first, `steps.length` once it is over. */
  at: v.number(),
  /** Steps whose result was already there when their turn came. */
  there: v.array(RoundStepId),
})
export type Round = v.InferOutput<typeof Round>

export const roundStore = createSessionStore<Round>('signInRound', Round)
export const signInStore = createSessionStore<SignInVisit>('signIn', SignInVisit)
/** Forgets why the last sign-in failed: the cause may have been fixed. */
export async function forgetFailedSignIn(): Promise<void> {
  if ((await signInStore.read())?.phase === 'failed') await signInStore.clear()
}

export const choiceVisitStore = createSessionStore<ChoiceVisit>('certificateVisit', ChoiceVisit)
export const intrusionStore = createSessionStore<Intrusion>('signInIntrusion', Intrusion)
export const sessionVisitStores: Readonly<Record<SessionService, SessionStore<SessionVisit>>> = {
  spv: createSessionStore<SessionVisit>('spvSession', SessionVisit),
  portal: createSessionStore<SessionVisit>('portalSession', SessionVisit),
}
