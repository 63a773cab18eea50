import type { NetworkFailure } from '../network-failure.ts'

/**
 * How long to wait for the head of an answer, and then for each further piece, ms, where a request names no time. The whole
 * answer may take as long, and longer the larger it is (`answer-pace.ts`).
 */
export const ANSWER_TIMEOUT = 60_000

/** One request, as it goes over the network. */
export type TransportRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Bytes after which the transport may stop reading the answer. A few more than that tell the caller that it is too large. */
  maxBytes: number
  /** How long to wait for the head of the answer, and then for each further piece, ms; `ANSWER_TIMEOUT` by default. */
  timeout?: number
  /**
   * Whether the request changes nothing. Any other one needs a connection of its own, so that a reset is the server's
   * answer to it, and nothing on the way sends it a second time (E-05).
   */
  changesNothing: boolean
  /** Awaited once a connection stands and before the first byte leaves. Only for requests to the public host. */
  depart?: () => Promise<void>
  /**
   * Called when bytes may have left: before the first one where the transport sees that, and else before it rejects or
   * resolves. Not called only where it is certain that nothing has left.
   */
  onBytes?: () => void
  /** Called with the head of the answer and awaited, before the body is read. It does not reject. */
  onHead?: (head: TransportHead) => Promise<void>
}

export type TransportHead = {
  status: number
  /** The first value of a header, by its name in lower case; undefined for one that the transport cannot see. */
  header(name: string): string | undefined
  /** The Set-Cookie headers as they came; empty where a browser keeps them for itself. */
  setCookies: readonly string[]
}

export type TransportAnswer = { head: TransportHead; bytes: Uint8Array }

/**
 * The way of a request to the authority. Pace, repeats, judgement of answers and journals are above it: a transport sends
 * a request a single time, follows no redirect, and adds nothing but what it is there for (a certificate).
 *
 * Rejects with `TransportFailure` where no whole answer comes; with the signal's reason once that is aborted; and with a
 * RecipisaError where it knows more than the network does (that a certificate is needed, for one).
 */
export type Transport = {
  send(request: TransportRequest, signal: AbortSignal): Promise<TransportAnswer>
  /** Ends connections and whatever holds them. Later requests fail. */
  close(): Promise<void>
}

/** No whole answer came, and how far the call had come. `problem` is the system's own code or words. */
export class TransportFailure extends Error {
  readonly failure: NetworkFailure
  readonly problem: string

  constructor(failure: NetworkFailure, problem: string, options?: ErrorOptions) {
    super(problem, options)
    this.name = 'TransportFailure'
    this.failure = failure
    this.problem = problem
  }
}
