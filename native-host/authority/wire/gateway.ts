import type { CookieJar } from 'tough-cookie'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Http, HttpAnswer, HttpHead, HttpRequest } from './http.ts'
import { type SentOnce, unknownOutcome } from './unknown-outcome.ts'

/** The cookies of one gateway session, and how to store them when the gateway rewrites them (`session/`). */
export type GatewayCookies = {
  readonly jar: CookieJar
  /**
   * Stores the jar as it is now; awaited before the next hop, so that no rotated cookie is lost (G-03). After a call
   * that files something only the session waits for it. It logs its own failure.
   */
  keep(): Promise<void>
}

/** Client for services behind the gateway: it uses a browser's cookies and never shows a certificate (G-02). */
export type Gateway = {
  /**
   * Reads a page on the gateway's host and follows revalidation. Throws `gateway-session-expired` if only a certificate
   * helps (G-04), and `gateway-redirect` for a redirect to another origin (G-05).
   */
  read(request: GatewayRead, cookies: GatewayCookies, signal: AbortSignal): Promise<HttpAnswer>
  /**
   * Sends a call that files something: once, on a connection of its own, and never over a redirect, since a redirecting
   * server may have kept it (G-09). Returns any answer; the caller judges what it proves (docs/authority/evidence.md).
   * A failure after `onBytes` is `unknownOutcome`.
   */
  once(request: GatewayOnce, cookies: GatewayCookies, signal: AbortSignal): Promise<HttpAnswer>
  /** Tells the gateway that the session is over (G-11). */
  exit(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
}

export type GatewayRead = Pick<HttpRequest, 'operation' | 'url' | 'maxBytes' | 'timeout'>

export type GatewayOnce = Pick<HttpRequest, 'operation' | 'method' | 'url' | 'maxBytes' | 'timeout' | 'body'> & {
  headers?: Readonly<Record<string, string>>
  what: SentOnce
  onBytes?: (() => void) | undefined
}

/**
 * How long to wait for the head of an answer after the caller has gone, ms. The head rewrites the cookies, and without
 * the new ones the session is lost (G-03).
 */
const HEAD_PATIENCE = 10_000
/** Most redirects to follow: a revalidation takes two, so a longer chain is a loop. */
const HOPS = 10
/** Largest answer to /exit that is read, bytes: it is a redirect. */
const MAX_EXIT = 1_000_000

/** Cookies are sent to `origin` only. */
export function createGateway(http: Http, origin: string): Gateway {
  const hop = (request: GatewayRead, cookies: GatewayCookies, signal: AbortSignal) => {
    const { url } = request
    const patience = untilHead(signal)
    const headers = async (): Promise<Record<string, string>> => {
      const cookie = await cookies.jar.getCookieString(url)
      return cookie === '' ? {} : { cookie }
    }
    // Every answer rewrites the session's cookies, even one that breaks off: the next try needs the new ones.
    const onHead = async (head: HttpHead) => {
      if (await takeCookies(head, url, cookies)) await cookies.keep()
      patience.over()
    }
    const sent = {
      ...request,
      to: 'gateway',
      method: 'GET',
      headers,
      onHead,
      onBytes: patience.begins,
      beforeEach: patience.over,
    } as const
    return http.send(sent, patience.signal).finally(patience.end)
  }

  return {
    async read(request, cookies, signal) {
      let { url } = request
      for (let hops = 0; hops < HOPS; hops++) {
        const answer = await hop({ ...request, url }, cookies, signal)
        const next = redirectOf(answer, url)
        const isOtherOrigin = next !== undefined && next.origin !== origin
        const isGatewayPage = answer.body.kind === 'login-wall' || (next && !isOtherOrigin && isPolicy(next))
        if (isGatewayPage && (!next || asksForCertificate(next))) throw new RecipisaError('gateway-session-expired')
        if (isOtherOrigin) throw new RecipisaError('gateway-redirect', { host: next.host })
        if (!next) return answer
        url = next.href
      }
      throw await http.unexpected(request.operation, `more than ${HOPS} redirects`, new Uint8Array())
    },
    async once({ what, onBytes, headers, ...request }, cookies, signal) {
      const { operation, url } = request
      const cookie = await cookies.jar.getCookieString(url)
      const patience = untilHead(signal)
      let hasLeft = false
      const sent: HttpRequest = {
        ...request,
        to: 'gateway',
        once: true,
        headers: { ...headers, cookie },
        // Also for an answer that breaks off: the rest of a batch needs the new cookies. Not awaited: no hop follows, and
        // the answer would be lost while the store waits for a person.
        onHead: async head => {
          if (await takeCookies(head, url, cookies)) cookies.keep().catch(() => undefined)
          patience.over()
        },
        onBytes: () => {
          onBytes?.()
          hasLeft = true
          patience.begins()
        },
      }
      try {
        return await http.send(sent, patience.signal)
      } catch (error) {
        throw hasLeft ? unknownOutcome(operation, error, what) : error
      } finally {
        patience.end()
      }
    },
    async exit(cookies, signal) {
      await hop({ operation: 'exit', url: `${origin}/exit`, maxBytes: MAX_EXIT }, cookies, signal)
    },
  }
}

/** Whether a failure means that the session is over, even if that left an outcome unknown (G-04). */
export function isSessionOver(error: unknown): boolean {
  if (!(error instanceof RecipisaError)) return false
  return error.reason === 'gateway-session-expired' || isSessionOver(error.cause)
}

/** Whether an answer redirects to the certificate step. */
export function leadsToCertificate(answer: HttpHead, url: string): boolean {
  const next = redirectOf(answer, url)
  return next !== undefined && next.origin === new URL(url).origin && asksForCertificate(next)
}

/**
 * A signal that follows `signal`. Between `begins` and `over`, while the head of an answer is on its way, it waits for
 * that head, for at most `HEAD_PATIENCE`.
 */
function untilHead(signal: AbortSignal) {
  const own = new AbortController()
  let isAwaited = false
  let timer: NodeJS.Timeout | undefined
  const follow = () => own.abort(signal.reason)
  const aborted = () => {
    if (isAwaited) timer = setTimeout(follow, HEAD_PATIENCE)
    else follow()
  }
  if (signal.aborted) follow()
  else signal.addEventListener('abort', aborted, { once: true })
  return {
    signal: own.signal,
    begins() {
      isAwaited = true
    },
    over() {
      isAwaited = false
      if (signal.aborted) follow()
    },
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
    },
  }
}

function redirectOf({ status, location }: HttpHead, base: string): URL | undefined {
  if (status < 300 || status >= 400 || location === undefined) return undefined
  return URL.parse(location, base) ?? undefined
}

/** The gateway's own pages, which come before any service. */
const isPolicy = ({ pathname }: URL): boolean => /^\/(my\.policy|vdesk\/)/.test(pathname)

/** Bare /my.policy or the hang-up; /my.policy_nonce is only a revalidation. */
function asksForCertificate({ pathname }: URL): boolean {
  return /^\/my\.policy\/?$/.test(pathname) || pathname.startsWith('/vdesk/')
}

/** Puts the cookies of an answer into the jar; returns whether it has any. Like a browser it drops another host's. */
async function takeCookies(head: HttpHead, url: string, { jar }: GatewayCookies): Promise<boolean> {
  const next = redirectOf(head, url)
  // These cookies belong to a new session, which has seen no certificate.
  if (head.setCookies.length === 0 || (next && asksForCertificate(next))) return false
  for (const cookie of head.setCookies) await jar.setCookie(cookie, url, { ignoreError: true })
  return true
}
