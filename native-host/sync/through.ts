import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../archive/archive.ts'
import { followJob, outcomeOf } from './follow.ts'

/**
 * Has a sync done and watches it. `revive` is called while nobody works on it: it starts a runner, or does the work
 * itself. Joins a sync that is under way; if that one was for other companies only, another follows. A cancelled request
 * stops the job; a closed port does not (U-05).
 */
export async function syncThrough(
  archive: Archive,
  revive: () => void | Promise<void>,
  params: JobParams,
  { signal, progress }: { signal: AbortSignal; progress: (value: SyncProgress) => void },
): Promise<SyncResult> {
  checkCompanies(archive, params)
  const { jobs } = archive
  for (;;) {
    const { id } = jobs.request('sync', params)
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
      if (covers(result, archive, params)) return result
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
