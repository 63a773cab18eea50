import type { AuthStatus } from '../../shared/protocol/auth.ts'
import { readTokenFacts } from '../authority/oauth/token.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { StoredTokens } from './stored-tokens.ts'

/** The sign-in as the two programs talk about it, from what is kept. `now` is epoch ms. */
export function authStatus(tokens: StoredTokens | undefined, keptIn: Secrets['keptIn'], now: number): AuthStatus {
  if (!tokens) {
    return {
      state: 'disconnected',
      serial: null,
      previousSerial: null,
      clientAppId: null,
      roles: [],
      accessExpiresAt: null,
      refreshExpiresAt: null,
      signature: 'unchecked',
      keptIn,
    }
  }
  const facts = readTokenFacts(tokens, tokens.obtainedAt)
  // What the authority has refused connects nobody, whatever its own dates say.
  const isRefused = tokens.refused || tokens.accessRefused
  const isOver = Math.max(facts.accessExpiresAt, facts.refreshExpiresAt) <= now
  const state = isRefused || isOver ? 'expired' : 'connected'
  // A refresh token that was refused carries the sign-in no further than the access token's own end.
  const refreshExpiresAt = tokens.refused ? facts.accessExpiresAt : facts.refreshExpiresAt
  const previousSerial = tokens.previousSerial ?? null
  return { state, ...facts, previousSerial, refreshExpiresAt, signature: tokens.signature, keptIn }
}
