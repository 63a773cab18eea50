import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { JobKind, SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../archive/core/archive.ts'
import { followJob, outcomeOf } from './follow-job.ts'

type Watch = { signal: AbortSignal; progress: (value: SyncProgress) => void }

/** Has the e-invoices synced and watches it; refuses companies that are not on the list. */
export async function syncThrough(
  archive: Archive,
  revive: () => void | Promise<void>,
  params: JobParams,
  watch: Watch,
): Promise<SyncResult> {
  checkCompanies(archive, params)
  return jobThrough(archive, { kind: 'sync', params, covers: result => covers(result, archive, params) }, revive, watch)
}

export type Wanted = {
  kind: JobKind
  params: JobParams
  /** Whether a job that was joined has looked at all that is asked for. */
  covers: (result: SyncResult) => boolean
}

/**
 * Has a job done and watches it. `revive` is called while nobody works on it: it starts a runner, or does the work
 * itself. Joins one that is under way; if that one was for other companies only, another follows. A cancelled request
 * stops the job; a closed port does not (U-05).
 */
export async function jobThrough(
  { jobs }: Pick<Archive, 'jobs'>,
  { kind, params, covers: isCovered }: Wanted,
  revive: () => void | Promise<void>,
  { signal, progress }: Watch,
): Promise<SyncResult> {
  for (;;) {
    const { id } = jobs.request(kind, params)
    const watching = new AbortController()
    // Cancelled: answered when the job has really ended. Gone: nobody waits for the answer, and the job goes on.
    const leave = () => {
      if (wasCancelled(signal)) jobs.requestCancel(id)
      else watching.abort(signal.reason)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    try {
      const job = await followJob(jobs, id, revive, { signal: watching.signal, progress })
      const result = outcomeOf(job)
      if (isCovered(result)) return result
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

/** Refuses companies that are not on the list, before any job is written down. */
export function checkCompanies(archive: Archive, { cuis }: JobParams): void {
  for (const cui of cuis ?? []) if (!archive.companies.get(cui)) throw new RecipisaError('company-unknown', { cui })
}

/** Whether a sync that was joined has looked at all companies that were asked for. */
export function covers(result: SyncResult, archive: Archive, { cuis }: JobParams): boolean {
  const seen = new Set(result.companies.map(({ cui }) => cui))
  return (cuis ?? archive.companies.list().map(({ cui }) => cui)).every(
    cui => seen.has(cui) || !archive.companies.get(cui),
  )
}

function wasCancelled(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof RecipisaError && signal.reason.reason === 'cancelled'
}
