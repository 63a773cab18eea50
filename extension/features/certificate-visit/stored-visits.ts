import * as v from 'valibot'
import { ErrorBody } from '../../../shared/errors/error-body.ts'
import { AuthStatus } from '../../../shared/protocol/auth.ts'
import { type SessionService, SessionStatus } from '../../../shared/protocol/session.ts'
import { createSessionStore, type SessionStore } from '../../browser/session-store.ts'
import { certificateVisitOf } from './visit.ts'

/** The sign-in to e-Factura; it ends at the redirect URI. */
const SignInVisit = certificateVisitOf(AuthStatus)
export type SignInVisit = v.InferOutput<typeof SignInVisit>

/** What a foreign page tried while the last sign-in was waiting. */
const Intrusion = v.object({ error: v.nullable(ErrorBody) })
export type Intrusion = v.InferOutput<typeof Intrusion>

/** The start of a gateway session; it ends at a page that only the gateway gives access to. */
const SessionVisit = certificateVisitOf(SessionStatus)
export type SessionVisit = v.InferOutput<typeof SessionVisit>

export const signInStore = createSessionStore<SignInVisit>('signIn', SignInVisit)
/** Forgets why the last sign-in failed: what it failed by may have been mended. */
export async function forgetFailedSignIn(): Promise<void> {
  if ((await signInStore.read())?.phase === 'failed') await signInStore.clear()
}

export const intrusionStore = createSessionStore<Intrusion>('signInIntrusion', Intrusion)
export const sessionVisitStores: Readonly<Record<SessionService, SessionStore<SessionVisit>>> = {
  spv: createSessionStore<SessionVisit>('spvSession', SessionVisit),
  portal: createSessionStore<SessionVisit>('portalSession', SessionVisit),
}
