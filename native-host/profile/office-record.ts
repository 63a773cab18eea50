import * as v from 'valibot'
import { KeptDocuments } from '../../shared/protocol/office.ts'

/** A profile's data about this machine's office. Passwords are in the credential store. */
export const OfficeRecord = v.strictObject({
  /** `postgres://login@host:port/database`. */
  url: v.string(),
  /** The seat's name. */
  seat: v.string(),
  documents: KeptDocuments,
  /** PEM of the server certificate's trust anchor; absent to trust the system's. */
  ca: v.exactOptional(v.string()),
})
export type OfficeRecord = v.InferOutput<typeof OfficeRecord>
