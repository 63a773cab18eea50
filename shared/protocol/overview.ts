import * as v from 'valibot'
import { Count, Moment, Nothing } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'
import { AuthStatus } from './auth.ts'
import { ExpiringCertificate } from './certificates.ts'
import { Company } from './companies.ts'
import { Job } from './jobs.ts'
import { ProfileSummary } from './profile.ts'
import { ServiceSession } from './session.ts'

/** Everything that popup, badge and the panel's head show, in one answer. */
export const Overview = v.object({
  profile: ProfileSummary,
  auth: AuthStatus,
  sessions: v.array(ServiceSession),
  /**
   * Why the secrets could not be read, such as a locked credential store: `auth` and `sessions` then tell of no sign-in,
   * whether there are any or not.
   */
  secretsError: v.optional(v.nullable(ErrorBody), null),
  companies: v.array(Company),
  unread: Count,
  refusedUnread: Count,
  syncedAt: v.nullable(Moment),
  /**
   * Messages that a sync has yet to archive and that leave the 60 days within a week, and the earliest such moment (E-34). Those
   * of a company that is off the list, or whose right is denied, do not count.
   */
  atRisk: v.object({ count: Count, firstLeavesAt: v.nullable(Moment) }),
  /** Unfinished uploads, those with an unknown outcome, and refused ones that nothing resolves yet. */
  uploads: v.object({ open: Count, unknown: Count, refused: Count }),
  /**
   * The SPV mailbox: unseen messages, open requests, rights that the user has not been asked about, and the latest
   * sync.
   */
  mailbox: v.object({
    unread: Count,
    openRequests: Count,
    offeredRights: Count,
    syncedAt: v.nullable(Moment),
    job: v.nullable(Job),
  }),
  /**
   * Declarations: followed ones without an outcome, overdue ones, those with errors or rejected that nothing resolves
   * yet, those of today (Romania), and all ever submitted or followed here.
   */
  declarations: v.object({ open: Count, overdue: Count, refused: Count, today: Count, known: v.exactOptional(Count) }),
  /** Certificates that end within 60 days without a successor, the first to end first. */
  certificates: v.optional(v.array(ExpiringCertificate), []),
  job: v.nullable(Job),
})
export type Overview = v.InferOutput<typeof Overview>

export const overview = {
  'overview.get': { params: Nothing, result: Overview },
}
