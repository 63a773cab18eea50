import type * as v from 'valibot'
import { AuthStatus } from '../../../shared/protocol/auth.ts'
import { attemptOf } from '../certificate-tab/attempt.ts'
import { createAttemptStore } from '../certificate-tab/store.ts'

/** The sign-in to e-Factura: it ends at the redirect URI. */
const SignIn = attemptOf(AuthStatus)
export type SignIn = v.InferOutput<typeof SignIn>

export const signInStore = createAttemptStore<SignIn>('signIn', SignIn)
