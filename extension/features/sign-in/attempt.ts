import * as v from 'valibot'
import { AuthStatus } from '../../../shared/protocol/auth.ts'
import { ErrorBody } from '../../../shared/protocol/envelope.ts'
import { attemptOf } from '../certificate-tab/attempt.ts'
import { createAttemptStore } from '../certificate-tab/store.ts'

/** The sign-in to e-Factura: it ends at the redirect URI. */
const SignIn = attemptOf(AuthStatus)
export type SignIn = v.InferOutput<typeof SignIn>

/** What a strange page has tried while the last sign-in waited. */
const Intrusion = v.object({ error: v.nullable(ErrorBody) })
export type Intrusion = v.InferOutput<typeof Intrusion>

export const intrusionStore = createAttemptStore<Intrusion>('signInIntrusion', Intrusion)
export const signInStore = createAttemptStore<SignIn>('signIn', SignIn)
