import type { CookieJar } from 'tough-cookie'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Http, HttpAnswer, HttpHead, HttpRequest } from './http.ts'
import { unknownOutcome } from './unknown-outcome.ts'

/** The cookies of one gateway session, and where they go when the gateway rewrites them (`session/`). */
export type GatewayCookies = {
  readonly jar: CookieJar
  /** Keeps the jar as it is now; awaited before the next hop, so that a rotated cookie is never lost (G-03). */
  keep(): Promise<void>
}

/** Client of what stands behind the gateway: replays a browser's cookies and never shows a certificate (G-02). */
export type Gateway = {
  /**
   * Reads a page of the gateway's host. Revalidation is followed; what only a certificate can answer is
   * `gateway-session-expired` (G-04), a way to another origin `gateway-redirect` (G-05).
   */
  read(request: GatewayRead, cookies: GatewayCookies, signal: AbortSignal): Promise<HttpAnswer>
  /**
   * Sends a form: once, and never over a redirect, for the gateway may have kept what it redirects (G-09). A redirect to
   * the certificate is the gateway's own answer: the form did not get behind it, and the session is over. Whatever else
   * fails after `onBytes`, any other redirect included, is `outcome-unknown`. What a page says is left to the caller.
   */
  post(request: GatewayPost, cookies: GatewayCookies, signal: AbortSignal): Promise<HttpAnswer>
  /** Tells the gateway that the session is over (G-11). */
  exit(cookies: GatewayCookies, signal: AbortSignal): Promise<void>
}

export type GatewayRead = Pick<HttpRequest, 'operation' | 'url' | 'maxBytes' | 'timeout' | 'onBytes' | 'once'> & {
  /** Called when the gateway itself has answered: the request did not get to the service behind it. */
  onTurnedAway?: () => void
}

export type GatewayPost = {
  operation: string
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  maxBytes: number
  timeout: number
  onBytes?: (() => void) | undefined
}

/**
 * How long an answer is waited for that nobody wants any more, ms: its head rewrites the cookies, and who is without the
 * new ones has lost the session (G-03).
 */
const HEAD_PATIENCE = 10_000
/** A revalidation takes two hops; more than this many is a circle. */
const HOPS = 10
/** The answer to /exit is a redirect. */
const MAX_EXIT = 1_000_000

/** `origin` is the only one that cookies are sent to. */
export function createGateway(http: Http, origin: string): Gateway {
  const hop = ({ onTurnedAway: _, ...request }: GatewayRead, cookies: GatewayCookies, signal: AbortSignal) => {
    const { url } = request
    const patience = untilHead(signal)
    const headers = async (): Promise<Record<string, string>> => {
      const cookie = await cookies.jar.getCookieString(url)
      return cookie === '' ? {} : { cookie }
    }
    // Each answer rewrites the session's cookies, one that breaks off too: the next try needs the new ones.
    const onHead = async (head: HttpHead) => {
      await takeCookies(head, url, cookies)
      patience.over()
    }
    const beforeEach = patience.over
    const onBytes = () => {
      request.onBytes?.()
      patience.begins()
    }
    const sent = { ...request, to: 'gateway', method: 'GET', headers, onHead, onBytes, beforeEach } as const
    return http.send(sent, patience.signal).finally(patience.end)
  }

  return {
    async read(request, cookies, signal) {
      let { url } = request
      for (let hops = 0; hops < HOPS; hops++) {
        const answer = await hop(isPolicy(new URL(url)) ? ownHop(request, url) : { ...request, url }, cookies, signal)
        const next = redirectOf(answer, url)
        const isElsewhere = next !== undefined && next.origin !== origin
        const isGateways = answer.body.kind === 'login-wall' || (next && !isElsewhere && isPolicy(next))
        if (isGateways) request.onTurnedAway?.()
        if (isGateways && (!next || asksForCertificate(next))) throw new RecipisaError('gateway-session-expired')
        if (isElsewhere) throw new RecipisaError('gateway-redirect', { host: next.host })
        if (!next) return answer
        url = next.href
      }
      throw await http.unexpected(request.operation, `more than ${HOPS} redirects`, new Uint8Array())
    },
    async post({ onBytes, ...request }, cookies, signal) {
      const { operation, url } = request
      const cookie = await cookies.jar.getCookieString(url)
      const patience = untilHead(signal)
      let hasLeft = false
      const sent: HttpRequest = {
        ...request,
        to: 'gateway',
        method: 'POST',
        headers: { ...request.headers, cookie },
        // Also of an answer that breaks off: the rest of a batch needs the new ones.
        onHead: async head => {
          await takeCookies(head, url, cookies)
          patience.over()
        },
        onBytes: () => {
          onBytes?.()
          hasLeft = true
          patience.begins()
        },
      }
      const answer = await http
        .send(sent, patience.signal)
        .catch((error: unknown) => {
          // A 429 is the door's answer, not the service's.
          const isRefusal = error instanceof RecipisaError && error.reason === 'rate-limited'
          throw hasLeft && !isRefusal ? unknownOutcome(operation, error) : error
        })
        .finally(patience.end)
      const next = redirectOf(answer, url)
      if (next?.origin === origin && asksForCertificate(next)) throw new RecipisaError('gateway-session-expired')
      if (answer.status >= 300 && answer.status < 400) {
        throw unknownOutcome(operation, new Error(`redirected to ${next?.origin ?? '?'}${next?.pathname ?? ''}`))
      }
      return answer
    },
    async exit(cookies, signal) {
      await hop({ operation: 'exit', url: `${origin}/exit`, maxBytes: MAX_EXIT }, cookies, signal)
    },
  }
}

/**
 * A signal that follows `signal`, except between `begins` and `over`, while an answer's head is on its way: then it follows
 * when that has come, or after `HEAD_PATIENCE`.
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

/** A hop that only the gateway sees: nothing of the request is on its way to the service. */
const ownHop = ({ operation, maxBytes }: GatewayRead, url: string): GatewayRead => ({ operation, maxBytes, url })

function redirectOf({ status, location }: HttpHead, base: string): URL | undefined {
  if (status < 300 || status >= 400 || location === undefined) return undefined
  return URL.parse(location, base) ?? undefined
}

/** The gateway's own pages, which stand before any service. */
const isPolicy = ({ pathname }: URL): boolean => /^\/(my\.policy|vdesk\/)/.test(pathname)

/** Bare /my.policy or the hang-up; /my.policy_nonce is only a revalidation. */
function asksForCertificate({ pathname }: URL): boolean {
  return /^\/my\.policy\/?$/.test(pathname) || pathname.startsWith('/vdesk/')
}

/** Keeps what the answer set; a cookie that is not for its sender is dropped, as browsers do. */
async function takeCookies(head: HttpHead, url: string, { jar, keep }: GatewayCookies): Promise<void> {
  const next = redirectOf(head, url)
  // With this the gateway starts another session, one that has seen no certificate.
  if (head.setCookies.length === 0 || (next && asksForCertificate(next))) return
  for (const cookie of head.setCookies) await jar.setCookie(cookie, url, { ignoreError: true })
  await keep()
}
