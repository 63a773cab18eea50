import * as v from 'valibot'
import { Moment, Nothing } from '../domain/values.ts'

/**
 * State of the e-Factura authorization. `connected`: there is a token, or a refresh token that can get one; `expired`:
 * both have ended or the authority has refused them, and only the certificate helps; `disconnected`: no tokens are
 * stored.
 */
export const AuthStatus = v.object({
  state: v.picklist(['connected', 'expired', 'disconnected']),
  /** Serial number of the certificate, from the token. */
  serial: v.nullable(v.string()),
  /** Certificate serial of the previous sign-in; null if it was the same or is unknown. */
  previousSerial: v.optional(v.nullable(v.string()), null),
  clientAppId: v.nullable(v.string()),
  roles: v.array(v.string()),
  accessExpiresAt: v.nullable(Moment),
  refreshExpiresAt: v.nullable(Moment),
  /**
   * `unchecked`: not a JWT, or no key is configured for its kid; `failed`: the signature does not match that key
   * (A-12).
   */
  signature: v.picklist(['verified', 'unchecked', 'failed']),
  /** The tokens' storage: the system's credential store, or a file that only its owner can read (H-09). */
  keptIn: v.picklist(['credential-store', 'owner-only-file']),
})
export type AuthStatus = v.InferOutput<typeof AuthStatus>

export const auth = {
  /** Address to open in a tab for the certificate step, and the redirect URI to watch for. */
  'auth.begin': { params: Nothing, result: v.object({ authorizeUrl: v.string(), redirectUri: v.string() }) },
  /** Exchanges a code for tokens and stores them. */
  'auth.complete': {
    params: v.strictObject({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) }),
    result: AuthStatus,
  },
  'auth.status': { params: Nothing, result: AuthStatus },
  /** Checks with TestOauth whether the token is accepted. */
  'auth.test': { params: Nothing, result: v.object({ accepted: v.literal(true) }) },
  'auth.refresh': { params: Nothing, result: AuthStatus },
  /** Deletes the tokens on this machine; the authority accepts them until they expire. */
  'auth.forget': { params: Nothing, result: AuthStatus },
}
