import { fromErrorBody } from '../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Job, SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { Jobs } from '../archive/core/archive.ts'
import { watchRows } from './watch-rows.ts'

/** Whether the job has an outcome. */
export function hasEnded(job: Job): boolean {
  return job.state !== 'running' && job.state !== 'interrupted'
}

/**
 * Watches a job's row until the job ends, whichever process works on it. `revive` is called again and again while no
 * process does: its runner died, or has not started yet. The signal ends the watching, not the job.
 */
export async function followJob(
  jobs: Pick<Jobs, 'get'>,
  id: number,
  revive: () => void | Promise<void>,
  { signal, progress }: { signal: AbortSignal; progress: (value: SyncProgress) => void },
): Promise<Job> {
  return watchRows({
    read() {
      const job = jobs.get(id)
      if (!job) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such job' })
      return job
    },
    progressOf: job => job.progress,
    isOver: hasEnded,
    isUnattended: job => job.state === 'interrupted',
    revive,
    signal,
    progress,
  })
}

/** The result of an ended job; throws the error of a failed one. */
export function outcomeOf(job: Job): SyncResult {
  if (job.result) return job.result
  if (job.state === 'cancelled') throw new RecipisaError('cancelled')
  const error = job.error && fromErrorBody(job.error)
  throw error ?? new RecipisaError('unexpected', { problem: job.error?.message ?? 'no outcome was kept', log: '' })
}
