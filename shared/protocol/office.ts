import * as v from 'valibot'
import { Count, Cui, Moment, Nothing, Sha256 } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'

/**
 * A seat's rights: `office` may do everything, including seats; `clerk` works on its companies; `reader` only reads its
 * companies.
 */
export const SeatRole = v.picklist(['office', 'clerk', 'reader'])
export type SeatRole = v.InferOutput<typeof SeatRole>

const SeatName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))
/** `postgres://login@host:port/database`, without a password. */
const OfficeUrl = v.pipe(v.string(), v.maxLength(500))
const Password = v.pipe(v.string(), v.minLength(1), v.maxLength(500))

/** The documents that a seat keeps on its own disk: opened ones, all, or all of these companies. */
export const KeptDocuments = v.union([v.picklist(['opened', 'all']), v.array(Cui)])
export type KeptDocuments = v.InferOutput<typeof KeptDocuments>

/** A seat of the office, as known to the database. */
export const SeatState = v.object({
  name: v.string(),
  role: SeatRole,
  /** The companies of a clerk or reader. */
  companies: v.array(v.string()),
  addedAt: Moment,
  /** When it was last connected. */
  seenAt: v.nullable(Moment),
  /** When it left; its work stays. */
  leftAt: v.nullable(Moment),
  isMe: v.boolean(),
})
export type SeatState = v.InferOutput<typeof SeatState>

/** An item whose content here differs from the office's. Both stay where they are. */
const OfficeConflict = v.object({
  area: v.string(),
  key: v.string(),
  company: v.string(),
  ours: Sha256,
  theirs: Sha256,
})

/** Params of an S3 store for documents; its secret comes separately. */
const ObjectStoreParams = v.strictObject({
  /** With the bucket: `https://host/bucket`. */
  endpoint: v.pipe(v.string(), v.url()),
  region: v.pipe(v.string(), v.minLength(1)),
  /** Whether it has all documents, or only those over 1 MB. */
  keepsAll: v.boolean(),
})

const ObjectStoreLogin = v.strictObject({ accessKeyId: v.string(), secretAccessKey: v.string() })

/** This machine in its office. */
export const OfficeState = v.object({
  url: v.string(),
  seat: v.string(),
  documents: KeptDocuments,
  /** Why the office cannot be reached now; null if it can. */
  problem: v.nullable(ErrorBody),
  /** Why this seat cannot use the office's S3 store; absent if it can, and without one. */
  storageProblem: v.optional(ErrorBody),
  /** Empty while the office is unreachable. */
  seats: v.array(SeatState),
  /** Changes here that the office does not have yet. */
  waiting: Count,
  conflicts: v.array(OfficeConflict),
  /** The office's totals; null while it is unreachable. */
  shared: v.nullable(
    v.object({
      entries: Count,
      documents: Count,
      bytes: Count,
      filings: Count,
      /** Since when an open transaction has kept news from all seats; absent if it is less than a minute. */
      heldSince: v.optional(Moment),
    }),
  ),
})
export type OfficeState = v.InferOutput<typeof OfficeState>

/** A new seat's login. It is shown once: nobody keeps the password. */
export const Invitation = v.object({ name: v.string(), url: v.string(), password: v.string() })

export const office = {
  /** Null if this machine is in no office. */
  'office.status': { params: Nothing, result: v.nullable(OfficeState) },
  /**
   * Makes an office in a database, as its owner, and the first seat, which this machine becomes. In a database with an
   * office of an older version: brings its schema up to date.
   */
  'office.create': {
    params: v.strictObject({
      url: OfficeUrl,
      password: Password,
      seat: SeatName,
      ca: v.optional(v.string()),
      /** The S3 store of documents, and this seat's login there. */
      storage: v.optional(ObjectStoreParams),
      objectStore: v.optional(ObjectStoreLogin),
    }),
    result: OfficeState,
  },
  /** Makes this machine the seat with this login. Its entries go out and the others' come in, gradually. */
  'office.join': {
    params: v.strictObject({
      url: OfficeUrl,
      password: Password,
      /** PEM of the server certificate's trust anchor, if the system does not trust it. */
      ca: v.optional(v.string()),
      documents: v.optional(KeptDocuments, 'opened'),
      objectStore: v.optional(ObjectStoreLogin),
    }),
    result: OfficeState,
  },
  /** Ends this seat. The archive stays whole; `unsent`: the number of its entries that the office lacks. */
  'office.leave': { params: Nothing, result: v.object({ unsent: Count }) },
  /** Sets the documents that this machine keeps, or its login at the office's S3 store; what is absent stays. */
  'office.keep': {
    params: v.strictObject({ documents: v.optional(KeptDocuments), objectStore: v.optional(ObjectStoreLogin) }),
    result: OfficeState,
  },
  /** Exchanges with the office now, and returns when both sides have everything. */
  'office.exchange': {
    params: Nothing,
    result: v.object({ sent: Count, received: Count, brought: Count }),
  },
  /** Adds a seat; needs the role `office`. */
  'office.addSeat': {
    params: v.strictObject({ name: SeatName, role: SeatRole, companies: v.optional(v.array(Cui), []) }),
    result: Invitation,
  },
  /**
   * Gives a clerk or reader these companies and no others. What the office has of a new one comes in with the next exchange;
   * what the seat has of another one stays on its disk.
   */
  'office.giveCompanies': {
    params: v.strictObject({ name: SeatName, companies: v.array(Cui) }),
    result: OfficeState,
  },
  /** Ends another seat: its login can connect no more. */
  'office.endSeat': { params: v.strictObject({ name: SeatName }), result: v.nullable(OfficeState) },
  /**
   * The person's yes to filing these contents (SHA-256) although the office cannot be asked whether a colleague filed
   * them. It holds for an hour, once each.
   */
  'office.fileAlone': { params: v.strictObject({ contents: v.array(Sha256) }), result: v.object({}) },
}
