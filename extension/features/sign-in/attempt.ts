import * as v from 'valibot'
import { AuthStatus } from '../../../shared/protocol/auth.ts'
import { ErrorBody } from '../../../shared/protocol/envelope.ts'

/**
 * The one sign-in that may be under way or just ended, as kept in storage.session: it outlives the background worker
 * and dies with the browser. The code and the tokens are never part of it. `startedAt` in epoch milliseconds
 * tells one attempt from the next.
 */
export const SignIn = v.variant('phase', [
  v.object({ phase: v.literal('waiting'), tabId: v.number(), redirectUri: v.string(), startedAt: v.number() }),
  v.object({ phase: v.literal('exchanging'), tabId: v.number(), startedAt: v.number() }),
  v.object({ phase: v.literal('done'), tabId: v.number(), startedAt: v.number(), status: AuthStatus }),
  v.object({ phase: v.literal('failed'), tabId: v.number(), startedAt: v.number(), error: ErrorBody }),
])
export type SignIn = v.InferOutput<typeof SignIn>

/** How long an attempt waits for its redirect, in milliseconds: time to find the token and type its PIN. */
export const SIGN_IN_LIMIT = 15 * 60_000
