import type { AuthStatus } from '../../shared/protocol/auth.ts'
import { readTokenFacts } from '../authority/oauth/token.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { StoredTokens } from './stored-tokens.ts'

/** The state of the e-Factura authorization, from the stored tokens. `now` is epoch ms. */
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
  // Refused tokens are over, whatever end they name.
  const isRefused = tokens.refused || tokens.accessRefused
  const isOver = Math.max(facts.accessExpiresAt, facts.refreshExpiresAt) <= now
  const state = isRefused || isOver ? 'expired' : 'connected'
  // With a refused refresh token the sign-in lasts as long as the access token.
  const refreshExpiresAt = tokens.refused ? facts.accessExpiresAt : facts.refreshExpiresAt
  const previousSerial = tokens.previousSerial ?? null
  return { state, ...facts, previousSerial, refreshExpiresAt, signature: tokens.signature, keptIn }
}
