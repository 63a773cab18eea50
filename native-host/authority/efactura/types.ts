import type { ListedMessage } from '../../../shared/domain/invoices.ts'
import type { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Finding } from '../../../shared/protocol/invoices/checks.ts'
import type { Standard, UploadFlags } from '../../../shared/protocol/uploads.ts'

/**
 * Outcome of a download: the bytes of the ZIP, or the authority's note that the 60 days have passed (E-22). `busy`:
 * another seat is downloading it now, for everyone.
 */
export type Download = { kind: 'zip'; bytes: Uint8Array } | { kind: 'expired'; note: string } | { kind: 'busy' }

/** `E` errors, `T` sent, `P` received, `R` buyer messages of both directions. */
export type ListFilter = 'E' | 'T' | 'P' | 'R'

/**
 * The start of a list window, epoch ms, by the service's present: this machine's clock may be wrong. Undefined for
 * everything that is still listed. Called before each reading; the last call counts.
 */
export type ListStart = (now: number) => number | undefined

/** The messages of a list window, each id once. */
export type MessageWindow = {
  messages: ListedMessage[]
  /** The list is complete up to this moment of the service's clock, epoch ms; undefined if nothing was left to ask for. */
  completeUntil: number | undefined
  /**
   * Serial of the certificate behind the request (E-32), as the service writes it; null if it names none, as without
   * entries.
   */
  certificate: string | null
  /** The error for unreadable entries; the answer is kept for inspection. */
  unread: RecipisaError | undefined
}

/**
 * The state of an upload (E-07). `ok` and `nok` are final and carry the id to download. `not-taken`: refused at upload.
 * `query-error` is about the query, never about the upload (E-08).
 */
export type UploadStatus =
  | { kind: 'processing' }
  | { kind: 'ok' | 'nok'; downloadId: string }
  | { kind: 'not-taken' }
  | { kind: 'query-error'; messages: string[] }

/** The e-invoicing service of one environment, in the product's words. Its calls wait for the pacer. */
export type EInvoicing = {
  /** TestOauth: returns when the token is accepted, throws `token-rejected` when it is not. */
  hello(signal: AbortSignal): Promise<void>
  /**
   * Why there is no SPV right for the company (undefined if there is one), and the certificate behind the request if
   * the service names it. Costs one short list call.
   */
  rightsFor(
    cui: string,
    signal: AbortSignal,
  ): Promise<{ refusal: RecipisaError | undefined; certificate: string | null }>
  /** Messages of the last 1 to 60 days; beyond 500 it reads the paginated list (E-10). */
  listByDays(query: { cui: string; days: number; filter?: ListFilter }, signal: AbortSignal): Promise<MessageWindow>
  /**
   * Messages created from `from` until `until`, epoch ms; by default everything that the authority still lists. Both
   * ends are moved to what the authority accepts (E-13). `until` before `from` is refused without a request (E-14).
   */
  listWindow(
    query: {
      cui: string
      from?: number | ListStart | undefined
      until?: number | undefined
      filter?: ListFilter | undefined
    },
    signal: AbortSignal,
  ): Promise<MessageWindow>
  download(id: string, signal: AbortSignal): Promise<Download>
  status(uploadIndex: string, signal: AbortSignal): Promise<UploadStatus>
}

/** One upload. `bytes` are sent as they are; `cui` is the company in whose name it goes out (digits only). */
export type UploadRequest = { bytes: Uint8Array; standard: Standard; cui: string; flags: UploadFlags }

/** The authority's answer to an upload (E-03, E-04). `rejected` means that the authority has recorded nothing. */
export type UploadAnswer = { outcome: 'accepted'; uploadIndex: string } | { outcome: 'rejected'; findings: string[] }

export type UploadClient = {
  /**
   * Waits for an upload's turn; call it before claiming the upload. The function that it resolves with ends the turn.
   * With the certificate uploads are made one after the other, and the next ones stay unclaimed meanwhile. Throws
   * `certificate-choice-needed` and `certificate-needs-browser` if the upload would only wait for a person to show the
   * certificate. Sends no part of any upload.
   */
  ready(cui: string, signal: AbortSignal): Promise<() => void>
  /**
   * Uploads once (E-05), with a token that was accepted moments ago. Takes up to three minutes. A failure with
   * the code `outcome-unknown` means that bytes had left and that no answer came, or only one that proves nothing
   * (docs/authority/evidence.md): the authority may have the document. So does an abort after the first byte. Any other
   * failure means that the authority certainly does not have it.
   */
  upload(upload: UploadRequest, signal: AbortSignal): Promise<UploadAnswer>
}

/** How a call reached the authority (E-28): signed in, with a token or the certificate, or over the public host. */
export type Access = 'oauth' | 'public'

export type ValidationAnswer = { state: 'ok' | 'nok'; findings: Finding[]; traceId: string | null; access: Access }

/** `validated` is false for a PDF made without validation: its content is unchecked. */
export type PdfAnswer =
  | { outcome: 'pdf'; bytes: Uint8Array; validated: boolean; access: Access }
  | { outcome: 'invalid'; findings: Finding[]; traceId: string | null; access: Access }

/** `unknown`: an unknown wording; `message` is the authority's own text (E-26). */
export type SignatureAnswer = { verdict: 'valid' | 'invalid' | 'unknown'; message: string; access: Access }

/**
 * The authority's stateless checks. Each is made signed in if possible, else over the public host; a refused sign-in
 * does not prevent it.
 */
export type Checks = {
  /** FACT1 or FCN by content. Files over 5 MB are refused before anything is sent (E-24). */
  validate(xml: Uint8Array, signal: AbortSignal): Promise<ValidationAnswer>
  /** `validate: false` takes the /DA path; if the firewall blocks that, the validating path is tried (E-25, E-27). */
  toPdf(xml: Uint8Array, options: { validate: boolean }, signal: AbortSignal): Promise<PdfAnswer>
  /** Both files of a ZIP, byte for byte. A technical error is thrown as `authority-note`. */
  validateSignature(
    files: { document: Uint8Array; signature: Uint8Array },
    signal: AbortSignal,
  ): Promise<SignatureAnswer>
}
