import * as v from 'valibot'
import { KeptDocuments } from '../../shared/protocol/office.ts'

/** What a profile says of the office that this machine is a seat of. Its passwords are in the credential store. */
export const OfficeRecord = v.strictObject({
  /** `postgres://login@host:port/database`. */
  url: v.string(),
  /** The seat's name. */
  seat: v.string(),
  documents: KeptDocuments,
  /** PEM by which the server's certificate is trusted; absent to trust what the system does. */
  ca: v.exactOptional(v.string()),
})
export type OfficeRecord = v.InferOutput<typeof OfficeRecord>
