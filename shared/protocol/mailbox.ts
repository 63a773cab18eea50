import * as v from 'valibot'
import { ListedMail, MailboxKind } from '../domain/mailbox.ts'
import { AskedDay, Count, Cui, Moment, Nothing, Sha256, WireId } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'
import { SyncProgress, SyncResult } from './jobs.ts'
import { ReportedPeriod, sortBy } from './list-query.ts'

/**
 * A message of the SPV mailbox. `archived`: its document is on disk; `refused`: the authority withholds it for the
 * reason in `note`; `failed`: the next sync tries again.
 */
export const MailboxItem = v.object({
  ...ListedMail.entries,
  companyName: v.nullable(v.string()),
  state: v.picklist(['listed', 'archived', 'refused', 'failed']),
  seen: v.boolean(),
  fileName: v.nullable(v.string()),
  size: v.nullable(Count),
  sha256: v.nullable(Sha256),
  note: v.nullable(v.string()),
  error: v.nullable(ErrorBody),
})
export type MailboxItem = v.InferOutput<typeof MailboxItem>

/** A CUI or CNP for which the certificate's holder has SPV rights (S-02). */
export const SpvRight = v.object({
  cui: Cui,
  name: v.nullable(v.string()),
  /** 13 digits: its messages are in the mailbox, but it is never a company nor offered as one. */
  isPerson: v.boolean(),
  /** `listed`: among the companies, or a person; `declined`: the user does not want it; `offered`: not answered yet. */
  state: v.picklist(['listed', 'declined', 'offered']),
  /** Missing from the latest list of rights, but once there; its documents stay. */
  gone: v.boolean(),
})
export type SpvRight = v.InferOutput<typeof SpvRight>

export const SpvRights = v.object({
  /** When a list last named them; null before the first. A list without messages names none and changes nothing. */
  asOf: v.nullable(Moment),
  certificateSerial: v.nullable(v.string()),
  rights: v.array(SpvRight),
})
export type SpvRights = v.InferOutput<typeof SpvRights>

/** Selects messages of the mailbox; all conditions must hold. Days are Romania's, both ends included. */
export const MailFilter = v.strictObject({
  cui: v.optional(Cui),
  type: v.optional(v.string()),
  kind: v.optional(MailboxKind),
  since: v.optional(AskedDay),
  until: v.optional(AskedDay),
  search: v.optional(v.string()),
  /** Receipts of declarations for this period, whenever they arrived. */
  reported: v.optional(ReportedPeriod),
  state: v.optional(MailboxItem.entries.state),
  unread: v.optional(v.boolean(), false),
})

/** How far back a list may reach, days: the service's own limit is not documented (docs/authority/mailbox.md). */
export const MOST_MAIL_DAYS = 3650

const WithCounts = v.object({
  items: v.array(MailboxItem),
  total: Count,
  /** The available types and companies, from all messages of the company, whatever the other filters. */
  types: v.array(v.object({ type: v.string(), kind: MailboxKind, count: Count, unread: Count })),
  companies: v.array(v.object({ cui: Cui, name: v.nullable(v.string()), count: Count, unread: Count })),
})

export const mailbox = {
  /**
   * Reads the mailbox, downloads and archives new documents (S-10). If the session ends meanwhile, the sync waits
   * (phase `session-needed`). It resumes with a new session, and fails with `gateway-session-expired` if there is none
   * in time.
   */
  'mailbox.sync': {
    params: v.strictObject({
      cuis: v.optional(v.array(v.string())),
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MAIL_DAYS))),
    }),
    progress: SyncProgress,
    result: SyncResult,
  },
  'mailbox.list': {
    params: v.strictObject({
      ...MailFilter.entries,
      sort: sortBy('arrived', 'company', 'type', 'period', 'state'),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      offset: v.optional(Count, 0),
    }),
    result: WithCounts,
  },
  /** `missing`: why the document is not in the archive, as far as known, with advice; null if it is there. */
  'mailbox.get': {
    params: v.strictObject({ id: WireId }),
    result: v.object({ item: MailboxItem, missing: v.nullable(ErrorBody) }),
  },
  /** Downloads the document of one message now, unless it is archived. */
  'mailbox.download': { params: v.strictObject({ id: WireId }), result: v.object({ item: MailboxItem }) },
  /** Marks as seen one message, those of a company, or all. */
  'mailbox.markSeen': {
    params: v.strictObject({ id: v.optional(WireId), cui: v.optional(Cui) }),
    result: Nothing,
  },
  'mailbox.rights': { params: Nothing, result: SpvRights },
  /** The user's answer to the offer: `add` become companies, all other offered ones are declined. */
  'mailbox.answerRights': { params: v.strictObject({ add: v.array(Cui) }), result: SpvRights },
}
