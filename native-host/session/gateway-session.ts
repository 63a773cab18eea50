import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { ServiceSession, SessionCookie, SessionService } from '../../shared/protocol/session.ts'
import type { Locks } from '../archive/core/archive.ts'
import { type GatewayCookies, isSessionOver } from '../authority/wire/gateway.ts'
import type { Log } from '../log/log.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { createOutlivingWork, withTimeLimit } from './outliving-work.ts'
import { createSessionStore, emptyJar, jarOf, type StoredSession } from './stored-session.ts'

/**
 * The gateway session of one service: begun in the browser, used here (G-02, docs/decisions/0013-gateway-session.md).
 */
export type GatewaySession = {
  /** The page to open for the certificate step. */
  begin(): { url: string }
  /** Takes over a browser's cookies once a call with them alone has succeeded; until then the stored ones stay. */
  import(cookies: readonly SessionCookie[], signal: AbortSignal): Promise<void>
  status(): Promise<ServiceSession>
  /**
   * Makes a call with the stored cookies, one at a time over all processes. Throws `session-missing` or
   * `gateway-session-expired` if only a sign-in helps; the latter is stored. The call handles the signal itself. If the
   * store takes long, the outcome is told before the session is stored; the next call waits for that.
   */
  use<T>(call: (cookies: GatewayCookies) => Promise<T>, signal: AbortSignal): Promise<T>
  /** Makes one call with the stored cookies, only to test them. */
  test(signal: AbortSignal): Promise<void>
  /** Ends the session at the gateway, if reachable, and deletes the cookies (G-11). */
  forget(signal: AbortSignal): Promise<void>
  /** Resolves when all work is over, even work that nobody waits for any more. */
  settled(): Promise<void>
}

/** A session's knowledge of the service behind the gateway. */
export type GuardedService = {
  readonly name: SessionService
  /** A page behind the gateway; the cookies belong to its host. */
  readonly startUrl: string
  /** How long the service keeps a session without a call, ms; undefined if not documented (G-10). */
  readonly inactivity?: number
  /**
   * Returns when a call with these cookies alone is answered from behind the gateway; throws the reason otherwise
   * (G-02).
   */
  hello(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
  exit(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
}

export type GatewaySessionOptions = {
  service: GuardedService
  secrets: Secrets
  locks: Locks
  now: () => number
  /** Receives the value of every cookie, for the log's redactor (G-08). */
  onSecret: (value: string) => void
  log: Pick<Log, 'warn'>
}

/** How long to try to tell the gateway that a session is over, ms: it may be unreachable. */
const EXIT_LIMIT = 10_000
/**
 * Longest duration of a call that proves a session, ms. The call goes on without its caller, since it rewrites the
 * cookies.
 */
const PROOF_LIMIT = 90_000
/** How long an outcome waits for the session to be stored, ms. The store may be asking a person for its password. */
const STORE_PATIENCE = 5_000

export function createGatewaySession(options: GatewaySessionOptions): GatewaySession {
  const { service, secrets, locks, now, onSecret, log } = options
  const store = createSessionStore(secrets, `session-${service.name}`, onSecret)
  /** Every answer may rewrite the cookies, so calls with them go one by one over all processes. */
  const alone = <T>(signal: AbortSignal, work: () => Promise<T>) =>
    locks.withLock(`session-${service.name}`, signal, work)
  const outliving = createOutlivingWork(log)
  /** Like `alone`, for work that must not be cut off once begun: it uses up the browser's cookies. */
  const toItsEnd = <T>(signal: AbortSignal, work: (own: AbortSignal) => Promise<T>) => {
    const begin = async () => {
      signal.throwIfAborted()
      return withTimeLimit(PROOF_LIMIT, service.startUrl, work)
    }
    return outliving.wait(alone(signal, begin), signal)
  }

  /** When the service will end the session, if documented. */
  const endOf = ({ lastUsedAt }: StoredSession) =>
    service.inactivity === undefined ? null : lastUsedAt + service.inactivity
  const isOver = (session: StoredSession) => (endOf(session) ?? Number.POSITIVE_INFINITY) <= now()

  /** The latest write, whatever became of it. */
  let stored: Promise<void> = Promise.resolve()
  /**
   * Stores a session that an answer has changed, after all earlier writes: an older session must not replace a newer
   * one. A failure is logged too, for callers who have more important news.
   */
  const keep = (session: StoredSession): Promise<void> => {
    const write = stored.then(() => store.write(session))
    stored = write.catch((error: unknown) => log.warn('session-not-kept', { error }))
    return write
  }

  /** The cookies for one call; rewritten ones are stored before the next hop (G-03). */
  const cookiesOf = (session: StoredSession): GatewayCookies => ({
    jar: session.jar,
    keep: () => keep({ ...session, lastUsedAt: now() }),
  })

  /**
   * Makes one call, within the lock, which is held until the session is stored. The call may have filed something, so
   * its outcome is told even if the session cannot be stored. `tell` gets it early if the store takes long.
   */
  const useOnce = async <T>(
    call: (cookies: GatewayCookies) => Promise<T>,
    tell: (outcome: Promise<T>) => void = () => undefined,
  ): Promise<T> => {
    const session = await store.read()
    if (!session) throw new RecipisaError('session-missing')
    if (session.expired || isOver(session)) throw new RecipisaError('gateway-session-expired')
    const outcome = call(cookiesOf(session))
    try {
      await outcome
      void keep({ ...session, lastUsedAt: now() })
    } catch (error) {
      if (isSessionOver(error)) void keep({ ...session, jar: await emptyJar(), expired: true })
    }
    const timer = setTimeout(tell, STORE_PATIENCE, outcome)
    await stored
    clearTimeout(timer)
    return outcome
  }

  return {
    use<T>(call: (cookies: GatewayCookies) => Promise<T>, signal: AbortSignal) {
      const told = Promise.withResolvers<T>()
      outliving.track(alone(signal, () => useOnce(call, told.resolve))).then(told.resolve, told.reject)
      return told.promise
    },
    test: signal => toItsEnd(signal, own => useOnce(cookies => service.hello(cookies, own))),
    settled: outliving.settled,
    begin: () => ({ url: service.startUrl }),
    import: (cookies, signal) =>
      toItsEnd(signal, async own => {
        const jar = await jarOf(cookies, service.startUrl)
        // Stored only after the proof: a working session must not be lost to a broken one.
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
