import * as v from 'valibot'
import { VERSION } from '../../shared/domain/product.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { FromHost, Hello, type ToHost } from '../../shared/protocol/envelope.ts'
import type { Fetched } from '../../shared/protocol/fetch.ts'
import type { Method, MethodSchema, ParamsIn, ProgressOf, ResultOf } from '../../shared/protocol/methods.ts'
import type { CallAnswerer } from './calls/answer-calls.ts'
import { HostFailure } from './failure.ts'
import { schemaOf } from './schemas.ts'
import { startProblem } from './start-problem.ts'
import { versionMismatch } from './version.ts'

/** How long to wait for the host's hello before it counts as not starting, in milliseconds. */
const HELLO_TIMEOUT = 15_000

/** The part of a native port that the client needs. */
export type HostPort = {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Calls `listener` once when the host has ended; never after `disconnect`. */
  onDisconnect(listener: (problem: string | undefined) => void): void
  disconnect(): void
}

export type RequestOptions<M extends Method> = {
  onProgress?: ((progress: ProgressOf<M>) => void) | undefined
  /** Aborting asks the host to stop; the request then ends with the code `cancelled`. */
  signal?: AbortSignal | undefined
}

export type HostClient = {
  /** Sends one request. Starts the host, also after it has ended; a request that was open then is not repeated. */
  request<M extends Method>(method: M, params: ParamsIn<M>, options?: RequestOptions<M>): Promise<ResultOf<M>>
  /** The host's hello. */
  hello(): Promise<Hello>
  /** Closes the port. Jobs of the host go on. */
  close(): void
}

type Pending = {
  schema: MethodSchema
  onProgress: ((progress: unknown) => void) | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Creates the object that answers the host's calls over a port. */
export type AnswerCalls = (send: (message: Fetched) => void) => CallAnswerer

const ignoreCalls: AnswerCalls = () => ({ take: () => undefined, close: () => undefined })

type Link = { port: HostPort; hello: Promise<Hello>; pending: Map<number, Pending>; calls: CallAnswerer }

/**
 * A client of the native host with one port, which opens at the first use. Every incoming frame is validated (H-02). Errors:
 * those of `startProblem` before the host's hello, `host-lost` after it, `version-host-old` and `version-extension-old` (H-04),
 * `versions-differ`, `frame-invalid`, and HostFailure for failures that the host reports.
 */
export function connectHost(open: () => HostPort, answer: AnswerCalls = ignoreCalls): HostClient {
  let link: Link | undefined
  let lastId = 0

  const connected = (): Link => {
    link ??= openLink(open, answer, ended => {
      if (link === ended) link = undefined
    })
    return link
  }

  return {
    hello: () => connected().hello,

    async request<M extends Method>(method: M, params: ParamsIn<M>, options: RequestOptions<M> = {}) {
      const { port, hello, pending } = connected()
      const [schema] = await Promise.all([schemaOf(method), hello])
      if (options.signal?.aborted) throw new RecipisaError('cancelled')
      const id = ++lastId
      const result = new Promise<unknown>((resolve, reject) => {
        // The schema of `method` parses the value for the listener, so the types agree.
        const onProgress = options.onProgress as ((progress: unknown) => void) | undefined
        pending.set(id, { schema, onProgress, resolve, reject })
      })
      const cancel = () => post(port, { cancel: id })
      options.signal?.addEventListener('abort', cancel)
      try {
        post(port, { id, method, params })
        return (await result) as ResultOf<M>
      } finally {
        pending.delete(id)
        options.signal?.removeEventListener('abort', cancel)
      }
    },

    close() {
      const closing = link
      link = undefined
      if (!closing) return
      closing.calls.close()
      closing.port.disconnect()
      for (const { reject } of closing.pending.values()) reject(new RecipisaError('cancelled'))
    },
  }
}

function openLink(open: () => HostPort, answer: AnswerCalls, onEnd: (link: Link) => void): Link {
  const port = open()
  const pending = new Map<number, Pending>()
  const calls = answer(message => post(port, message))
  const greeting = Promise.withResolvers<Hello>()
  // A request awaits the greeting itself; if nobody does, its failure must not become an unhandled rejection.
  greeting.promise.catch(() => undefined)
  const link: Link = { port, pending, hello: greeting.promise, calls }
  let greeted: Hello | undefined

  const end = (error: RecipisaError) => {
    clearTimeout(deadline)
    calls.close()
    onEnd(link)
    greeting.reject(error)
    for (const { reject } of pending.values()) reject(error)
  }
  const giveUp = (error: RecipisaError) => {
    port.disconnect()
    end(error)
  }
  const deadline = setTimeout(() => giveUp(new RecipisaError('host-missing', { problem: 'no hello' })), HELLO_TIMEOUT)

  const greet = (params: unknown) => {
    const hello = v.safeParse(Hello, params)
    if (!hello.success) return giveUp(new RecipisaError('frame-invalid', { problem: v.summarize(hello.issues) }))
    const mismatch = versionMismatch(hello.output)
    if (mismatch) return giveUp(mismatch)
    greeted = hello.output
    clearTimeout(deadline)
    greeting.resolve(greeted)
  }

  port.onDisconnect(problem => {
    const words = problem ?? 'disconnected'
    end(greeted ? new RecipisaError('host-lost', { problem: words }) : startProblem(words))
  })
  port.onMessage(message => {
    const parsed = v.safeParse(FromHost, message)
    if (!parsed.success) return giveUp(new RecipisaError('frame-invalid', { problem: v.summarize(parsed.issues) }))
    const frame = parsed.output
    if ('event' in frame) {
      if (frame.event === 'hello') greet(frame.params)
      else calls.take(frame.event, frame.params)
      return
    }
    const request = pending.get(frame.id)
    if ('error' in frame) return request?.reject(new HostFailure(frame.error))
    if (!request) return // the request was abandoned
    const { schema, onProgress, resolve, reject } = request
    const misread = (problem: string) => reject(unreadable(problem, greeted))
    if ('progress' in frame) take(schema.progress, frame.progress, onProgress, misread)
    else take(schema.result, frame.result, resolve, misread)
  })
  return link
}

/** Passes a validated value on, or the reason for its rejection. */
function take(
  schema: v.GenericSchema | undefined,
  value: unknown,
  use: ((value: unknown) => void) | undefined,
  misread: (problem: string) => void,
): void {
  if (!schema) return
  const parsed = v.safeParse(schema, value)
  if (parsed.success) use?.(parsed.output)
  else misread(v.summarize(parsed.issues))
}

/** A value of the wrong shape is a version problem if the versions differ, otherwise a program error. */
function unreadable(problem: string, host: Hello | undefined): RecipisaError {
  if (!host || host.version === VERSION) return new RecipisaError('frame-invalid', { problem })
  return new RecipisaError('versions-differ', { host: host.version, extension: VERSION, problem })
}

function post(port: HostPort, message: ToHost): void {
  port.send(message)
}
