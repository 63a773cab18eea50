import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../../archive/core/archive.ts'
import type { EInvoicing } from '../../authority/efactura/types.ts'
import type { LoggedHostPorts } from '../../jobs/host-ports.ts'
import { createJobWork, type JobWork } from '../../jobs/job-work.ts'
import { retryAfterPauses } from '../../jobs/pauses.ts'
import type { JobWatch, OpenedJob } from '../../jobs/run-job.ts'
import type { Queue } from '../../jobs/work-loop.ts'
import type { Worker } from '../../jobs/worker.ts'
import { systemClock } from '../../limits/clock.ts'
import type { Pauses } from '../../limits/pauses.ts'
import type { Profile } from '../../profile/profile.ts'
import { fetchMessage } from './fetch-message.ts'
import { runSync, type Source } from './sync.ts'

type SyncArchive = Pick<Archive, 'companies' | 'messages' | 'jobs' | 'certificates' | 'isOvertaken'>

/** The parts for the sync of e-invoices, each opened on first use. */
export type SyncParts = LoggedHostPorts & {
  archive: () => Promise<SyncArchive>
  eInvoicing: () => Promise<Pick<EInvoicing, 'listWindow' | 'download'>>
  /** Serial of the certificate of the present tokens; null if they do not name it. */
  certificate: () => Promise<string | null>
  pauses: () => Promise<Pauses>
  profile: () => Promise<Pick<Profile, 'requestsPerMinute' | 'apiUrl' | 'authUrl'>>
  startRunner: () => void
}

export type InvoiceWork = {
  /** Has `worker` sync the e-invoices. Throws `company-unknown` for a company that is not on the list. */
  sync(params: JobParams, worker: Worker, watch: JobWatch): Promise<SyncResult>
  /** Downloads the document of one message to follow up an upload; see `fetchMessage`. */
  fetchForUpload(id: string, signal: AbortSignal): ReturnType<typeof fetchMessage>
  /** Ends a cancelled sync that no process works on. */
  endCancelled(): Promise<void>
  queues(): Promise<Queue[]>
}

export function createInvoiceWork(parts: SyncParts): InvoiceWork {
  const { archive, eInvoicing } = parts
  const job = createJobWork({
    ...parts,
    kind: 'sync',
    open: isAwaited => openSync(parts, isAwaited),
  })
  return {
    sync: async (params, worker, watch) => requestSync(await archive(), job, params, worker, watch),
    async fetchForUpload(id, signal) {
      const { messages } = await archive()
      return fetchMessage({ ...messages, claim: messages.claimForUpload }, await eInvoicing(), id, signal)
    },
    endCancelled: job.endCancelled,
    queues: async () => [await job.queue()],
  }
}

/** Requests a sync of companies on the list; a joined sync must have listed every one. */
export async function requestSync(
  { companies }: Pick<Archive, 'companies'>,
  job: Pick<JobWork, 'request'>,
  params: JobParams,
  worker: Worker,
  watch: JobWatch,
): Promise<SyncResult> {
  for (const cui of params.cuis ?? []) if (!companies.get(cui)) throw new RecipisaError('company-unknown', { cui })
  const isCovered = (result: SyncResult) => {
    const listed = new Set(result.companies.map(({ cui }) => cui))
    const wanted = params.cuis ?? companies.list().map(({ cui }) => cui)
    return wanted.every(cui => listed.has(cui) || !companies.get(cui))
  }
  return job.request({ params, isCovered }, worker, watch)
}

async function openSync(parts: SyncParts, isAwaited: boolean): Promise<OpenedJob> {
  const { now, certificate } = parts
  const [archive, profile] = [await parts.archive(), await parts.profile()]
  const [pauses, eInvoicing] = [await parts.pauses(), await parts.eInvoicing()]
  const call = <T>(make: () => Promise<T>, signal: AbortSignal) =>
    isAwaited ? make() : retryAfterPauses(make, systemClock, signal)
  const source: Source = {
    list: (cui, since, signal) => call(() => eInvoicing.listWindow({ cui, from: since }, signal), signal),
    download: (id, signal) => call(() => eInvoicing.download(id, signal), signal),
  }
  const { requestsPerMinute, apiUrl, authUrl } = profile
  const hosts = [apiUrl, authUrl].map(url => new URL(url).host)
  return {
    run: (params, watch) => runSync({ archive, source, now, requestsPerMinute, certificate }, params, watch),
    pausedUntil: () => Math.max(...hosts.map(pauses.until)),
  }
}
