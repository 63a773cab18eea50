import type { ListedMessage } from '../../shared/invoices.ts'

/** A pair of tokens as the token endpoint gave it. */
export type TokenPair = { accessToken: string; refreshToken: string }

/** Outcome of a download: the ZIP's bytes, or the authority's note that the 60 days have passed (E-22). */
export type Download = { kind: 'zip'; bytes: Uint8Array } | { kind: 'expired'; note: string }

/** `E` errors, `T` sent, `P` received, `R` buyer messages of both directions. */
export type ListFilter = 'E' | 'T' | 'P' | 'R'

/** The whole of a list window: entries by id once each, and the moment up to which the list is complete. */
export type MessageWindow = { messages: ListedMessage[]; completeUntil: number }

/**
 * What the authority says about a filing (E-07): `ok` and `nok` are final and carry the id to download. `not-taken`:
 * refused at upload. `query-error` is about the question, never about the filing (E-08).
 */
export type FilingStatus =
  | { kind: 'processing' }
  | { kind: 'ok' | 'nok'; downloadId: string }
  | { kind: 'not-taken' }
  | { kind: 'query-error'; messages: string[] }

/** Where an accepted access token comes from (`session/`). */
export type AccessTokens = {
  /** A token that is good for a call now; throws `not-signed-in`, `sign-in-expired` or `token-rejected`. */
  accessToken(signal: AbortSignal): Promise<string>
  /** A newer token than one that was answered with 401 or 403; undefined when a newer one would change nothing. */
  afterRejected(token: string, signal: AbortSignal): Promise<string | undefined>
}

/** The e-invoicing service for one environment, in the product's words. Waits for the pacer by itself. */
export type EInvoicing = {
  /** TestOauth: returns when the token is accepted, throws `token-rejected` when it is not. */
  hello(signal: AbortSignal): Promise<void>
  /** Whether the token's holder has SPV rights for the company: one short list call. */
  hasRights(cui: string, signal: AbortSignal): Promise<boolean>
  /** Messages of the last 1 to 60 days; goes on by pages by itself beyond 500 (E-10). */
  listByDays(query: { cui: string; days: number; filter?: ListFilter }, signal: AbortSignal): Promise<MessageWindow>
  /**
   * Messages created from `from` until `until`, epoch ms; without them, all that the authority still lists. Both ends are
   * moved inside what the authority accepts (E-13); `until` before `from` is refused before any request (E-14).
   */
  listWindow(
    query: { cui: string; from?: number | undefined; until?: number | undefined; filter?: ListFilter | undefined },
    signal: AbortSignal,
  ): Promise<MessageWindow>
  download(id: string, signal: AbortSignal): Promise<Download>
  status(uploadIndex: string, signal: AbortSignal): Promise<FilingStatus>
}
