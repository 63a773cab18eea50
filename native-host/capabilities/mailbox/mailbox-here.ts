import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { SyncProgress, SyncResult } from '../../../shared/protocol/jobs.ts'
import type { JobParams } from '../../archive/core/archive.ts'
import { jobThrough } from '../../jobs/await-job.ts'
import { outlast } from '../../jobs/outlast.ts'
import type { JobWork } from '../../jobs/run-job.ts'
import { systemClock } from '../../limits/clock.ts'
import type { Services } from '../../services.ts'
import { advanceRequests, lookForReports, type RequestPorts, send } from './advance-requests.ts'
import { fetchMail } from './fetch-document.ts'
import { createMailSource } from './mailbox-source.ts'
import { isRequestDue } from './request-schedule.ts'
import { type MailboxPorts, refuseForeign, runMailbox } from './sync.ts'

type Watch = { signal: AbortSignal; progress: (value: SyncProgress) => void }

/** How long a sync waits for a new session, ms: time to find the token. */
const PATIENCE = 10 * 60_000

/** What a mailbox job works with. */
export async function openMailbox(services: Services, isAwaited: boolean): Promise<JobWork> {
  const { source, ...ports } = await portsOf(services)
  const [pauses, { spvUrl }] = [await services.pauses(), await services.profile()]
  // Not within the session's lock, which others may want meanwhile.
  const patiently = <T>(call: () => Promise<T>, signal: AbortSignal) =>
    isAwaited ? call() : outlast(call, systemClock, signal)
  const patient: MailboxPorts['source'] = {
    list: (query, signal) => patiently(() => source.list(query, signal), signal),
    document: (id, signal) => patiently(() => source.document(id, signal), signal),
  }
  return {
    run: (params, watched) => runMailbox({ ...ports, source: patient, patience: PATIENCE }, params, watched),
    pausedUntil: () => pauses.until(new URL(spvUrl).host),
  }
}

/**
 * Has the mailbox synced and watches it, as `syncThrough` does for e-invoices. Refuses what is outside the known rights
 * (S-09), and a sync that would begin without a session.
 */
export async function mailboxThrough(
  services: Services,
  revive: () => void | Promise<void>,
  params: JobParams,
  watch: Watch,
): Promise<SyncResult> {
  const archive = await services.archive()
  if (params.cuis) refuseForeign(archive.rights, params.cuis)
  if (!archive.jobs.unfinished('mailbox')) {
    const { state } = await (await services.spvSession()).status()
    if (state !== 'active') throw new RecipisaError(state === 'none' ? 'session-missing' : 'gateway-session-expired')
  }
  const covers = ({ companies }: SyncResult) => {
    const seen = new Set(companies.map(({ cui }) => cui))
    const held = archive.rights.list().rights.filter(({ gone }) => !gone)
    return (params.cuis ?? held.map(({ cui }) => cui)).every(cui => seen.has(cui))
  }
  return jobThrough(archive, { kind: 'mailbox', params, covers }, revive, watch)
}

/** Does what is due for requests, in this process. */
export async function advanceRequestsHere(services: Services, signal: AbortSignal): Promise<void> {
  const ports = await portsOf(services)
  const due = ports.archive.requests.open().filter(request => isRequestDue(request, services.now()))
  await advanceRequests(ports, signal)
  for (const { id } of due) logRequest(services, ports, id)
}

/** Sends a request that waits, or looks for its report, now. */
export async function checkRequestHere(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const ports = await portsOf(services)
  if (ports.archive.requests.get(id)?.state === 'sending') await send(ports, id, signal)
  else await lookForReports(ports, signal, id)
  logRequest(services, ports, id)
}

/** Downloads one message's document in this process; `busy` where another one is about to bring it. */
export async function fetchMailHere(services: Services, id: string, signal: AbortSignal): ReturnType<typeof fetchMail> {
  const { archive, source } = await portsOf(services)
  return fetchMail(archive.mailbox, source, id, signal)
}

function logRequest({ log }: Services, { archive }: RequestPorts, id: number): void {
  const request = archive.requests.get(id)
  log.info('request', { request: id, state: request?.state, trouble: request?.trouble?.details })
}

async function portsOf(services: Services): Promise<RequestPorts> {
  const [archive, spv, session] = [await services.archive(), await services.spv(), await services.spvSession()]
  return { archive, source: createMailSource(spv, session), session, now: services.now, explain: services.explain }
}
