import * as v from 'valibot'
import { Count, Cui, Moment, WireId } from '../domain/values.ts'
import { ErrorBody } from '../errors/error-body.ts'

export const SyncProgress = v.object({
  /**
   * `paused`: the authority asked for a pause (429), and the job resumes on its own. `session-needed`: the gateway
   * wants the certificate again, and the job resumes with a new session. `certificate-needed`: the certificate has to
   * be shown in the browser again, and the job then resumes.
   */
  phase: v.picklist(['listing', 'downloading', 'paused', 'session-needed', 'certificate-needed']),
  /** When a `paused` job resumes. */
  pausedUntil: v.optional(Moment),
  companiesListed: Count,
  companies: Count,
  /** Messages to download found so far, and the number done (archived, expired or failed). */
  total: Count,
  done: Count,
})
export type SyncProgress = v.InferOutput<typeof SyncProgress>

export const CompanySyncResult = v.object({
  cui: Cui,
  listed: Count,
  downloaded: Count,
  /** Messages that the authority no longer hands out, or never does. */
  expired: Count,
  failed: Count,
  /** Why the company's list could not be read; the other numbers are then 0. */
  error: v.nullable(ErrorBody),
  /** Why single messages failed; at most 20. */
  failures: v.array(v.object({ id: WireId, error: ErrorBody })),
})
export const SyncResult = v.object({
  companies: v.array(CompanySyncResult),
  downloaded: Count,
  expired: Count,
  failed: Count,
  /**
   * For lists with unreadable entries, or with entries of companies that are not on our list. All other entries were
   * imported. Older results do not have this field.
   */
  unread: v.optional(v.array(ErrorBody), []),
  startedAt: Moment,
  endedAt: Moment,
})
export type SyncResult = v.InferOutput<typeof SyncResult>
export type CompanySyncResult = v.InferOutput<typeof CompanySyncResult>

/** The documents that a job archives: e-invoices (`sync`), or the mailbox's messages. */
export const JobKind = v.picklist(['sync', 'mailbox'])
export type JobKind = v.InferOutput<typeof JobKind>

/** A piece of background work with a row in the database: it outlives the port, the browser and the host (U-05). */
export const Job = v.object({
  id: Count,
  kind: JobKind,
  state: v.picklist(['running', 'interrupted', 'done', 'failed', 'cancelled']),
  startedAt: Moment,
  endedAt: v.nullable(Moment),
  progress: v.nullable(SyncProgress),
  result: v.nullable(SyncResult),
  error: v.nullable(ErrorBody),
})
export type Job = v.InferOutput<typeof Job>

export const jobs = {
  /** The latest job of a kind, running or ended; null before the first. */
  'jobs.latest': {
    params: v.strictObject({ kind: v.optional(JobKind, 'sync') }),
    result: v.object({ job: v.nullable(Job) }),
  },
  /** The latest jobs of all kinds, the newest first. */
  'jobs.list': {
    params: v.strictObject({ limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)), 10) }),
    result: v.object({ jobs: v.array(Job) }),
  },
  /** Streams the progress of a running job and answers when it has ended. */
  'jobs.follow': { params: v.strictObject({ id: Count }), progress: SyncProgress, result: v.object({ job: Job }) },
  'jobs.cancel': { params: v.strictObject({ id: Count }), result: v.object({ job: Job }) },
}
