import type { JobKind, SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { JobParams } from '../archive/archive.ts'
import type { Services } from '../services.ts'
import { advance } from './filing.ts'
import { type JobWork, runJob } from './job.ts'
import { mailboxThrough, openMailbox } from './mailbox-here.ts'
import { createQueues } from './queues.ts'
import { runSync } from './run.ts'
import { syncThrough } from './through.ts'
import { workThrough } from './waiting.ts'

type Watch = { signal: AbortSignal; progress: (value: SyncProgress) => void }

/** What each kind of job works with. */
const OPENERS: Readonly<Record<JobKind, (services: Services) => Promise<JobWork>>> = {
  sync: openSync,
  mailbox: openMailbox,
}

/** Works in this process on the job of a kind that waits; returns at once when there is none or another process is at it. */
export async function runJobHere(services: Services, kind: JobKind, watch: Watch): Promise<void> {
  const archive = await services.archive()
  const { now, explain } = services
  const job = await runJob({ archive, kind, open: () => OPENERS[kind](services), now, explain, ...watch })
  if (job) services.log.info('job-ended', { job: job.id, kind, state: job.state, reason: job.error?.details })
}

async function openSync(services: Services): Promise<JobWork> {
  const { now } = services
  const [archive, profile] = [await services.archive(), await services.profile()]
  const [pacer, eInvoicing] = [await services.pacer(), await services.eInvoicing()]
  const source = {
    list: (cui: string, since: number, signal: AbortSignal) => eInvoicing.listWindow({ cui, from: since }, signal),
    download: (id: string, signal: AbortSignal) => eInvoicing.download(id, signal),
  }
  const { requestsPerMinute } = profile
  return {
    run: (params, watched) => runSync({ archive, source, now, requestsPerMinute }, params, watched),
    pausedUntil: () => pacer.pausedUntil(),
  }
}

/** Syncs in this process, as the command line does; watches instead where another process is at it. */
export async function syncHere(services: Services, params: JobParams, watch: Watch): Promise<SyncResult> {
  const archive = await services.archive()
  return syncThrough(archive, () => runJobHere(services, 'sync', watch), params, watch)
}

/** Brings the mailbox up to date in this process, as `syncHere` does the e-invoices. */
export async function syncMailboxHere(services: Services, params: JobParams, watch: Watch): Promise<SyncResult> {
  return mailboxThrough(services, () => runJobHere(services, 'mailbox', watch), params, watch)
}

/** Does what is to be done next for one filing, in this process. */
export async function advanceHere(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const [archive, filings, eInvoicing] = [
    await services.archive(),
    await services.filings(),
    await services.eInvoicing(),
  ]
  await advance({ archive, filings, eInvoicing, now: services.now, explain: services.explain }, id, signal)
  const attempt = archive.attempts.get(id)
  services.log.info('filing', { filing: id, state: attempt?.state, trouble: attempt?.trouble?.details })
}

/** What a runner does: all that waits, until nothing is due soon. */
export async function runWaiting(services: Services, signal: AbortSignal): Promise<void> {
  await workThrough({ queues: await createQueues(services), now: services.now, signal })
}
