import * as v from 'valibot'
import { Moment, Nothing } from './values.ts'

/**
 * State of the OAuth sign-in. `connected`: there is a token, or a refresh token that can get one; `expired`: they are
 * past their end or the authority has refused them, only the certificate helps; `disconnected`: no tokens are kept.
 */
export const AuthStatus = v.object({
  state: v.picklist(['connected', 'expired', 'disconnected']),
  /** Serial number of the certificate, as the token tells it. */
  serial: v.nullable(v.string()),
  /**
   * Serial of the certificate of the sign-in before this one, where it was another; null where it was the same or is
   * not known.
   */
  previousSerial: v.optional(v.nullable(v.string()), null),
  clientAppId: v.nullable(v.string()),
  roles: v.array(v.string()),
  accessExpiresAt: v.nullable(Moment),
  refreshExpiresAt: v.nullable(Moment),
  /**
   * `unchecked` where no key is configured for the token's kid or the token is no JWT; `failed`: not of that key
   * (A-12).
   */
  signature: v.picklist(['verified', 'unchecked', 'failed']),
  /** Where tokens are kept: the system's credential store, or a file that only its owner can read (H-09). */
  keptIn: v.picklist(['credential-store', 'owner-only-file']),
})
export type AuthStatus = v.InferOutput<typeof AuthStatus>

export const auth = {
  /** Address to open in a tab for the certificate step, and the redirect URI to watch for. */
  'auth.begin': { params: Nothing, result: v.object({ authorizeUrl: v.string(), redirectUri: v.string() }) },
  /** Exchanges a code for tokens and keeps them. */
  'auth.complete': {
    params: v.strictObject({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) }),
    result: AuthStatus,
  },
  'auth.status': { params: Nothing, result: AuthStatus },
  /** Asks TestOauth whether the token is accepted. */
  'auth.test': { params: Nothing, result: v.object({ accepted: v.literal(true) }) },
  'auth.refresh': { params: Nothing, result: AuthStatus },
  /** Forgets the tokens on this machine; the authority keeps accepting them until they expire. */
  'auth.forget': { params: Nothing, result: AuthStatus },
}
