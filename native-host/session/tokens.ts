import type { AuthStatus } from '../../shared/protocol/auth.ts'
import type { Locks } from '../archive/archive.ts'
import type { AccessTokens } from '../authority/types.ts'
import type { Profile } from '../profile/profile.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The sign-in as it lasts: where the token endpoint, the secrets and the lock between processes meet. */
export type Tokens = AccessTokens & {
  /** Address to open for the certificate step; throws when the OAuth application's data is incomplete. */
  begin(): Promise<{ authorizeUrl: string; redirectUri: string }>
  /** Exchanges a code and keeps both tokens. */
  complete(code: string, signal: AbortSignal): Promise<AuthStatus>
  status(): Promise<AuthStatus>
  /** Gets new tokens now, whatever the old ones' age. */
  refresh(signal: AbortSignal): Promise<AuthStatus>
  /** Keeps tokens that were got elsewhere: JSON text with access_token and refresh_token. */
  import(json: string): Promise<AuthStatus>
  /** Forgets the tokens on this machine; the authority goes on accepting them until they expire. */
  forget(): Promise<AuthStatus>
  /** Whether a client secret is there: RECIPISA_CLIENT_SECRET, else among the secrets. */
  hasClientSecret(): Promise<boolean>
}

export type TokensOptions = {
  profile: Profile
  secrets: Secrets
  locks: Locks
  /** Environment variables of this process (RECIPISA_CLIENT_SECRET). */
  env: Readonly<Record<string, string | undefined>>
  now: () => number
  /** Told every token and secret, for the log's redactor. */
  onSecret: (value: string) => void
}
