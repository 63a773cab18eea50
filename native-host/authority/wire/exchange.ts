import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Spacer } from '../../limits/spacer.ts'
import { type Body, classify } from './answers/answer.ts'
import type { Http, HttpAnswer, HttpHead, HttpRequest } from './http.ts'
import { failureError } from './network-failure.ts'
import type { ServerClock } from './server-clock.ts'
import { ANSWER_TIMEOUT, type Transport, TransportFailure, type TransportHead } from './transports/transport.ts'

/** The least pace at which a request's own bytes leave, bytes a second: a large file on a slow line is not broken off. */
const LEAST_PACE = 16 * 1024

/** An answer with the two headers that only pauses and clocks use. */
export type Received = HttpAnswer & { date: string | undefined; retryAfter: string | undefined }

type Parts = Pick<Http, 'keepAside' | 'unexpected'> & {
  transportOf: (request: HttpRequest) => Transport
  serverClock: ServerClock
  publicSpacer: Spacer
  now: () => number
}

/** Sends a request once and reads its whole answer, whatever its status. */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<Received>

/** Makes the exchange. It fails with `unreachable`, `tls-untrusted` or `answer-truncated` if no whole answer comes. */
export function createExchange(parts: Parts): Exchange {
  const { transportOf, serverClock, publicSpacer, keepAside, unexpected, now } = parts

  return async (request, signal) => {
    const { operation, method, url, body: content, maxBytes, timeout = ANSWER_TIMEOUT, onBytes } = request
    const size = content === undefined ? 0 : Buffer.byteLength(content)
    const sentAt = now()
    const headers = typeof request.headers === 'function' ? await request.headers() : request.headers
    let told: Outcome<void> | undefined
    const sending = transportOf(request).send(
      {
        ...{ method, url, headers, maxBytes, changesNothing: mayRepeat(request) },
        ...(content === undefined ? {} : { body: content }),
        timeout: timeout + Math.ceil((size / LEAST_PACE) * 1000),
        ...(onBytes === undefined ? {} : { onBytes }),
        ...(request.to === 'public' ? { depart: () => publicSpacer.depart(signal) } : {}),
        async onHead(head) {
          told = request.onHead && (await settle(request.onHead(httpHeadOf(head))))
        },
      },
      signal,
    )
    const { head, bytes } = await sending.catch((error: unknown) => {
      if (!(error instanceof TransportFailure)) throw error
      throw failureError(error, operation, new URL(url).hostname)
    })
    if (told && 'error' in told) throw told.error
    const receivedAt = now()
    if (bytes.length > maxBytes) {
      if (request.isSecret) throw new RecipisaError('token-answer', { problem: `more than ${maxBytes} bytes` })
      throw await unexpected(operation, `it is larger than ${maxBytes} bytes`, bytes)
    }
    const date = head.header('date')
    if (request.to === 'api') serverClock.observeDate(date, sentAt, receivedAt)
    const isMeasured = head.header('content-length') !== undefined || head.header('transfer-encoding') !== undefined
    const body = classify(bytes, isMeasured)
    if (!request.isSecret && isOdd(body, head.status)) await keepAside(operation, bytes)
    const answer = { ...httpHeadOf(head), bytes, body, sentAt, receivedAt, servedAt: momentOf(date) }
    return { ...answer, date, retryAfter: head.header('retry-after') }
  }
}

/** Whether a request changes nothing, so it may be sent again. */
export const mayRepeat = ({ method, once, mayRepeat }: HttpRequest): boolean =>
  !once && (method === 'GET' || mayRepeat === true)

export type Outcome<T> = { value: T } | { error: unknown }

/** The value or the error of some work, for handling both in one place. */
export async function settle<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (error) {
    return { error }
  }
}

/** Whether an answer has an undocumented form but was understood all the same: it is worth a look. */
function isOdd(body: Body, status: number): boolean {
  return (
    (body.kind === 'note' && body.isMalformed) ||
    body.kind === 'cut-note' ||
    (body.kind === 'maintenance' && status === 200)
  )
}

function momentOf(date: string | undefined): number | undefined {
  const moment = Date.parse(date ?? '')
  return Number.isNaN(moment) ? undefined : moment
}

function httpHeadOf({ status, header, setCookies }: TransportHead): HttpHead {
  return { status, contentType: header('content-type'), location: header('location'), setCookies }
}
