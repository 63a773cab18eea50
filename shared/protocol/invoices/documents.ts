import * as v from 'valibot'
import { Count, Sha256, WireId } from '../../domain/values.ts'
import { BatchFilter } from '../registers/batches.ts'

/** Most invoices in one PDF of ours: memory holds it, within the bounds of its thread. */
const MOST_SHEETS = 500

/**
 * Names stored bytes. `invoices`: a message's signed ZIP as downloaded, one of its members, or its PDF; `files`: the
 * PDF of a file that is not a message, by the file's SHA-256; `batches`: the table of a batch, `only` with the rows of
 * a filter; `exports`: an export's file; `mailbox`: the document of an SPV message; `declarations` (by our id): the
 * receipt, or the submitted PDF; `receipts`: a receipt by its upload index; `attachments`: a file embedded in an
 * invoice, by its `index` there; `sheets`: our own PDF of these invoices, made again each time (U-11); `book-exports`:
 * the file of an export into accounting; `agreements`: the comparison of a ledger as a table.
 */
export const DocumentRef = v.variant('area', [
  v.strictObject({ area: v.literal('invoices'), id: WireId, as: v.picklist(['zip', 'xml', 'signature', 'pdf']) }),
  v.strictObject({
    area: v.literal('batches'),
    id: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
    as: v.picklist(['csv', 'xlsx']),
    only: v.optional(BatchFilter),
  }),
  v.strictObject({
    area: v.literal('exports'),
    id: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
    // Every one was a ZIP once.
    as: v.picklist(['file', 'zip']),
  }),
  v.strictObject({ area: v.literal('mailbox'), id: WireId, as: v.picklist(['document']) }),
  v.strictObject({
    area: v.literal('declarations'),
    id: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
    as: v.picklist(['receipt', 'filed']),
  }),
  v.strictObject({ area: v.literal('receipts'), id: WireId, as: v.picklist(['receipt']) }),
  v.strictObject({ area: v.literal('attachments'), id: WireId, index: Count }),
  v.strictObject({
    area: v.literal('sheets'),
    ids: v.pipe(v.array(WireId), v.minLength(1), v.maxLength(MOST_SHEETS)),
    locale: v.picklist(['ro', 'en']),
  }),
  v.strictObject({
    area: v.literal('book-exports'),
    id: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
    as: v.picklist(['file']),
  }),
  v.strictObject({
    area: v.literal('agreements'),
    id: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
    as: v.picklist(['xlsx']),
  }),
  v.strictObject({ area: v.literal('files'), id: Sha256, as: v.picklist(['pdf']) }),
])
export type DocumentRef = v.InferOutput<typeof DocumentRef>

export const documents = {
  /** Size, hash, and the readable name for saving the bytes. */
  'documents.describe': {
    params: v.strictObject({ document: DocumentRef }),
    result: v.object({ fileName: v.string(), mediaType: v.string(), size: Count, sha256: Sha256 }),
  },
  /** At most `MAX_CHUNK` bytes from `offset` on, as base64. The reader checks the whole against `sha256`. */
  'documents.read': {
    params: v.strictObject({ document: DocumentRef, offset: Count }),
    result: v.object({ data: v.string(), nextOffset: v.nullable(Count), sha256: Sha256 }),
  },
}
