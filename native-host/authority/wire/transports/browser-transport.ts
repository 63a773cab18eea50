import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { MAX_CHUNK } from '../../../../shared/protocol/envelope.ts'
import type { BrowserPort, FetchFailure, FetchPart } from '../../../../shared/protocol/fetch.ts'
import type { NetworkFailure } from '../network-failure.ts'
import { createAnswerPace } from './answer-pace.ts'
import { createLanes } from './lanes.ts'
import {
  ANSWER_TIMEOUT,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportHead,
  type TransportRequest,
} from './transport.ts'

/** Concurrent calls: a browser opens no more connections to a host, and a call that waits for one would seem silent. */
const LANES = 6
/** How long the extension may take to confirm a call, ms. An older one never does. */
const HEARING = 15_000

/** With these, nothing has left. */
const CERTAIN: readonly FetchFailure[] = ['refused', 'unsafe', 'no-choice', 'unsent', 'untrusted']

/**
 * The browser's own fetch, with the certificate that the person chose there (E-28). The extension judges each address
 * by its own table. Connections, and their freshness, are the extension's matter (docs/certificate-mode.md).
 */
export function createBrowserTransport(port: BrowserPort): Transport {
  const lanes = createLanes(LANES)
  const closed = new AbortController()
  return {
    async send(request, signal) {
      const stop = AbortSignal.any([signal, closed.signal])
      const leave = await lanes.enter(stop)
      try {
        return await exchange(port, request, stop)
      } finally {
        leave()
      }
    },
    async close() {
      closed.abort(new TransportFailure('unreachable', 'the port was closed'))
    },
  }
}

async function exchange(port: BrowserPort, request: TransportRequest, signal: AbortSignal): Promise<TransportAnswer> {
  const { method, url, headers, maxBytes, timeout = ANSWER_TIMEOUT } = request
  const body = request.body === undefined ? undefined : Buffer.from(request.body)
  const fetch = port.nextId()
  const parts = inboxOf(port, fetch)
  const state = { mayHaveLeft: false, hasHead: false }
  const pace = createAnswerPace(timeout)
  try {
    signal.throwIfAborted()
    state.mayHaveLeft = !body?.length
    port.say('fetch', { fetch, method, url, contentType: headers['content-type'] ?? null, size: body?.length ?? 0 })
    await parts.next('taken', HEARING, signal)
    for (let at = 0; body && at < body.length; at += MAX_CHUNK) {
      // The extension begins once it has the whole body.
      state.mayHaveLeft ||= at + MAX_CHUNK >= body.length
      port.say('fetch-body', { fetch, data: body.subarray(at, at + MAX_CHUNK).toString('base64') })
    }
    const head = headOf(await parts.next('head', timeout, signal))
    state.hasHead = true
    pace.begin()
    request.onBytes?.()
    await request.onHead?.(head)
    const stop = AbortSignal.any([signal, pace.late])
    const chunks: Buffer[] = []
    for (let size = 0; size <= maxBytes; ) {
      const part = await parts.next('data', timeout, stop)
      if (part.part === 'end') return { head, bytes: Buffer.concat(chunks) }
      const chunk = Buffer.from(part.data, 'base64')
      chunks.push(chunk)
      size += chunk.length
      pace.came(chunk.length)
    }
    port.say('fetch-stop', { fetch })
    return { head, bytes: Buffer.concat(chunks) }
  } catch (error) {
    const failed = error instanceof FetchFailed ? error.failure : undefined
    if (failed === undefined) port.say('fetch-stop', { fetch })
    const isCertain = failed !== undefined && CERTAIN.includes(failed)
    if (state.mayHaveLeft && !state.hasHead && !isCertain) request.onBytes?.()
    throw error instanceof FetchFailed ? toError(error, state.hasHead, url) : error
  } finally {
    pace.end()
    parts.close()
  }
}

/** The extension's messages about one call, one after the other. */
function inboxOf(port: BrowserPort, fetch: number) {
  const parts: FetchPart[] = []
  let wake: () => void = () => undefined
  const close = port.onFetched(({ fetched, answer }) => {
    if (fetched !== fetch) return
    parts.push(answer)
    wake()
  })
  const take = async (ms: number, signal: AbortSignal): Promise<FetchPart> => {
    const late = AbortSignal.timeout(ms)
    const stop = AbortSignal.any([signal, late])
    while (parts.length === 0 && !stop.aborted) {
      await new Promise<void>(resolve => {
        wake = resolve
        stop.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    const part = parts.shift()
    if (part) return part
    signal.throwIfAborted()
    throw new TransportFailure('silent', 'no answer in time')
  }
  /** The next part, which must be of the expected kind (after data, also the end). */
  async function next<K extends 'taken' | 'head'>(
    due: K,
    ms: number,
    signal: AbortSignal,
  ): Promise<Extract<FetchPart, { part: K }>>
  async function next(
    due: 'data',
    ms: number,
    signal: AbortSignal,
  ): Promise<Extract<FetchPart, { part: 'data' | 'end' }>>
  async function next(due: FetchPart['part'], ms: number, signal: AbortSignal): Promise<FetchPart> {
    const part = await take(ms, signal)
    if (part.part === 'failed') throw new FetchFailed(part.failure, part.problem)
    if (part.part === due || (due === 'data' && part.part === 'end')) return part
    throw new FetchFailed('lost', `${part.part} instead of ${due}`)
  }
  return { next, close }
}

function headOf({ status, headers }: Extract<FetchPart, { part: 'head' }>): TransportHead {
  return { status, header: name => headers[name], setCookies: [] }
}

/** The extension reports that a call has no whole answer. Never leaves this file. */
class FetchFailed extends Error {
  readonly failure: FetchFailure

  constructor(failure: FetchFailure, problem: string) {
    super(problem)
    this.failure = failure
  }
}

function toError({ failure, message }: FetchFailed, hasHead: boolean, url: string): Error {
  switch (failure) {
    case 'refused':
      return new RecipisaError('certificate-address-refused', { host: new URL(url).host })
    case 'unsafe':
      return new RecipisaError('certificate-upload-unsafe')
    case 'no-choice':
      return new RecipisaError('certificate-choice-needed')
    default:
      return new TransportFailure(failureOf(failure, hasHead), message)
  }
}

function failureOf(failure: 'unsent' | 'untrusted' | 'lost', hasHead: boolean): NetworkFailure {
  if (failure === 'untrusted') return 'untrusted'
  if (failure === 'unsent') return 'unreachable'
  return hasHead ? 'cut-short' : 'reset'
}
