import type { Clock } from '../clock.ts'
import type { Site } from '../http.ts'
import type { World } from '../world/world.ts'
import { createGateway } from './gateway.ts'
import { type Application, authorize, token } from './oauth.ts'
import { createSessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

const BASE = '/anaf-oauth2/v1'

/**
 * The authorization server behind its gateway. /revoke is behind the access policy like a path that does not exist, so a
 * headless call is redirected to /my.policy.
 */
export function createLoginSite(options: {
  application: Application
  tokens: Tokens
  world: World
  clock: Clock
  caPem: string
}): Site {
  return createGateway({
    sessions: createSessions(options.clock),
    caPem: options.caPem,
    open: { [`${BASE}/token`]: exchange => token(exchange, options) },
    guarded: { [`${BASE}/authorize`]: (exchange, serial) => authorize(exchange, serial, options) },
  })
}
