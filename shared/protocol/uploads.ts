import * as v from 'valibot'
import { Again, base64, Count, Cui, Moment, Sha256, WireId } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'
import { InvoiceSummary } from './invoices/invoices.ts'
import { Search, sortBy } from './list-query.ts'

/**
 * The kind of an uploaded XML, in the wire's words: invoice, credit note, cross-industry invoice, message to the
 * issuer.
 */
export const Standard = v.picklist(['UBL', 'CN', 'CII', 'RASP'])
export type Standard = v.InferOutput<typeof Standard>

/** Each flag is explained beside its box: buyer abroad, self-billing, enforcement body, consumer (E-01, E-02). */
export const UploadFlags = v.strictObject({
  extern: v.boolean(),
  selfBilled: v.boolean(),
  enforcement: v.boolean(),
  b2c: v.boolean(),
})
export type UploadFlags = v.InferOutput<typeof UploadFlags>

/**
 * Life of an upload. `sending`: journaled before the first byte leaves, and valid until more is known; `not-sent`: the
 * authority certainly does not have it (no connection, no sign-in, a limit), so sending it is safe; `unknown`: it may
 * have arrived, and the lists will show it (E-05); `rejected`: ExecutionStatus 1 or HTTP 400, nothing was recorded;
 * `processing`: it has an upload index; `ok`, `nok`, `not-taken` ("XML cu erori nepreluat de sistem"): final.
 */
export const UploadState = v.picklist([
  'sending',
  'not-sent',
  'unknown',
  'rejected',
  'processing',
  'ok',
  'nok',
  'not-taken',
])
export type UploadState = v.InferOutput<typeof UploadState>

export const Upload = v.object({
  id: Count,
  state: UploadState,
  sha256: Sha256,
  size: Count,
  fileName: v.string(),
  cui: Cui,
  standard: Standard,
  flags: UploadFlags,
  invoice: v.nullable(InvoiceSummary),
  uploadIndex: v.nullable(WireId),
  /** Id of the message with the signed ZIP, once the state is ok or nok. */
  downloadId: v.nullable(WireId),
  createdAt: Moment,
  /** The last check with the authority. */
  checkedAt: v.nullable(Moment),
  nextCheckAt: v.nullable(Moment),
  /** Why it was rejected, or the errors file of a nok, in the authority's words. */
  findings: v.array(v.string()),
  /** The upload that this one corrects, and the earlier one with the same content, repeated on purpose. */
  corrects: v.nullable(Count),
  repeats: v.nullable(Count),
  /** Why the last step failed, if it did. */
  trouble: v.nullable(ErrorBody),
  /** The office's seat that made it; absent for this machine's own. */
  seat: v.exactOptional(v.string()),
})
export type Upload = v.InferOutput<typeof Upload>

/** A document before sending, read from the exact bytes that `sha256` names. The host keeps these until then. */
export const Inspection = v.object({
  sha256: Sha256,
  size: Count,
  fileName: v.string(),
  standard: v.nullable(Standard),
  invoice: v.nullable(InvoiceSummary),
  /** The company in whose name it goes out: the seller, the buyer if self-billed, the buyer of a RASP. */
  cui: v.nullable(Cui),
  rights: v.picklist(['granted', 'denied', 'unknown', 'not-listed']),
  suggested: UploadFlags,
  /** Obstacles to sending: too large, not XML, no known standard… */
  problems: v.array(ErrorBody),
  /** Uploads of the same bytes, the latest first (E-06). */
  earlier: v.array(Upload),
})
export type Inspection = v.InferOutput<typeof Inspection>

/**
 * The bytes of a file, base64. The authority accepts 10 MB; a little more is read, to report a file that is too large.
 */
const Data = base64(16_000_000)

export const uploads = {
  'uploads.inspect': {
    params: v.strictObject({ fileName: v.pipe(v.string(), v.maxLength(255)), data: Data }),
    result: Inspection,
  },
  /** Composes the message to the issuer of a received invoice and inspects it; nothing is sent (E-31). */
  'uploads.compose': {
    params: v.strictObject({
      invoiceId: WireId,
      message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000)),
    }),
    result: Inspection,
  },
  /**
   * Uploads the inspected bytes once. Answers when the authority has answered, or with the state `unknown` when its
   * answer is lost. The same bytes again are refused (`already-filed`) unless the user wants it (`again`, E-06).
   */
  'uploads.send': {
    params: v.strictObject({
      sha256: Sha256,
      cui: Cui,
      standard: Standard,
      flags: UploadFlags,
      again: Again,
      corrects: v.optional(Count),
    }),
    progress: v.object({ attempt: Upload }),
    result: v.object({ attempt: Upload }),
  },
  /** Streams the states of an upload and answers when it is final, rejected, not sent, or unknown for good. */
  'uploads.follow': {
    params: v.strictObject({ id: Count }),
    progress: v.object({ attempt: Upload }),
    result: v.object({ attempt: Upload }),
  },
  'uploads.list': {
    params: v.strictObject({
      cui: v.optional(Cui),
      state: v.optional(UploadState),
      open: v.optional(v.boolean(), false),
      /** Only refused uploads that no later one corrects. */
      refused: v.optional(v.boolean(), false),
      /**
       * Searches the invoice's number and names, CUIs, file name and upload index, amounts, and periods by issue date.
       */
      search: v.optional(Search),
      sort: sortBy('created', 'company', 'number', 'partner', 'amount', 'state'),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
    }),
    result: v.object({ items: v.array(Upload), total: Count }),
  },
  'uploads.get': { params: v.strictObject({ id: Count }), result: v.object({ upload: Upload }) },
  /** Checks now: asks for the state of one in processing, searches the lists for an unknown one. */
  'uploads.check': { params: v.strictObject({ id: Count }), result: v.object({ attempt: Upload }) },
  /** The state of any upload index, including uploads made elsewhere (E-07, E-08). */
  'uploads.status': {
    params: v.strictObject({ uploadIndex: WireId }),
    result: v.object({
      state: v.picklist(['processing', 'ok', 'nok', 'not-taken']),
      downloadId: v.nullable(WireId),
    }),
  },
}
