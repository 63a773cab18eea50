import type { SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'
import { networkFailureOf } from '../network-failure.ts'
import { createAnswerPace } from './answer-pace.ts'
import type { Connections } from './connections.ts'
import {
  ANSWER_TIMEOUT,
  type Transport,
  type TransportAnswer,
  TransportFailure,
  type TransportHead,
} from './transport.ts'

/** The connections of this process: no certificate except a given context's, and only the given headers. */
export function createUndiciTransport(ca: string | null, context?: SecureContext): Transport {
  const { connect, close } = createLazyConnections(ca, context)
  return {
    close,
    async send(request, signal) {
      const { method, url, headers, body, timeout = ANSWER_TIMEOUT, onBytes, depart } = request
      const { origin, pathname, search } = new URL(url)
      const connections = await connect()
      const pace = createAnswerPace(timeout)
      let inBody = false
      const leaves = () => {
        if (!signal.aborted) onBytes?.()
        pace.begin()
      }
      const exchange = async (connection: Dispatcher): Promise<TransportAnswer> => {
        const answer = await connection.compose(announcing(leaves)).request({
          origin,
          path: `${pathname}${search}`,
          method,
          headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          signal: AbortSignal.any([signal, pace.late]),
          ...(body === undefined ? {} : { body }),
          headersTimeout: 0, // the pace's: undici's begins anew with each interim answer (1xx)
          bodyTimeout: timeout,
        })
        inBody = true
        pace.begin()
        const head = headOf(answer)
        await request.onHead?.(head)
        return { head, bytes: await readBody(answer.body, request.maxBytes, pace.came) }
      }
      try {
        if (depart) return await connections.alone(origin, depart, exchange)
        return await exchange(request.changesNothing ? connections.reused : connections.fresh)
      } catch (error) {
        signal.throwIfAborted()
        pace.late.throwIfAborted()
        if (error instanceof RecipisaError) throw error // the spacer's own, about its storage
        const { failure, problem } = networkFailureOf(error, inBody)
        throw new TransportFailure(failure, problem, { cause: error })
      } finally {
        pace.end()
      }
    },
  }
}

/** The connections, loaded with the first request: their library takes longer to load than most commands run. */
function createLazyConnections(
  ca: string | null,
  context: SecureContext | undefined,
): { connect: () => Promise<Connections>; close: () => Promise<void> } {
  let opened: Promise<Connections> | undefined
  let isClosed = false
  const open = async () => {
    const { createConnections } = await import('./connections.ts')
    const connections = createConnections(ca, context)
    // A late request must fail as it would on open connections.
    if (isClosed) await connections.close()
    return connections
  }
  return {
    connect: () => {
      opened ??= open()
      return opened
    },
    close: async () => {
      isClosed = true
      await (await opened)?.close()
    },
  }
}

/**
 * Calls `leaves` when the client has a connection and is about to write the request. Nothing has left before that; a
 * request aborted before that never leaves.
 */
const announcing =
  (leaves: () => void): Dispatcher.DispatcherComposeInterceptor =>
  dispatch =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        leaves()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    })

/** Reads at most one chunk more than `maxBytes`: enough to know that the answer is too large. */
async function readBody(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  came: (bytes: number) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    came(chunk.length)
    if (size > maxBytes) break // leaving the loop ends the stream and its connection
  }
  return Buffer.concat(chunks, size)
}

function headOf({ statusCode, headers }: Dispatcher.ResponseData): TransportHead {
  return {
    status: statusCode,
    header: name => [headers[name]].flat()[0],
    setCookies: [headers['set-cookie'] ?? []].flat(),
  }
}
