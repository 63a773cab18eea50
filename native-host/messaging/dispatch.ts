import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../shared/errors/to-error-body.ts'
import { Cancel, type FromHost, MAX_FRAME_FROM_HOST, Request } from '../../shared/protocol/envelope.ts'
import { Fetched } from '../../shared/protocol/fetch.ts'
import { RequestId } from '../../shared/protocol/request-id.ts'
import type { Context } from '../operations/core/handler.ts'

type Options = {
  /** Runs a method; the answer to an exception is an error. */
  run: (method: string, params: unknown, context: Context<unknown>) => Promise<unknown>
  /** Takes one message, at most MAX_FRAME_FROM_HOST bytes of UTF-8. */
  send: (json: string) => void
  /** Takes the extension's message about one of its calls. */
  fetched: (fetched: Fetched) => void
  /** Converts any error to a RecipisaError. */
  explain: (error: unknown) => RecipisaError
  /** Least time between two progress messages of a request, ms. */
  progressEvery?: number
}

/** Requests in flight: runs them side by side, forwards their progress, and answers each exactly once (H-02). */
export class Dispatcher {
  readonly #options: Required<Options>
  readonly #running = new Map<number, { controller: AbortController; done: Promise<void> }>()

  constructor(options: Options) {
    this.#options = { progressEvery: 100, ...options }
  }

  /** Takes any content of a frame. */
  receive(message: unknown): void {
    const cancel = v.safeParse(Cancel, message)
    if (cancel.success) {
      // A request no longer in flight was answered while the cancel was on its way.
      this.#running.get(cancel.output.cancel)?.controller.abort(new RecipisaError('cancelled'))
      return
    }
    const fetched = v.safeParse(Fetched, message)
    if (fetched.success) {
      this.#options.fetched(fetched.output)
      return
    }
    const request = v.safeParse(Request, message)
    if (!request.success) {
      this.refuse('neither a request nor a cancel', idOf(message))
      return
    }
    const { id, method, params } = request.output
    if (this.#running.has(id)) {
      this.refuse(`the request id ${id} is in use`)
      return
    }
    const controller = new AbortController()
    this.#running.set(id, { controller, done: this.#answer(id, method, params, controller.signal) })
  }

  /**
   * Answers an unreadable message; under id 0 if it belongs to no request. An id in flight becomes 0 as well, because
   * an answer under it would end that request.
   */
  refuse(problem: string, id = 0): void {
    const error = toErrorBody(new RecipisaError('frame-invalid', { problem }))
    this.#send({ id: this.#running.has(id) ? 0 : id, error })
  }

  /** Aborts the requests in flight and waits until all have ended. */
  async close(reason: RecipisaError): Promise<void> {
    for (const { controller } of this.#running.values()) controller.abort(reason)
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #answer(id: number, method: string, params: unknown, signal: AbortSignal): Promise<void> {
    await Promise.resolve() // the caller first remembers the id
    const progress = throttle(this.#options.progressEvery, value => this.#send({ id, progress: value }))
    try {
      signal.throwIfAborted()
      const result = await this.#options.run(method, params, { signal, progress: progress.push })
      progress.flush()
      this.#finish(id, method, { id, result })
    } catch (error) {
      progress.flush()
      this.#finish(id, method, { id, error: toErrorBody(this.#options.explain(error)) })
    }
  }

  #finish(id: number, method: string, message: FromHost) {
    this.#running.delete(id)
    const bytes = this.#send(message)
    if (bytes > MAX_FRAME_FROM_HOST)
      this.#send({ id, error: toErrorBody(new RecipisaError('answer-too-large', { method, bytes })) })
  }

  /** Sends a message, except one that is too large: the browser would close the port. Returns its size, bytes. */
  #send(message: FromHost): number {
    const json = JSON.stringify(message)
    const bytes = Buffer.byteLength(json)
    if (bytes <= MAX_FRAME_FROM_HOST) this.#options.send(json)
    return bytes
  }
}

function idOf(message: unknown): number {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : 0
  return v.is(RequestId, id) ? id : 0
}

/** Passes values on at most every `ms`; the latest held-back value follows at the end of the interval. */
function throttle<T>(ms: number, emit: (value: T) => void) {
  let held: { value: T } | undefined
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (held) emit(held.value)
    held = undefined
  }
  const push = (value: T) => {
    held = { value }
    if (timer) return
    flush()
    timer = setTimeout(flush, ms)
    timer.unref()
  }
  return { push, flush }
}
