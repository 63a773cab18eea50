import type { Dispatcher } from 'undici'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Clock } from '../../limits/clock.ts'
import type { Pacer } from '../../limits/pacer.ts'
import { bothOf, createPatience, PATIENCE, type Patience, sleepUntil } from '../../limits/patience.ts'
import type { Pauses } from '../../limits/pauses.ts'
import type { Spacer } from '../../limits/spacer.ts'
import type { Profile } from '../../profile/profile.ts'
import { type Body, classify } from './answer.ts'
import { createConnections } from './connections.ts'
import { failureKind, networkError } from './network-failure.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'

export type HttpOptions = {
  profile: Pick<Profile, 'ca'>
  /** Turns on the API host. */
  pacer: Pacer
  /** Turns on the public host, which asks for less. */
  publicPacer: Pacer
  /** Departures to the public host. */
  publicSpacer: Spacer
  /** Turns on the filing-status page's host: no limit of it is told, and it is asked as the public host is. */
  statusPacer: Pacer
  /** Pauses that hosts have asked for: those of the pacers, and of the login and the gateway, which have none. */
  pauses: Pauses
  /** What a whole command may spend on pauses; without it each request has `PATIENCE` for itself. */
  patience?: Patience | undefined
  /** Keeps an answer that nobody understood; returns its path (`archive.keepAside`). */
  keepAside: (name: string, bytes: Uint8Array) => Promise<string>
  clock: Clock
  random: () => number
}

export type HttpRequest = {
  /** Name of the operation in errors. */
  operation: string
  /**
   * The API host, whose limit and clock are looked after, the public host and the filing-status page's, each with a pace
   * of its own, the login, or what a gateway guards.
   */
  to: 'api' | 'public' | 'status' | 'login' | 'gateway'
  method: 'GET' | 'POST'
  url: string
  /** A function is asked anew each time that the request is sent. */
  headers: Headers | (() => Promise<Headers>)
  body?: string | Uint8Array
  /** Largest answer that is read, bytes. */
  maxBytes: number
  /** How long to wait for the answer, ms; a minute where it is not given. */
  timeout?: number
  /** A POST that only asks, and so may be sent again as a GET is; what files something never has it (E-05). */
  mayRepeat?: boolean
  /** Whether an answer tells of the service's own failure, though its status does not: repeated as a 5xx is. */
  isFailure?: (answer: HttpAnswer) => boolean
  /** Called right before each time that the request is sent, repeats included; what it throws stops the call. */
  beforeEach?: () => void
  /** Called before the first byte leaves: once a connection is there, and before anything could have arrived. */
  onBytes?: () => void
  /** Called with an answer's head and awaited; what the head says counts even if the body is lost then. */
  onHead?: (head: HttpHead) => Promise<void>
  /** How long pauses that the authority asks for are waited out in all, ms; `PATIENCE` where it is not given. */
  patience?: number | undefined
  /** Sent a single time, though it is a GET: what it asks for would be done again. */
  once?: boolean
  /** The answer may hold tokens, so that nothing of it is kept for a look. */
  isSecret?: boolean
}

type Headers = Readonly<Record<string, string>>

export type HttpHead = {
  status: number
  /** As it came; it proves nothing, but may name a page's character set. */
  contentType: string | undefined
  location: string | undefined
  /** Set-Cookie headers as they came. */
  setCookies: readonly string[]
}

export type HttpAnswer = HttpHead & {
  bytes: Uint8Array
  /** What the bytes are, told by the bytes. */
  body: Body
  sentAt: number
  receivedAt: number
}

export type Http = {
  /**
   * Sends a request and reads the whole answer, whatever its status. Each call to the API host or a public one waits for
   * that host's pacer, a repeated one too. A GET is sent again after a transient failure and after a 429, a bounded number
   * of times (P-10), unless it is to be sent `once`; a POST only if it `mayRepeat`. Throws `rate-limited` with the end of
   * a pause which goes beyond all that, or beyond the request's `patience`: until then that host is not called (E-29).
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>
  /** The API host's clock. */
  readonly serverClock: ServerClock
  /** Keeps an answer, or a part of it, that nobody understood; returns its path. */
  readonly keepAside: HttpOptions['keepAside']
  /** The error for an answer that nobody understands; its bytes are kept for inspection. */
  unexpected(operation: string, problem: string, bytes: Uint8Array): Promise<RecipisaError>
  close(): Promise<void>
}

/** Tries of one request in all, if it may be repeated; between them `BACKOFF`, doubled each time, give or take a half, ms. */
const TRIES = 4
const BACKOFF = 500
/** How often such a request waits for the end of a pause before it gives up, however short they are. */
const PAUSES = 5
/** The least pause after a 429, ms: one that is over already, or of no time, is an invitation to be refused again. */
const LEAST_PAUSE = 1000
/** Pause after a 429 that does not say how long: the limit is one of a minute, ms. */
const PAUSE = 60_000
const TRANSIENT = [500, 502, 503, 504]

export function createHttp(options: HttpOptions): Http {
  const { profile, pacer, publicPacer, publicSpacer, statusPacer, pauses, keepAside, clock, random } = options
  const pacers = { api: pacer, public: publicPacer, status: statusPacer, login: undefined, gateway: undefined }
  const connections = createConnections(profile.ca)
  const serverClock = createServerClock(clock.now)

  const unexpected = async (operation: string, problem: string, bytes: Uint8Array) => {
    const kept = await keepAside(operation, bytes)
    return new RecipisaError('answer-unexpected', { operation, problem, kept })
  }

  const once = async (request: HttpRequest, signal: AbortSignal): Promise<Received> => {
    const { url } = request
    const sentAt = clock.now()
    let inBody = false
    const headers = typeof request.headers === 'function' ? await request.headers() : request.headers
    const exchange = async (connection: Dispatcher) => {
      const { method, body, timeout, onBytes } = request
      const answer = await (onBytes ? connection.compose(announcing(onBytes, signal)) : connection).request({
        ...splitUrl(url),
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal,
        ...(body === undefined ? {} : { body }),
        ...(timeout === undefined ? {} : { headersTimeout: timeout, bodyTimeout: timeout }),
      })
      inBody = true
      const head = headOf(answer)
      const noticed = request.onHead && (await settle(request.onHead(head)))
      return { answer, head, noticed, bytes: await readBody(answer.body, request.maxBytes) }
    }
    let received: Awaited<ReturnType<typeof exchange>>
    try {
      received =
        request.to === 'public'
          ? await connections.alone(splitUrl(url).origin, () => publicSpacer.depart(signal), exchange)
          : await exchange(mayRepeat(request) ? connections.kept : connections.fresh)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RecipisaError) throw error // the spacer's own, about its storage
      throw networkError(error, inBody, request.operation, new URL(url).hostname)
    }
    const { answer, head, noticed, bytes } = received
    if (noticed && 'error' in noticed) throw noticed.error
    const receivedAt = clock.now()
    if (bytes.length > request.maxBytes) {
      if (request.isSecret) throw new RecipisaError('token-answer', { problem: `more than ${request.maxBytes} bytes` })
      throw await unexpected(request.operation, `it is larger than ${request.maxBytes} bytes`, bytes)
    }
    const date = header(answer, 'date')
    if (request.to === 'api') serverClock.observeDate(date, sentAt, receivedAt)
    const isMeasured =
      header(answer, 'content-length') !== undefined || header(answer, 'transfer-encoding') !== undefined
    const body = classify(bytes, isMeasured)
    if (!request.isSecret && isOdd(body, answer.statusCode)) await keepAside(request.operation, bytes)
    return {
      ...head,
      bytes,
      body,
      sentAt,
      receivedAt,
      date,
      retryAfter: header(answer, 'retry-after'),
    }
  }

  return {
    serverClock,
    keepAside,
    unexpected,
    close: connections.close,
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
        if (pacer && (await pacer.admit(signal, patience))) return
        const until = pauses.until(host)
        if (pacer || !patience.allows(until)) throw rateLimited(until)
        await sleepUntil(until, clock, signal)
      }
      for (;;) {
        await admit()
        request.beforeEach?.()
        tries++
        const outcome = await settle(once(request, signal))
        if ('value' in outcome && outcome.value.status === 429) {
          pauses.set(host, clock.now() + pauseOf(outcome.value, clock.now()))
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

/** Understood, but in a form that nobody documents: what else it says may be worth a look. */
function isOdd(body: Body, status: number): boolean {
  return (
    (body.kind === 'note' && body.isMalformed) ||
    body.kind === 'cut-note' ||
    (body.kind === 'maintenance' && status === 200)
  )
}

/** An answer with the headers that are this file's own business. */
type Received = HttpAnswer & { date: string | undefined; retryAfter: string | undefined }
type Outcome<T> = { value: T } | { error: unknown }

async function settle<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (error) {
    return { error }
  }
}

/**
 * Whether the same request may well go through in a moment. A gateway that kept silent for the whole time has either
 * stalled, and somebody waits (G-06), or will answer the first request with cookies that the next one does not have.
 */
function isTransient(outcome: Outcome<Received>, { to, isFailure }: HttpRequest): boolean {
  if ('value' in outcome) {
    const { status, body } = outcome.value
    return TRANSIENT.includes(status) || body.kind === 'cut-short' || isFailure?.(outcome.value) === true
  }
  const failure = failureKind(outcome.error)
  return failure !== undefined && failure !== 'untrusted' && !(failure === 'silent' && to === 'gateway')
}

/** Whether a request changes nothing, so that it may be sent again. */
const mayRepeat = ({ method, once, mayRepeat }: HttpRequest): boolean =>
  !once && (method === 'GET' || mayRepeat === true)

/**
 * Tells when the client has a connection for the request and is about to write it: nothing has left before, and nothing
 * will of a request that was aborted until then.
 */
const announcing =
  (onBytes: () => void, signal: AbortSignal): Dispatcher.DispatcherComposeInterceptor =>
  dispatch =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        if (!signal.aborted) onBytes()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })

/**
 * How long a 429 asks to wait, ms: seconds, or a date by the clock that the answer itself tells (RFC 9110, 10.2.3). What is
 * neither says nothing.
 */
function pauseOf({ retryAfter = '', date }: Pick<Received, 'retryAfter' | 'date'>, now: number): number {
  const text = retryAfter.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Math.max(LEAST_PAUSE, Number(text) * 1000)
  const [until, told] = [/^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN, Date.parse(date ?? '')]
  return Number.isNaN(until) ? PAUSE : Math.max(LEAST_PAUSE, until - (Number.isNaN(told) ? now : told))
}

/** At most one chunk more than `maxBytes`: enough to see that it is too much. */
async function readBody(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break // leaving the loop ends the stream and its connection
  }
  return Buffer.concat(chunks, size)
}

function headOf(answer: Dispatcher.ResponseData): HttpHead {
  const setCookies = [answer.headers['set-cookie'] ?? []].flat()
  const [location, contentType] = [header(answer, 'location'), header(answer, 'content-type')]
  return { status: answer.statusCode, contentType, location, setCookies }
}

function header({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function splitUrl(address: string): { origin: string; path: string } {
  const url = new URL(address)
  return { origin: url.origin, path: `${url.pathname}${url.search}` }
}
