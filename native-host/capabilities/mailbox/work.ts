import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../../archive/core/archive.ts'
import type { MailboxArchive } from '../../archive/mailbox/mailbox-archive.ts'
import type { Spv } from '../../authority/spv/spv.ts'
import type { LoggedHostPorts } from '../../jobs/host-ports.ts'
import { createJobWork } from '../../jobs/job-work.ts'
import { retryAfterPauses } from '../../jobs/pauses.ts'
import type { JobWatch, OpenedJob } from '../../jobs/run-job.ts'
import type { Queue } from '../../jobs/work-loop.ts'
import type { Worker } from '../../jobs/worker.ts'
import { systemClock } from '../../limits/clock.ts'
import type { Pauses } from '../../limits/pauses.ts'
import type { Profile } from '../../profile/profile.ts'
import type { GatewaySession } from '../../session/gateway-session.ts'
import { advanceRequests, lookForReports, type RequestPorts, send } from './advance-requests.ts'
import { fetchDocument } from './fetch-document.ts'
import { refuseWithoutRight } from './held-rights.ts'
import { createMailSource } from './mailbox-source.ts'
import { isRequestDue } from './request-schedule.ts'
import { type MailboxPorts, runMailboxSync } from './sync.ts'

/** How long a sync waits for a new session, ms: time to find the USB token. */
const SESSION_PATIENCE = 10 * 60_000

/** The parts for the work on the mailbox, each opened on first use. */
export type MailboxParts = LoggedHostPorts & {
  archive: () => Promise<MailboxArchive & Pick<Archive, 'jobs' | 'locks' | 'isOvertaken'>>
  spv: () => Promise<Spv>
  spvSession: () => Promise<GatewaySession>
  pauses: () => Promise<Pauses>
  profile: () => Promise<Pick<Profile, 'spvUrl'>>
  startRunner: () => void
}

export type MailboxWork = {
  /**
   * Has `worker` sync the mailbox. Throws `no-rights-for-company` for a company that the known rights do not name
   * (S-09), and `session-missing` or `gateway-session-expired` if the sync would begin without a session.
   */
  sync(params: JobParams, worker: Worker, watch: JobWatch): Promise<SyncResult>
  /** Downloads the document of one message in this process; see `fetchDocument`. */
  fetch(id: string, signal: AbortSignal): ReturnType<typeof fetchDocument>
  /** Does the due work on all requests in this process. */
  advanceRequests(signal: AbortSignal): Promise<void>
  /** Sends a waiting request or looks for its report, now and in this process. */
  checkRequest(id: number, signal: AbortSignal): Promise<void>
  queues(): Promise<Queue[]>
}

export function createMailboxWork(parts: MailboxParts): MailboxWork {
  const { archive, spv, spvSession, now, explain, log } = parts
  const portsOf = async (): Promise<RequestPorts> => {
    const [opened, session] = [await archive(), await spvSession()]
    return { archive: opened, source: createMailSource(await spv(), session), session, now, explain }
  }
  const logRequest = ({ archive: { requests } }: RequestPorts, id: number) => {
    const request = requests.get(id)
    log.info('request', { request: id, state: request?.state, trouble: request?.trouble?.details })
  }
  const job = createJobWork({
    ...parts,
    kind: 'mailbox',
    open: async isAwaited => openSync(parts, await portsOf(), isAwaited),
  })
  const work: MailboxWork = {
    async sync(params, worker, watch) {
      const { rights, jobs } = await archive()
      if (params.cuis) refuseWithoutRight(rights, params.cuis)
      const session = await spvSession()
      // A scheduler learns at once that someone has to sign in; if a session ends later, the sync waits.
      if (worker.isInProcess) await session.test(watch.signal)
      if (!jobs.unfinished('mailbox')) {
        const { state } = await session.status()
        if (state !== 'active')
          throw new RecipisaError(state === 'none' ? 'session-missing' : 'gateway-session-expired')
      }
      const isCovered = ({ companies }: SyncResult) => {
        const listed = new Set(companies.map(({ cui }) => cui))
        return (params.cuis ?? rights.held()).every(cui => listed.has(cui))
      }
      return job.request({ params, isCovered }, worker, watch)
    },
    async fetch(id, signal) {
      const { archive: opened, source } = await portsOf()
      return fetchDocument(opened.mailbox, source, id, signal)
    },
    async advanceRequests(signal) {
      const ports = await portsOf()
      const due = ports.archive.requests.open().filter(request => isRequestDue(request, now()))
      await advanceRequests(ports, signal)
      for (const { id } of due) logRequest(ports, id)
    },
    async checkRequest(id, signal) {
      const ports = await portsOf()
      if (ports.archive.requests.get(id)?.state === 'sending') await send(ports, id, signal)
      else await lookForReports(ports, signal, id)
      logRequest(ports, id)
    },
    queues: async () => [await job.queue(), requestQueue((await archive()).requests, work.advanceRequests)],
  }
  return work
}

function requestQueue(requests: MailboxArchive['requests'], advance: (signal: AbortSignal) => Promise<void>): Queue {
  return {
    name: 'requests',
    // The session's cookies allow one call at a time.
    lanes: 1,
    due: moment =>
      requests
        .open()
        .filter(request => isRequestDue(request, moment))
        .map(({ id }) => id),
    isClaimed: requests.isClaimed,
    advance: (_id, signal) => advance(signal),
  }
}

async function openSync(
  { pauses: openPauses, profile }: MailboxParts,
  { source, ...ports }: RequestPorts,
  isAwaited: boolean,
): Promise<OpenedJob> {
  const [pauses, { spvUrl }] = [await openPauses(), await profile()]
  // The wait is outside the session's lock, which others may want meanwhile.
  const call = <T>(make: () => Promise<T>, signal: AbortSignal) =>
    isAwaited ? make() : retryAfterPauses(make, systemClock, signal)
  const patientSource: MailboxPorts['source'] = {
    list: (query, signal) => call(() => source.list(query, signal), signal),
    document: (id, signal) => call(() => source.document(id, signal), signal),
  }
  return {
    run: (params, watch) =>
      runMailboxSync({ ...ports, source: patientSource, patience: SESSION_PATIENCE }, params, watch),
    pausedUntil: () => pauses.until(new URL(spvUrl).host),
  }
}
