import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Finding } from '../../../shared/protocol/checks.ts'
import type { Standard, UploadFlags } from '../../../shared/protocol/uploads.ts'

/** Outcome of a download: the ZIP's bytes, or the authority's note that the 60 days have passed (E-22). */
export type Download = { kind: 'zip'; bytes: Uint8Array } | { kind: 'expired'; note: string }

/** `E` errors, `T` sent, `P` received, `R` buyer messages of both directions. */
export type ListFilter = 'E' | 'T' | 'P' | 'R'

/** The whole of a list window: entries by id once each, and the moment up to which the list is complete. */
export type MessageWindow = {
  messages: ListedMessage[]
  completeUntil: number
  /** Of entries that could not be read, beside the others that could; the answer is kept for a look. */
  unread: RecipisaError | undefined
}

/**
 * What the authority says about a filing (E-07): `ok` and `nok` are final and carry the id to download. `not-taken`:
 * refused at upload. `query-error` is about the question, never about the filing (E-08).
 */
export type UploadStatus =
  | { kind: 'processing' }
  | { kind: 'ok' | 'nok'; downloadId: string }
  | { kind: 'not-taken' }
  | { kind: 'query-error'; messages: string[] }

/** The e-invoicing service for one environment, in the product's words. Waits for the pacer by itself. */
export type EInvoicing = {
  /** TestOauth: returns when the token is accepted, throws `token-rejected` when it is not. */
  hello(signal: AbortSignal): Promise<void>
  /** Why the token's holder has no SPV right for the company; undefined where there is one. One short list call. */
  refusalOf(cui: string, signal: AbortSignal): Promise<RecipisaError | undefined>
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
  status(uploadIndex: string, signal: AbortSignal): Promise<UploadStatus>
}

/** One filing. `bytes` are sent as they are; `cui` is the company on whose behalf (digits only). */
export type UploadRequest = { bytes: Uint8Array; standard: Standard; cui: string; flags: UploadFlags }

/** What the authority answered to an upload (E-03, E-04): nothing was filed when it is `rejected`. */
export type UploadAnswer = { outcome: 'accepted'; uploadIndex: string } | { outcome: 'rejected'; findings: string[] }

export type UploadClient = {
  /**
   * Sends a filing, once (E-05), with a token that was accepted moments ago. A failure of the code `outcome-unknown`
   * says that its bytes were on the way and that no answer came, or one that proves nothing (`evidence.ts`): the authority may
   * have it. Every other failure says that it certainly was not filed. Takes up to three minutes; an abort after the first
   * byte is `outcome-unknown` too.
   */
  upload(filing: UploadRequest, signal: AbortSignal): Promise<UploadAnswer>
}

/** How a call reached the authority: with the sign-in, or over the public host without any (E-28). */
export type Access = 'oauth' | 'public'

export type ValidationAnswer = { state: 'ok' | 'nok'; findings: Finding[]; traceId: string | null; access: Access }

/** `validated` is false when the PDF was made without validation: nobody vouches for its content then. */
export type PdfAnswer =
  | { outcome: 'pdf'; bytes: Uint8Array; validated: boolean; access: Access }
  | { outcome: 'invalid'; findings: Finding[]; traceId: string | null; access: Access }

/** `unknown`: a wording that nobody knows; `message` is the authority's own text (E-26). */
export type SignatureAnswer = { verdict: 'valid' | 'invalid' | 'unknown'; message: string; access: Access }

/**
 * The authority's stateless checks. Each goes with the sign-in where there is one, else over the public host; a sign-in
 * that is refused does not stand in the way.
 */
export type Checks = {
  /** FACT1 or FCN by content; files over 5 MB are refused before they are sent (E-24). */
  validate(xml: Uint8Array, signal: AbortSignal): Promise<ValidationAnswer>
  /** `validate: false` takes the /DA path, which falls back to the validating one where the firewall blocks it (E-25, E-27). */
  toPdf(xml: Uint8Array, options: { validate: boolean }, signal: AbortSignal): Promise<PdfAnswer>
  /** Both files of a ZIP, byte for byte. A technical error is thrown as `authority-note`. */
  validateSignature(
    files: { document: Uint8Array; signature: Uint8Array },
    signal: AbortSignal,
  ): Promise<SignatureAnswer>
}
