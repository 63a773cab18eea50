import { joinRuns } from '../../shared/async/join-runs.ts'
import type { AuthStatus } from '../../shared/protocol/auth.ts'
import type { ServiceSession } from '../../shared/protocol/session.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { authStatus } from './auth-status.ts'
import type { GatewaySession } from './gateway-session.ts'
import { readSecrets } from './read-secrets.ts'
import type { Tokens } from './tokens.ts'

/** The state of every sign-in. */
export type SignIns = {
  hasClientSecret: boolean
  auth: AuthStatus
  sessions: ServiceSession[]
  /** Why the secrets could not be read; the other fields then tell of no sign-in, and of no missing secret. */
  problem?: unknown
}

type Sources = {
  secrets(): Promise<Pick<Secrets, 'keptIn'>>
  tokens(): Promise<Pick<Tokens, 'status' | 'hasClientSecret'>>
  /** Of all services behind the gateway. */
  sessions(): Promise<Pick<GatewaySession, 'status'>[]>
  now: () => number
}

/** Reads the state for whatever can be told without it: secrets that cannot be read do not fail it. */
export function createSignIns({ secrets, tokens, sessions, now }: Sources): () => Promise<SignIns> {
  // One read at a time: each that the store holds up takes one of the few threads of this process.
  const read = joinRuns(async (): Promise<SignIns> => {
    const authorization = await tokens()
    const [hasClientSecret, auth] = [await authorization.hasClientSecret(), await authorization.status()]
    const states: ServiceSession[] = []
    for (const session of await sessions()) states.push(await session.status())
    return { hasClientSecret, auth, sessions: states }
  })
  return async () => {
    const reading = await readSecrets(secrets, read)
    if (reading.isReadable) return reading.found
    const { keptIn, problem } = reading
    return { hasClientSecret: true, auth: authStatus(undefined, keptIn, now()), sessions: [], problem }
  }
}
