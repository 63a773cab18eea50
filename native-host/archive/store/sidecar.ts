import * as v from 'valibot'
import { MessageKind } from '../../../shared/domain/invoices.ts'
import { Count, Cui, Moment, Sha256, WireId } from '../../../shared/protocol/values.ts'

/** The PDF beside the ZIP: same name, ending `.pdf`. */
const Pdf = v.object({ sha256: Sha256, size: Count, validated: v.boolean(), access: v.picklist(['oauth', 'public']) })
export type Pdf = v.InferOutput<typeof Pdf>

/** What the hidden file beside a document says: everything that its row in the index cannot learn from the ZIP. */
const Sidecar = v.object({
  version: v.literal(1),
  /** The ZIP's name, in the same folder. */
  file: v.pipe(v.string(), v.regex(/^[\w-]+\.zip$/)),
  sha256: Sha256,
  size: Count,
  archivedAt: Moment,
  message: v.object({
    id: WireId,
    uploadIndex: WireId,
    cui: Cui,
    kind: MessageKind,
    type: v.string(),
    createdAt: Moment,
    details: v.string(),
    sellerCui: v.nullable(v.string()),
    buyerCui: v.nullable(v.string()),
    selfBilled: v.boolean(),
  }),
  pdf: v.optional(Pdf),
})
export type Sidecar = v.InferOutput<typeof Sidecar>

export function formatSidecar(sidecar: Sidecar): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(sidecar, undefined, 2)}\n`)
}

/** Undefined if the bytes are no sidecar: the file lies among the user's own. */
export function parseSidecar(bytes: Uint8Array): Sidecar | undefined {
  try {
    const parsed = v.safeParse(Sidecar, JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // not JSON
  }
}
