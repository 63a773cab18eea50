import type { SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { JobParams } from '../archive/archive.ts'
import type { Services } from '../services.ts'
import { runJob } from './job.ts'
import { syncThrough } from './through.ts'

type Watch = { signal: AbortSignal; progress: (value: SyncProgress) => void }

/** Works in this process on the job that waits; returns at once when there is none or another process is at it. */
export async function runJobHere(services: Services, watch: Watch): Promise<void> {
  const archive = await services.archive()
  const open = async () => {
    const [profile, pacer, eInvoicing] = [await services.profile(), await services.pacer(), await services.eInvoicing()]
    return {
      source: {
        list: (cui: string, since: number, signal: AbortSignal) => eInvoicing.listWindow({ cui, from: since }, signal),
        download: (id: string, signal: AbortSignal) => eInvoicing.download(id, signal),
      },
      requestsPerMinute: profile.requestsPerMinute,
      pausedUntil: () => pacer.pausedUntil(),
    }
  }
  const { now, explain } = services
  const job = await runJob({ archive, open, now, explain, ...watch })
  if (job) services.log.info('sync-ended', { job: job.id, state: job.state, reason: job.error?.details })
}

/** Syncs in this process, as the command line does; watches instead where another process is at it. */
export async function syncHere(services: Services, params: JobParams, watch: Watch): Promise<SyncResult> {
  const archive = await services.archive()
  return syncThrough(archive, () => runJobHere(services, watch), params, watch)
}
