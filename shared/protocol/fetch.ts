import * as v from 'valibot'
import { Count, Nothing } from '../domain/values.ts'
import { RequestId } from './request-id.ts'

/**
 * Calls that the host asks the extension to make with the person's certificate (E-28). The host sends the events
 * `fetch`, then the body in pieces, and may stop a call. The extension answers with a head, the body in pieces and an
 * end; or with a failure at any point. The extension itself decides which calls it makes.
 */
export const FetchEvent = v.object({
  fetch: RequestId,
  method: v.picklist(['GET', 'POST']),
  url: v.string(),
  contentType: v.nullable(v.string()),
  /** Bytes of the body, which follows in events `fetch-body`; 0 for none. */
  size: Count,
})
export type FetchEvent = v.InferOutput<typeof FetchEvent>

export const FetchBodyEvent = v.object({ fetch: RequestId, data: v.string() })
export type FetchBodyEvent = v.InferOutput<typeof FetchBodyEvent>

export const FetchStopEvent = v.object({ fetch: RequestId })
export type FetchStopEvent = v.InferOutput<typeof FetchStopEvent>

/**
 * Why a call has no whole answer. Nothing has left with `refused` (the extension does not make such a call), `unsafe`
 * (this browser might send it twice), `no-choice` (the certificate has to be chosen again), `unsent` (no connection)
 * and `untrusted` (the server's certificate). With `lost` it may have arrived.
 */
export const FetchFailure = v.picklist(['refused', 'unsafe', 'no-choice', 'unsent', 'untrusted', 'lost'])
export type FetchFailure = v.InferOutput<typeof FetchFailure>

export const FetchPart = v.variant('part', [
  /** The call is accepted; its body may be sent. */
  v.object({ part: v.literal('taken') }),
  v.object({ part: v.literal('head'), status: Count, headers: v.record(v.string(), v.string()) }),
  /** Base64 of at most `MAX_CHUNK` bytes. */
  v.object({ part: v.literal('data'), data: v.string() }),
  v.object({ part: v.literal('end') }),
  /** `problem`: the browser's own code or words. */
  v.object({ part: v.literal('failed'), failure: FetchFailure, problem: v.string() }),
])
export type FetchPart = v.InferOutput<typeof FetchPart>

/** The extension's message about a call. */
export const Fetched = v.strictObject({ fetched: RequestId, answer: FetchPart })
export type Fetched = v.InferOutput<typeof Fetched>

/** The host's view of the browser's port, for such calls. */
export type BrowserPort = {
  /** The next number for a call; each is used once over the port's life. */
  nextId(): number
  say(event: 'fetch', params: FetchEvent): void
  say(event: 'fetch-body', params: FetchBodyEvent): void
  say(event: 'fetch-stop', params: FetchStopEvent): void
  say(event: 'certificate-work', params: Record<string, never>): void
  /** Calls `listener` with every message of the extension about calls; returns the function that stops this. */
  onFetched(listener: (fetched: Fetched) => void): () => void
}

/** Access with the certificate at call time (E-28): only if the profile's `access` says so. */
export const certificate = {
  /** `url`: a page of ours asks for this address, so the browser lets the person choose the certificate. */
  'certificate.begin': { params: Nothing, result: v.object({ url: v.string() }) },
  /**
   * Does the due work at the e-invoicing API through the extension's calls over this port, and answers when nothing is
   * due soon. `isWaiting`: work is left, but the certificate has to be chosen again first.
   */
  'certificate.serve': { params: Nothing, result: v.object({ isWaiting: v.boolean() }) },
}
