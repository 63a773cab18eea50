import * as v from 'valibot'
import { Cui, Day, Moment, WireId } from './values.ts'

/**
 * The kind of a message, by its type. `act`: the authority decided or demands something; `other`: an unknown type,
 * which is still kept and downloadable (S-03).
 */
export const MailboxKind = v.picklist([
  'receipt',
  'report',
  'payment',
  'income-certificate',
  'declaration',
  'notice',
  'act',
  'other',
])
export type MailboxKind = v.InferOutput<typeof MailboxKind>

/** A month, or a whole year if `month` is null. */
export const Period = v.object({
  year: v.pipe(v.number(), v.integer()),
  month: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12))),
})
export type Period = v.InferOutput<typeof Period>

/** The declaration that a RECIPISA message confirms, from its details; null for parts that they do not name. */
export const ReceiptDetails = v.object({
  cui: v.nullable(Cui),
  /** `D112`. */
  form: v.nullable(v.string()),
  /** `INTERNT-130000000-2017`, and its upload index and day. */
  registrationNumber: v.nullable(v.string()),
  uploadIndex: v.nullable(WireId),
  registeredOn: v.nullable(Day),
  period: v.nullable(Period),
})
export type ReceiptDetails = v.InferOutput<typeof ReceiptDetails>

/** An entry of the mailbox's list. */
export const ListedMail = v.object({
  id: WireId,
  /** The CUI or CNP that it belongs to. */
  cui: Cui,
  /** `tip`, trimmed; an open set. */
  type: v.string(),
  kind: MailboxKind,
  details: v.string(),
  createdAt: Moment,
  /** False for old messages that name only a day; `createdAt` is then the start of that day in Romania. */
  hasTime: v.boolean(),
  /** The id of the request that it answers. */
  requestId: v.nullable(WireId),
  receipt: v.nullable(ReceiptDetails),
  /** The day on which an act counts as served, if the details name it. */
  servedOn: v.nullable(Day),
})
export type ListedMail = v.InferOutput<typeof ListedMail>
