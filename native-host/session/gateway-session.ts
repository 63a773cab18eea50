import { CookieJar } from 'tough-cookie'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ServiceSession, SessionCookie, SessionService } from '../../shared/protocol/session.ts'
import type { Locks } from '../archive/core/archive.ts'
import { type GatewayCookies, isSessionOver } from '../authority/wire/gateway.ts'
import type { Log } from '../log/log.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { withTimeLimit, createOutlivingWork } from './outliving-work.ts'
import { createSessionStore, jarOf, type StoredSession } from './stored-session.ts'

/** A gateway session of one service as it lasts: made in the browser, used here (G-02). */
export type GatewaySession = {
  /** Page to open for the certificate step. */
  begin(): { url: string }
  /** Takes a browser's cookies over once a call with them alone has gone through; else what was kept stays. */
  import(cookies: readonly SessionCookie[], signal: AbortSignal): Promise<void>
  status(): Promise<ServiceSession>
  /**
   * Makes calls with the kept cookies, alone over all processes. Throws `session-missing` or `gateway-session-expired`
   * where only a sign-in helps; the latter is remembered. The call minds the signal by itself.
   */
  use<T>(call: (cookies: GatewayCookies) => Promise<T>, signal: AbortSignal): Promise<T>
  /** One call with the kept cookies, for its own sake. */
  test(signal: AbortSignal): Promise<void>
  /** Ends the session with the gateway, if it can be reached, and forgets the cookies (G-11). */
  forget(signal: AbortSignal): Promise<void>
  /** When nothing is under way that was begun, whoever has stopped waiting for it. */
  settled(): Promise<void>
}

/** What a session needs of the service behind the gateway. */
export type GuardedService = {
  readonly name: SessionService
  /** Page that stands only behind the gateway; cookies are for its host. */
  readonly startUrl: string
  /** After how long without a call the service ends a session, ms; undefined where nobody says (G-10). */
  readonly inactivity?: number
  /** Returns when a call with these cookies alone is answered from behind the gateway (G-02); else throws why not. */
  hello(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
  exit(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
}

export type GatewaySessionOptions = {
  service: GuardedService
  secrets: Secrets
  locks: Locks
  now: () => number
  /** Told every cookie's value, for the log's redactor (G-08). */
  onSecret: (value: string) => void
  log: Pick<Log, 'warn'>
}

/** The gateway may be away when a session is forgotten: it is told so for this long, ms. */
const EXIT_LIMIT = 10_000
/** A proof of a session goes on for this long, ms, when nobody waits for it any more: it rewrites the cookies. */
const PROOF_LIMIT = 90_000

export function createGatewaySession(options: GatewaySessionOptions): GatewaySession {
  const { service, secrets, locks, now, onSecret, log } = options
  const store = createSessionStore(secrets, `session-${service.name}`, onSecret)
  /** Every answer may rewrite the cookies, so calls with them go one by one, over all processes. */
  const alone = <T>(signal: AbortSignal, work: () => Promise<T>) =>
    locks.withLock(`session-${service.name}`, signal, work)
  const outliving = createOutlivingWork(log)
  /** As `alone`, for what is not to be cut off once it has begun: the browser's cookies are worth nothing after it. */
  const toItsEnd = <T>(signal: AbortSignal, work: (own: AbortSignal) => Promise<T>) => {
    const begin = async () => {
      signal.throwIfAborted()
      return withTimeLimit(PROOF_LIMIT, service.startUrl, work)
    }
    return outliving.await(alone(signal, begin), signal)
  }

  /** When the service ends it, as far as that is known. */
  const endOf = ({ lastUsedAt }: StoredSession) =>
    service.inactivity === undefined ? null : lastUsedAt + service.inactivity
  const isOver = (session: StoredSession) => (endOf(session) ?? Number.POSITIVE_INFINITY) <= now()

  /** The cookies for one call; what it rewrites is kept before the next hop (G-03). */
  const cookiesOf = (session: StoredSession): GatewayCookies => ({
    jar: session.jar,
    keep: () => store.write({ ...session, lastUsedAt: now() }),
  })

  /** One call; to be made within the lock. */
  const useOnce = async <T>(call: (cookies: GatewayCookies) => Promise<T>): Promise<T> => {
    const session = await store.read()
    if (!session) throw new RecipisaError('session-missing')
    if (session.expired || isOver(session)) throw new RecipisaError('gateway-session-expired')
    try {
      const answer = await call(cookiesOf(session))
      await store.write({ ...session, lastUsedAt: now() })
      return answer
    } catch (error) {
      if (isSessionOver(error)) await store.write({ ...session, jar: new CookieJar(), expired: true })
      throw error
    }
  }

  return {
    use: (call, signal) => outliving.track(alone(signal, () => useOnce(call))),
    test: signal => toItsEnd(signal, own => useOnce(cookies => service.hello(cookies, own))),
    settled: outliving.settled,
    begin: () => ({ url: service.startUrl }),
    import: (cookies, signal) =>
      toItsEnd(signal, async own => {
        const jar = await jarOf(cookies, service.startUrl)
        // Not kept before it is proven: a session that is still good is not given up for one that is not.
        await service.hello({ jar, keep: async () => undefined }, own)
        await store.write({ jar, since: now(), lastUsedAt: now(), expired: false })
      }),
    async status() {
      const session = await store.read()
      const { since = null, lastUsedAt = null } = session ?? {}
      const state = session ? (session.expired || isOver(session) ? 'expired' : 'active') : 'none'
      const expiresAt = session && state === 'active' ? endOf(session) : null
      return { service: service.name, state, since, lastUsedAt, expiresAt, keptIn: secrets.keptIn }
    },
    forget: signal =>
      toItsEnd(signal, async own => {
        const session = await store.read()
        if (session && !session.expired) {
          const limit = AbortSignal.any([own, AbortSignal.timeout(EXIT_LIMIT)])
          await service.exit(cookiesOf(session), limit).catch((error: unknown) => {
            log.warn('the gateway was not told that the session is over', { error })
          })
        }
        await store.delete()
      }),
  }
}
