import type { NetworkFailure } from '../network-failure.ts'

/**
 * How long to wait for the head of an answer, and then for each further piece, ms, if a request names no time. The
 * whole answer may take as long, plus time for its size (`answer-pace.ts`).
 */
export const ANSWER_TIMEOUT = 60_000

/** One request, as it goes over the network. */
export type TransportRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /**
   * Bytes after which the transport may stop reading the answer. A few more bytes tell the caller that it is too large.
   */
  maxBytes: number
  /** How long to wait for the head of the answer, and then for each further piece, ms; `ANSWER_TIMEOUT` by default. */
  timeout?: number
  /**
   * Whether the request changes nothing. Any other one needs a connection of its own, so that a reset is the server's
   * answer, and nothing on the way sends it a second time (E-05).
   */
  changesNothing: boolean
  /** Awaited once the connection is open and before the first byte leaves. Only for requests to the public host. */
  depart?: () => Promise<void>
  /**
   * Called when bytes may have left: before the first one if the transport sees it, else before it rejects or resolves.
   * Not called only if nothing has certainly left.
   */
  onBytes?: () => void
  /** Called with the head of the answer and awaited, before the body is read. It does not reject. */
  onHead?: (head: TransportHead) => Promise<void>
}

export type TransportHead = {
  status: number
  /** The first value of a header, by its name in lower case; undefined for one that the transport cannot see. */
  header(name: string): string | undefined
  /** The unchanged Set-Cookie headers; empty if a browser keeps them to itself. */
  setCookies: readonly string[]
}

export type TransportAnswer = { head: TransportHead; bytes: Uint8Array }

/**
 * A request's way to the authority. Pace, repeats, judgement of answers and journals are above it: a transport sends a
 * request once, follows no redirect, and adds nothing beyond its purpose (a certificate).
 *
 * Rejects with `TransportFailure` if no whole answer comes; with the signal's reason once the signal aborts; and with a
 * RecipisaError if it knows more than the network does (for one, that a certificate is needed).
 */
export type Transport = {
  send(request: TransportRequest, signal: AbortSignal): Promise<TransportAnswer>
  /** Ends connections and everything that holds them. Later requests fail. */
  close(): Promise<void>
}

/** No whole answer came; says how far the call had got. `problem` is the system's own code or words. */
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
