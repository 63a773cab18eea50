import type { Dispatcher } from 'undici'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Spacer } from '../../limits/spacer.ts'
import { type Body, classify } from './answers/answer.ts'
import type { Connections } from './connections.ts'
import type { Http, HttpAnswer, HttpHead, HttpRequest } from './http.ts'
import { networkError } from './network-failure.ts'
import type { ServerClock } from './server-clock.ts'

/** An answer with the two headers that only pauses and clocks need. */
export type Received = HttpAnswer & { date: string | undefined; retryAfter: string | undefined }

type Parts = Pick<Http, 'keepAside' | 'unexpected'> & {
  connect: () => Promise<Connections>
  serverClock: ServerClock
  publicSpacer: Spacer
  now: () => number
}

/** Sends a request a single time and reads its whole answer, whatever its status. */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<Received>

/**
 * Makes the exchange. It fails with `unreachable`, `tls-untrusted` or `answer-truncated` where no whole answer comes.
 */
export function createExchange(parts: Parts): Exchange {
  const { connect, serverClock, publicSpacer, keepAside, unexpected, now } = parts

  return async (request, signal) => {
    const { url } = request
    const connections = await connect()
    const sentAt = now()
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
      const onHead = request.onHead && (await settle(request.onHead(head)))
      return { answer, head, onHead, bytes: await readBody(answer.body, request.maxBytes) }
    }
    let received: Awaited<ReturnType<typeof exchange>>
    try {
      received =
        request.to === 'public'
          ? await connections.alone(splitUrl(url).origin, () => publicSpacer.depart(signal), exchange)
          : await exchange(mayRepeat(request) ? connections.reused : connections.fresh)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RecipisaError) throw error // the spacer's own, about its storage
      throw networkError(error, inBody, request.operation, new URL(url).hostname)
    }
    const { answer, head, onHead, bytes } = received
    if (onHead && 'error' in onHead) throw onHead.error
    const receivedAt = now()
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
    return { ...head, bytes, body, sentAt, receivedAt, date, retryAfter: header(answer, 'retry-after') }
  }
}

/** Whether a request changes nothing, so that it may be sent again. */
export const mayRepeat = ({ method, once, mayRepeat }: HttpRequest): boolean =>
  !once && (method === 'GET' || mayRepeat === true)

export type Outcome<T> = { value: T } | { error: unknown }

/** The value or the error of some work, so that both can be looked at in one place. */
export async function settle<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (error) {
    return { error }
  }
}

/** Whether an answer is understood although its form is documented nowhere: it is worth a look. */
function isOdd(body: Body, status: number): boolean {
  return (
    (body.kind === 'note' && body.isMalformed) ||
    body.kind === 'cut-note' ||
    (body.kind === 'maintenance' && status === 200)
  )
}

/**
 * Calls `onBytes` when the client has a connection and is about to write the request. Nothing has left before that, and
 * nothing leaves of a request that is aborted before that.
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

/** Reads at most one chunk more than `maxBytes`: enough to know that the answer is too large. */
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
