import * as v from 'valibot'
import { Count, Sha256, WireId } from './values.ts'

/** Which archived bytes: the signed ZIP as downloaded, or one of its members. */
export const DocumentRef = v.strictObject({
  area: v.picklist(['invoices']),
  id: WireId,
  as: v.picklist(['zip', 'xml', 'signature']),
})
export type DocumentRef = v.InferOutput<typeof DocumentRef>

export const documents = {
  /** Size, hash and the readable name under which the bytes are saved. */
  'documents.describe': {
    params: v.strictObject({ document: DocumentRef }),
    result: v.object({ fileName: v.string(), mediaType: v.string(), size: Count, sha256: Sha256 }),
  },
  /** A piece of at most 256 KiB from `offset` on, as base64. The reader checks the whole against `sha256`. */
  'documents.read': {
    params: v.strictObject({ document: DocumentRef, offset: Count }),
    result: v.object({ data: v.string(), nextOffset: v.nullable(Count), sha256: Sha256 }),
  },
}
