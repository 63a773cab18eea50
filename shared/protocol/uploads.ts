import * as v from 'valibot'
import { ErrorBody } from './envelope.ts'
import { InvoiceSummary } from './invoices.ts'
import { base64, Count, Cui, Moment, Sha256, WireId } from './values.ts'

/** What a filed XML is, by the wire's words: invoice, credit note, cross-industry invoice, buyer's message to the issuer. */
export const Standard = v.picklist(['UBL', 'CN', 'CII', 'RASP'])
export type Standard = v.InferOutput<typeof Standard>

/** When each applies is said beside its box: buyer abroad, self-billing, enforcement body, consumer (E-01, E-02). */
export const UploadFlags = v.strictObject({
  extern: v.boolean(),
  selfBilled: v.boolean(),
  enforcement: v.boolean(),
  b2c: v.boolean(),
})
export type UploadFlags = v.InferOutput<typeof UploadFlags>

/**
 * Life of a filing. `sending`: written down before the first byte goes out, and the truth while nothing else is known;
 * `not-sent`: it certainly did not reach the authority (no connection, no sign-in, a limit), sending it is safe;
 * `unknown`: it may have arrived, the lists will tell (E-05); `rejected`: ExecutionStatus 1 or HTTP 400, nothing was
 * filed; `processing`: has an upload index; `ok`, `nok`, `not-taken` ("XML cu erori nepreluat de sistem"): terminal.
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
  /** Id of the message that holds the signed ZIP, once the state is ok or nok. */
  downloadId: v.nullable(WireId),
  createdAt: Moment,
  /** Last time that the authority was asked about it. */
  checkedAt: v.nullable(Moment),
  nextCheckAt: v.nullable(Moment),
  /** Why it was rejected, or the errors file of a nok; as the authority wrote them. */
  findings: v.array(v.string()),
  /** The attempt that this one corrects, and the one with the same content that was sent before on purpose. */
  corrects: v.nullable(Count),
  repeats: v.nullable(Count),
  /** Why the last step failed, if it did. */
  trouble: v.nullable(ErrorBody),
})
export type Upload = v.InferOutput<typeof Upload>

/** What is about to be sent, read from the exact bytes that `sha256` names; the host keeps them until they are sent. */
export const Inspection = v.object({
  sha256: Sha256,
  size: Count,
  fileName: v.string(),
  standard: v.nullable(Standard),
  invoice: v.nullable(InvoiceSummary),
  /** Company on whose behalf it is filed: the seller, the buyer of a self-billed one, the buyer of a RASP. */
  cui: v.nullable(Cui),
  rights: v.picklist(['granted', 'denied', 'unknown', 'not-listed']),
  suggested: UploadFlags,
  /** What stands against sending it: too large, not XML, no standard recognised… */
  problems: v.array(ErrorBody),
  /** UploadClient of the same bytes, the latest first (E-06). */
  earlier: v.array(Upload),
})
export type Inspection = v.InferOutput<typeof Inspection>

/** File's bytes, base64. 10 MB is what the authority takes; a little more is read to be able to say so. */
const Data = base64(16_000_000)

export const uploads = {
  'uploads.inspect': {
    params: v.strictObject({ fileName: v.pipe(v.string(), v.maxLength(255)), data: Data }),
    result: Inspection,
  },
  /** Makes the "message to the issuer" of a received invoice and inspects it; nothing is sent (E-31). */
  'uploads.compose': {
    params: v.strictObject({
      invoiceId: WireId,
      message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000)),
    }),
    result: Inspection,
  },
  /**
   * Files the inspected bytes once. Answers when the authority has answered, or with state `unknown` when it has not.
   * The same bytes a second time are refused (`already-filed`) unless `again` says that the user wants it (E-06).
   */
  'uploads.send': {
    params: v.strictObject({
      sha256: Sha256,
      cui: Cui,
      standard: Standard,
      flags: UploadFlags,
      again: v.optional(v.boolean(), false),
      corrects: v.optional(Count),
    }),
    progress: v.object({ attempt: Upload }),
    result: v.object({ attempt: Upload }),
  },
  /** Streams an attempt's states and answers when it is terminal, rejected, not sent or unknown for good. */
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
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
    }),
    result: v.object({ items: v.array(Upload), total: Count }),
  },
  /** Asks now: the state of a processing one, the lists for an unknown one. */
  'uploads.check': { params: v.strictObject({ id: Count }), result: v.object({ attempt: Upload }) },
  /** State of any upload index, also of one that was filed elsewhere (E-07, E-08). */
  'uploads.status': {
    params: v.strictObject({ uploadIndex: WireId }),
    result: v.object({
      state: v.picklist(['processing', 'ok', 'nok', 'not-taken']),
      downloadId: v.nullable(WireId),
    }),
  },
}
