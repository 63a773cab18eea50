import * as v from 'valibot'
import { ListedMail } from '../../../shared/domain/mailbox.ts'
import { Count, Moment, Sha256 } from '../../../shared/protocol/values.ts'

/** What the hidden file beside a document of the mailbox says: all that its row in the index is made of. */
const MailSidecar = v.object({
  version: v.literal(1),
  /** The document's name, in the same folder. */
  file: v.pipe(v.string(), v.regex(/^[\w-]+\.pdf$/)),
  sha256: Sha256,
  size: Count,
  archivedAt: Moment,
  mail: ListedMail,
})
export type MailSidecar = v.InferOutput<typeof MailSidecar>

export function formatMailSidecar(sidecar: MailSidecar): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(sidecar, undefined, 2)}\n`)
}

/** Undefined if the bytes are no such sidecar: the file lies among the user's own. */
export function parseMailSidecar(bytes: Uint8Array): MailSidecar | undefined {
  try {
    const parsed = v.safeParse(MailSidecar, JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined // not JSON
  }
}
