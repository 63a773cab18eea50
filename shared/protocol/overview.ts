import * as v from 'valibot'
import { AuthStatus } from './auth.ts'
import { Company } from './companies.ts'
import { Job } from './jobs.ts'
import { ProfileSummary } from './profile.ts'
import { ServiceSession } from './session.ts'
import { Count, Moment, Nothing } from './values.ts'

/** All that popup, badge and the panel's head show, in one answer. */
export const Overview = v.object({
  profile: ProfileSummary,
  auth: AuthStatus,
  sessions: v.array(ServiceSession),
  companies: v.array(Company),
  unread: Count,
  refusedUnread: Count,
  syncedAt: v.nullable(Moment),
  job: v.nullable(Job),
})
export type Overview = v.InferOutput<typeof Overview>

export const overview = {
  'overview.get': { params: Nothing, result: Overview },
}
