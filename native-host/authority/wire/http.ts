import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Clock } from '../../limits/clock.ts'
import type { Pacer } from '../../limits/pacer.ts'
import { bothOf, createPatience, PATIENCE, type Patience, sleepUntil } from '../../limits/patience.ts'
import type { Pauses } from '../../limits/pauses.ts'
import type { Spacer } from '../../limits/spacer.ts'
import type { Body } from './answers/answer.ts'
import { createExchange, mayRepeat, type Outcome, type Received, settle } from './exchange.ts'
import { failureKind } from './network-failure.ts'
import { pauseOf } from './retry-after.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'
import type { Transport } from './transports/transport.ts'

export type HttpOptions = {
  /** Closed with this. */
  connections: Transport
  /** The way to the API, if not this process's connections. Closed with them. */
  apiTransport?: Transport | undefined
  /** Turns on the API host. */
  pacer: Pacer
  /** Turns on the public host, which allows fewer. */
  publicPacer: Pacer
  /** Departures to the public host. */
  publicSpacer: Spacer
  /** Turns on the host of the declaration status page. Its limit is not documented, so the public host's is used. */
  statusPacer: Pacer
  /** Pauses that hosts have asked for: the pacers' hosts, and the login and the gateway, which have no pacer. */
  pauses: Pauses
  /** The time that a whole command may spend on pauses. Without it each request has its own `PATIENCE`. */
  patience?: Patience | undefined
  /** Keeps an incomprehensible answer; returns its path (`archive.keepAside`). */
  keepAside: (name: string, bytes: Uint8Array) => Promise<string>
  clock: Clock
  /** 0 to 1, for the pauses between tries. */
  random: () => number
}

export type HttpRequest = {
  /** Name of the operation in errors. */
  operation: string
  /**
   * The called host: the API (with a pace and a clock), the public host, the host of the declaration status page (each
   * with a pace of its own), the login, or a host behind the gateway.
   */
  to: 'api' | 'public' | 'status' | 'login' | 'gateway'
  method: 'GET' | 'POST'
  url: string
  /** A function is called anew for each try. */
  headers: Headers | (() => Promise<Headers>)
  body?: string | Uint8Array
  /** The largest answer to read, bytes. */
  maxBytes: number
  /** How long to wait for the answer once the request has left, ms; a minute by default. */
  timeout?: number
  /** For a POST that is only a query, and so may be repeated like a GET. Never for one that files something (E-05). */
  mayRepeat?: boolean
  /** Whether an answer reports a failure of the service although its status does not: it is repeated like a 5xx. */
  isFailure?: (answer: HttpAnswer) => boolean
  /** Called right before each try, and awaited; an error thrown here ends the call. */
  beforeEach?: () => void | Promise<void>
  /** Called before the first byte leaves: the connection is open, and nothing can have arrived yet. */
  onBytes?: () => void
  /** Called with the head of an answer, and awaited. The head counts even if the body is lost afterwards. */
  onHead?: (head: HttpHead) => Promise<void>
  /** How long the call waits for pauses in all, ms; `PATIENCE` by default. */
  patience?: number | undefined
  /** For a GET that does something each time it arrives: it is sent only once. */
  once?: boolean
  /** The answer may hold tokens, so no part is kept for inspection. */
  isSecret?: boolean
}

type Headers = Readonly<Record<string, string>>

export type HttpHead = {
  status: number
  /** Unchanged; it proves nothing, but may name a page's character set. */
  contentType: string | undefined
  location: string | undefined
  /** The unchanged Set-Cookie headers. */
  setCookies: readonly string[]
}

export type HttpAnswer = HttpHead & {
  bytes: Uint8Array
  /** The kind of the bytes, judged by the bytes alone. */
  body: Body
  sentAt: number
  receivedAt: number
  /** The moment of the Date header, epoch ms, if there is one. */
  servedAt?: number | undefined
}

export type Http = {
  /**
   * Sends a request and reads the whole answer, whatever its status. Each try, repeats included, waits for its host's
   * pacer. A GET, and a POST that `mayRepeat`, is repeated after a transient failure and after a 429, a bounded number
   * of times (P-10), unless the request is `once`. Throws `rate-limited` with the end of a pause longer than the
   * request's `patience`; the host is not called before that end (E-29).
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>
  /** The API host's clock. */
  readonly serverClock: ServerClock
  /** Keeps an incomprehensible answer, or a part of one; returns its path. */
  readonly keepAside: HttpOptions['keepAside']
  /** The error `answer-unexpected`; the bytes are kept for inspection. */
  unexpected(operation: string, problem: string, bytes: Uint8Array): Promise<RecipisaError>
  close(): Promise<void>
}

/** Total tries of a request that may be repeated. */
const TRIES = 4
/** Pause after the first failed try, ms; doubled after each further one, give or take half. */
const BACKOFF = 500
/** How many pauses a request waits for before it gives up, however short they are. */
const PAUSES = 5
const TRANSIENT = [500, 502, 503, 504]

export function createHttp(options: HttpOptions): Http {
  const { connections, pacer, publicPacer, publicSpacer, statusPacer, pauses, keepAside, clock, random } = options
  const pacers = { api: pacer, public: publicPacer, status: statusPacer, login: undefined, gateway: undefined }
  const transportOf = ({ to }: HttpRequest) => (to === 'api' && options.apiTransport) || connections
  const serverClock = createServerClock(clock.now)

  const unexpected = async (operation: string, problem: string, bytes: Uint8Array) => {
    const kept = await keepAside(operation, bytes)
    return new RecipisaError('answer-unexpected', { operation, problem, kept })
  }
  const exchange = createExchange({ transportOf, serverClock, publicSpacer, keepAside, unexpected, now: clock.now })

  return {
    serverClock,
    keepAside,
    unexpected,
    async close() {
      await Promise.all([connections.close(), options.apiTransport?.close()])
    },
    async send(request, signal) {
      const { operation } = request
      const isRepeatable = mayRepeat(request)
      let tries = 0
      let refusals = 0
      const pacer = pacers[request.to]
      const { host } = new URL(request.url)
      const patience = bothOf(createPatience(request.patience ?? PATIENCE, clock.now), options.patience)
      const rateLimited = (until: number) =>
        new RecipisaError('rate-limited', { operation, seconds: Math.ceil((until - clock.now()) / 1000), until })
      const admit = async () => {
        const admission = await pacer?.admit(signal, patience)
        if (admission === 'admitted') return
        const until = admission?.until ?? pauses.until(host)
        if (admission || !patience.allows(until)) throw rateLimited(until)
        await sleepUntil(until, clock, signal)
      }
      for (;;) {
        await admit()
        await request.beforeEach?.()
        tries++
        const outcome = await settle(exchange(request, signal))
        if ('value' in outcome && outcome.value.status === 429) {
          const { retryAfter, date } = outcome.value
          const until = clock.now() + pauseOf(retryAfter, date, clock.now())
          // A pacer's pause is one for all seats of an office.
          if (pacer) pacer.pause(until)
          else pauses.set(host, until)
          if (!isRepeatable || ++refusals > PAUSES) throw rateLimited(pauses.until(host))
          tries--
          continue
        }
        if (!isRepeatable || tries >= TRIES || !isTransient(outcome, request)) {
          if ('error' in outcome) throw outcome.error
          if (outcome.value.body.kind === 'cut-short') throw new RecipisaError('answer-truncated', { operation })
          return outcome.value
        }
        await clock.sleep(BACKOFF * 2 ** (tries - 1) * (0.5 + random()), signal)
      }
    },
  }
}

/**
 * Whether the same request may well succeed in a moment. A gateway that kept silent for the whole time is an exception:
 * either it has stalled while a person waits (G-06), or it answers the lost request with cookies that the next one
 * lacks.
 */
function isTransient(outcome: Outcome<Received>, { to, isFailure }: HttpRequest): boolean {
  if ('value' in outcome) {
    const { status, body } = outcome.value
    return TRANSIENT.includes(status) || body.kind === 'cut-short' || isFailure?.(outcome.value) === true
  }
  const failure = failureKind(outcome.error)
  return failure !== undefined && failure !== 'untrusted' && !(failure === 'silent' && to === 'gateway')
}
