import type { JobKind, SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { JobParams } from '../archive/core/archive.ts'
import type { KeptBatch } from '../archive/registers/register-archive.ts'
import { runSync } from '../capabilities/invoices/sync.ts'
import { mailboxThrough, openMailbox } from '../capabilities/mailbox/mailbox-here.ts'
import { followBatch } from '../capabilities/registers/follow-batch.ts'
import type { Watch as WatchOf } from '../capabilities/registers/ports.ts'
import { runBatch } from '../capabilities/registers/run-batch.ts'
import { advance } from '../capabilities/uploads/advance-upload.ts'
import { systemClock } from '../limits/clock.ts'
import type { Services } from '../services.ts'
import { syncThrough } from './await-job.ts'
import { heldOff, heldUntil, isLong, outlast } from './outlast.ts'
import { createQueues } from './queues.ts'
import { type JobWork, runJob } from './run-job.ts'
import { workThrough } from './work-loop.ts'

type Watch = { signal: AbortSignal; progress: (value: SyncProgress) => void }
/** Whether somebody waits for this process, so that it does not wait for the end of a long pause. */
type Awaited = { isAwaited: boolean }

/** What each kind of job works with. */
const OPENERS: Readonly<Record<JobKind, (services: Services, isAwaited: boolean) => Promise<JobWork>>> = {
  sync: openSync,
  mailbox: openMailbox,
}

/**
 * Works in this process on the job of a kind that waits; returns at once when there is none or another process is at it.
 * Where somebody waits and the authority wants a long pause, a runner takes the job over and `rate-limited` is thrown.
 */
export async function runJobHere(
  services: Services,
  kind: JobKind,
  { isAwaited, ...watch }: Watch & Awaited,
): Promise<void> {
  const archive = await services.archive()
  const { now, explain } = services
  const open = () => OPENERS[kind](services, isAwaited)
  const job = await runJob({ archive, kind, open, now, explain, isAwaited, ...watch }).catch((error: unknown) => {
    if (isAwaited && heldUntil(error) !== undefined) services.runners.ensure()
    throw error
  })
  if (job) services.log.info('job-ended', { job: job.id, kind, state: job.state, reason: job.error?.details })
}

async function openSync(services: Services, isAwaited: boolean): Promise<JobWork> {
  const { now } = services
  const [archive, profile] = [await services.archive(), await services.profile()]
  const [pauses, eInvoicing] = [await services.pauses(), await services.eInvoicing()]
  const patiently = <T>(call: () => Promise<T>, signal: AbortSignal) =>
    isAwaited ? call() : outlast(call, systemClock, signal)
  const source = {
    list: (cui: string, since: number, signal: AbortSignal) =>
      patiently(() => eInvoicing.listWindow({ cui, from: since }, signal), signal),
    download: (id: string, signal: AbortSignal) => patiently(() => eInvoicing.download(id, signal), signal),
  }
  const { requestsPerMinute, baseUrl, authUrl } = profile
  const hosts = [baseUrl, authUrl].map(url => new URL(url).host)
  return {
    run: (params, watched) => runSync({ archive, source, now, requestsPerMinute }, params, watched),
    pausedUntil: () => Math.max(...hosts.map(pauses.until)),
  }
}

/** Syncs in this process, as the command line does; watches instead where another process is at it. */
export async function syncHere(services: Services, params: JobParams, watch: Watch): Promise<SyncResult> {
  const archive = await services.archive()
  const here = () => runJobHere(services, 'sync', { ...watch, isAwaited: true })
  return syncThrough(archive, here, params, impatient(watch, 'sync', services.now))
}

/** Brings the mailbox up to date in this process, as `syncHere` does the e-invoices. */
export async function syncMailboxHere(services: Services, params: JobParams, watch: Watch): Promise<SyncResult> {
  const here = () => runJobHere(services, 'mailbox', { ...watch, isAwaited: true })
  return mailboxThrough(services, here, params, impatient(watch, 'mailbox', services.now))
}

/** Watches what another process does for as long as somebody waits: not to the end of a long pause (E-29). */
function impatient({ signal, progress }: Watch, operation: string, now: () => number): Watch {
  const leave = new AbortController()
  return {
    signal: AbortSignal.any([signal, leave.signal]),
    progress(value) {
      progress(value)
      const { phase, pausedUntil = 0 } = value
      if (phase === 'paused' && isLong(pausedUntil, now())) leave.abort(heldOff(operation, pausedUntil, now()))
    },
  }
}

/** Does what is to be done next for one filing, in this process. */
export async function advanceHere(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const [archive, uploadClient, eInvoicing] = [
    await services.archive(),
    await services.uploadClient(),
    await services.eInvoicing(),
  ]
  await advance({ archive, uploadClient, eInvoicing, now: services.now, explain: services.explain }, id, signal)
  const attempt = archive.uploads.get(id)
  services.log.info('filing', { filing: id, state: attempt?.state, trouble: attempt?.trouble?.details })
}

/** Works in this process on a batch of lookups; returns at once when another process is at it. */
export async function runBatchHere(
  services: Services,
  id: number,
  { isAwaited, ...watch }: WatchOf<KeptBatch> & Awaited,
): Promise<void> {
  const ports = {
    archive: await services.archive(),
    registers: await services.registers(),
    clock: systemClock,
    explain: services.explain,
    isAwaited,
  }
  const batch = await runBatch(ports, id, watch)
  if (batch) services.log.info('batch-ended', { batch: id, state: batch.state, reason: batch.error?.details })
}

/** Looks a list up in this process; watches instead where another process is at it. */
export async function lookUpListHere(services: Services, id: number, watch: WatchOf<KeptBatch>): Promise<KeptBatch> {
  const { batches } = await services.archive()
  return followBatch(batches, id, () => runBatchHere(services, id, { ...watch, isAwaited: true }), watch)
}

/** What a runner does: all that waits, until nothing is due soon. */
export async function runWaiting(services: Services, signal: AbortSignal): Promise<void> {
  await workThrough({ queues: await createQueues(services), now: services.now, signal })
}
