import { CookieJar } from 'tough-cookie'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ServiceSession, SessionCookie } from '../../shared/protocol/session.ts'
import type { Locks } from '../archive/archive.ts'
import type { GatewayCookies } from '../authority/gateway.ts'
import { helloUrl, type Spv } from '../authority/spv.ts'
import type { Log } from '../log/log.ts'
import type { Profile } from '../profile/profile.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { createSessionStore, jarOf, type StoredSession } from './stored-session.ts'

/** The mailbox's gateway session as it lasts: made in the browser, used here (G-02). */
export type GatewaySession = {
  /** Page to open for the certificate step. */
  begin(): { url: string }
  /** Takes a browser's cookies over once a call with them alone has gone through; else what was kept stays. */
  import(cookies: readonly SessionCookie[], signal: AbortSignal): Promise<void>
  status(): Promise<ServiceSession>
  /** One call with the kept cookies; throws `session-missing` or `gateway-session-expired` where only a sign-in helps. */
  test(signal: AbortSignal): Promise<void>
  /** Ends the session with the gateway, if it can be reached, and forgets the cookies (G-11). */
  forget(signal: AbortSignal): Promise<void>
}

export type GatewaySessionOptions = {
  spv: Spv
  profile: Pick<Profile, 'spvUrl'>
  secrets: Secrets
  locks: Locks
  now: () => number
  /** Told every cookie's value, for the log's redactor (G-08). */
  onSecret: (value: string) => void
  log: Pick<Log, 'warn'>
}

/** The gateway may be away when a session is forgotten: it is told so for this long, ms. */
const EXIT_LIMIT = 10_000

export function createGatewaySession(options: GatewaySessionOptions): GatewaySession {
  const { spv, profile, secrets, locks, now, onSecret, log } = options
  const store = createSessionStore(secrets, onSecret)
  /** Every answer may rewrite the cookies, so calls with them go one by one, over all processes. */
  const alone = <T>(signal: AbortSignal, work: () => Promise<T>) => locks.withLock('session-spv', signal, work)

  /** The cookies for one call; what it rewrites is kept before the next hop (G-03). */
  const cookiesOf = (session: StoredSession): GatewayCookies => ({
    jar: session.jar,
    keep: () => store.write({ ...session, lastUsedAt: now() }),
  })

  return {
    begin: () => ({ url: helloUrl(profile) }),
    import: (cookies, signal) =>
      alone(signal, async () => {
        const jar = await jarOf(cookies, helloUrl(profile))
        // Not kept before it is proven: a session that is still good is not given up for one that is not.
        await spv.hello({ jar, keep: async () => undefined }, signal)
        await store.write({ jar, since: now(), lastUsedAt: now(), expired: false })
      }),
    async status() {
      const session = await store.read()
      const state = session ? (session.expired ? 'expired' : 'active') : 'none'
      const { since = null, lastUsedAt = null } = session ?? {}
      return { service: 'spv', state, since, lastUsedAt, keptIn: secrets.keptIn }
    },
    test: signal =>
      alone(signal, async () => {
        const session = await store.read()
        if (!session) throw new RecipisaError('session-missing')
        if (session.expired) throw new RecipisaError('gateway-session-expired')
        try {
          await spv.hello(cookiesOf(session), signal)
        } catch (error) {
          const isOver = error instanceof RecipisaError && error.reason === 'gateway-session-expired'
          if (isOver) await store.write({ ...session, jar: new CookieJar(), expired: true })
          throw error
        }
        await store.write({ ...session, lastUsedAt: now() })
      }),
    forget: signal =>
      alone(signal, async () => {
        const session = await store.read()
        if (session && !session.expired) {
          const limit = AbortSignal.any([signal, AbortSignal.timeout(EXIT_LIMIT)])
          await spv.exit(cookiesOf(session), limit).catch((error: unknown) => {
            log.warn('the gateway was not told that the session is over', { error })
          })
        }
        await store.delete()
      }),
  }
}
