import { isStorageAway } from '../../../shared/errors/office-away.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { SyncResult } from '../../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../../archive/core/archive.ts'
import type { PendingMessage } from '../../archive/invoices/message-archive.ts'
import type { Download, ListStart, MessageWindow } from '../../authority/efactura/types.ts'
import { createCompanyReach } from '../../certificates/company-reach.ts'
import { Breaker, type CallKind, type CallStart } from '../../jobs/breaker.ts'
import { failureClassOf } from '../../jobs/failure-classes.ts'
import type { JobWatch } from '../../jobs/run-job.ts'
import { SyncTally } from '../../jobs/sync-tally.ts'
import { fetchMessage } from './fetch-message.ts'
import { listWindow } from './list-window.ts'
import { OldestFirst, type QueuedMessage } from './oldest-first.ts'
import { isPostponed, nextTry } from './retry-schedule.ts'
import { separateStrangers } from './separate-strangers.ts'

/** The calls that a sync makes. */
export type Source = {
  /** All list entries of a company from `since` until now. */
  list(cui: string, since: ListStart, signal: AbortSignal): Promise<MessageWindow>
  download(id: string, signal: AbortSignal): Promise<Download>
}

export type SyncPorts = {
  archive: Pick<Archive, 'companies' | 'messages' | 'certificates'>
  source: Source
  now: () => number
  /** The authority's limit, which determines how many requests are kept in flight. */
  requestsPerMinute: number
  /** Serial of the source's certificate; null if only its answers reveal it. */
  certificate: () => Promise<string | null>
}

/** How many lists to read at once: enough to use the request limit while no downloads are known yet. */
const LIST_LANES = 32
/** How many downloaded documents to remember for repeated downloads. */
const MAX_REPEATABLE = 20
/** Longest answer time that still lets the request limit be used fully, seconds. */
const LATENCY = 3

/**
 * Syncs the archive with the authority's lists: reads each company's list and downloads the missing documents, the
 * oldest first, while other lists are still being read (E-33, E-34). A failure of one company or message does not stop
 * the others; it is part of the result, and a later sync tries again. A failure that concerns everything (no sign-in,
 * no network, a full disk) is thrown; everything archived so far stays.
 */
export async function runSync(
  { archive, source, now, requestsPerMinute, certificate }: SyncPorts,
  params: JobParams,
  { signal, progress }: JobWatch,
): Promise<SyncResult> {
  const startedAt = now()
  const cuis = chooseCompanies(archive.companies.list(), params.cuis)
  const tally = new SyncTally(cuis)
  const queue = new OldestFirst()
  const denied = new Set<string>()
  const present = await certificate()
  signal.throwIfAborted()
  const reach = createCompanyReach({ certificates: archive.certificates, service: 'e-invoicing', present, now })
  const systemicFailures: { message: QueuedMessage; error: RecipisaError }[] = []

  const fatal = new AbortController()
  const stop = (error: unknown) => {
    fatal.abort(error)
    queue.abandon()
  }
  let isAway = false
  let answering = cuis[0]
  /** Some downloaded documents, used in turn: each may be downloaded a few times a day. */
  const downloaded: string[] = []
  const windowOf = (cui: string, present: number, days?: number) =>
    listWindow(present, archive.companies.listedUntil(cui), days)
  const breaker = new Breaker({
    async probe() {
      const cui = answering
      if (cui !== undefined) await source.list(cui, present => windowOf(cui, present).since, stopSignal)
    },
    repeatDownload() {
      const id = downloaded.shift()
      if (id === undefined) return undefined
      downloaded.push(id)
      return source.download(id, stopSignal)
    },
    isMoreWaiting: () => queue.size > 0,
    trip(error) {
      isAway = true
      stop(error)
    },
  })
  const stopSignal = AbortSignal.any([signal, fatal.signal])
  const abandon = () => queue.abandon()
  stopSignal.addEventListener('abort', abandon, { once: true })

  const seen = new Set<string>()
  let putOff = 0
  const enqueue = (messages: readonly PendingMessage[]) => {
    const due: QueuedMessage[] = []
    for (const message of messages.filter(({ id }) => !seen.has(id))) {
      const { id, cui, error } = message
      seen.add(id)
      if (error === null || !isPostponed(message, startedAt)) due.push(message)
      else {
        // Not tried this time, and still missing.
        putOff++
        tally.failed(cui, id, error)
      }
    }
    queue.add(due)
    tally.total = queue.added + putOff
    progress(tally.progress())
  }

  /** Classifies a failure: true if it concerns only this company or message; the caller then records it. */
  const isOwnFailure = async (error: unknown, kind: CallKind, start: CallStart): Promise<boolean> => {
    if (stopSignal.aborted) return false
    const failure = error instanceof RecipisaError && error.reason !== 'rate-limited' ? failureClassOf(error) : 'stop'
    if (failure === 'stop') stop(error)
    else if (failure === 'own') {
      // The office's store says nothing about the authority.
      if (!isStorageAway(error)) breaker.answered(kind)
    } else await breaker.failed(error as RecipisaError, kind, start)
    return failure !== 'stop' && !stopSignal.aborted
  }

  const setRights = (cui: string, rights: 'granted' | 'denied') => {
    // A company removed from the list meanwhile stays off.
    if (archive.companies.get(cui)) archive.companies.put(cui, rights)
  }

  const leaveOut = (cui: string, error: RecipisaError) => {
    denied.add(cui)
    tally.notListed(cui, toErrorBody(error))
    progress(tally.progress())
  }

  const refusals: { cui: string; error: RecipisaError }[] = []
  /** A "no right" belongs to the certificate of the call, not to one that someone has just signed in with. */
  const refused = async (cui: string): Promise<RecipisaError | undefined> => {
    if ((await certificate()) !== present) return undefined
    const waiting = reach.denied(cui)
    if (!waiting) setRights(cui, 'denied')
    return waiting
  }

  /**
   * Once all lists are read: a refusal does not name the certificate of the call, but the lists of other companies do.
   */
  const settleRefusals = async () => {
    for (const { cui, error } of refusals) leaveOut(cui, (await refused(cui)) ?? error)
  }

  const listCompany = async (cui: string) => {
    const waiting = reach.waiting(cui)
    if (waiting) return leaveOut(cui, waiting)
    const start = breaker.begin()
    try {
      let isGapless = false
      const since = (present: number) => {
        const window = windowOf(cui, present, params.days)
        isGapless = window.gapless
        return window.since
      }
      const { messages, completeUntil, certificate: asked, unread } = await source.list(cui, since, stopSignal)
      breaker.answered('list')
      if (asked !== null) reach.named(asked)
      answering = cui
      const { kept, strangers } = separateStrangers(messages, cui, other => archive.companies.get(other) !== undefined)
      archive.messages.record(kept)
      // A later version of this program that can read the unreadable entries reads them again; strangers' entries are
      // read once they are on the list.
      if (isGapless && completeUntil !== undefined && !unread && !strangers)
        archive.companies.setListedUntil(cui, completeUntil)
      setRights(cui, 'granted')
      reach.granted(cui)
      tally.listed(cui, messages.length)
      for (const error of [unread, strangers]) if (error) tally.unread(toErrorBody(error))
      // Another company's message is downloaded with this list, since that company's own list may not be read this time.
      const listed = archive.messages.pendingOf(kept.map(({ id }) => id)).map(one => ({ ...one, cui }))
      enqueue([...archive.messages.pending([cui]), ...listed])
    } catch (error) {
      if (!(await isOwnFailure(error, 'list', start)) || !(error instanceof RecipisaError)) return
      if (error.code === 'no-rights') {
        denied.add(cui)
        refusals.push({ cui, error })
        return
      }
      tally.notListed(cui, toErrorBody(error))
      progress(tally.progress())
    }
  }

  const download = async ({ id, cui }: QueuedMessage) => {
    if (denied.has(cui)) return tally.skipped()
    const outcome = await fetchMessage(archive.messages, source, id, stopSignal, () => breaker.answered('document'))
    if (outcome === 'busy') tally.skipped()
    else tally.ended(cui, outcome)
    if (outcome === 'downloaded' && downloaded.length < MAX_REPEATABLE) downloaded.push(id)
  }

  /** False when none is left. After several failures in a row the newest ones show whether any document comes. */
  const downloadNext = async (): Promise<boolean> => {
    const message = await queue.take(breaker.isDoubtful)
    if (!message || stopSignal.aborted) return false
    const start = breaker.begin()
    try {
      await download(message)
    } catch (error) {
      if (!(await isOwnFailure(error, 'document', start)) || !(error instanceof RecipisaError)) return true
      // Only the end shows whether this failure was the message's own.
      if (failureClassOf(error) === 'systemic') systemicFailures.push({ message, error })
      else fail(message, error)
    }
    progress(tally.progress())
    return true
  }

  let turn: Promise<boolean> = Promise.resolve(true)
  const downloadAll = async () => {
    const next = () => {
      if (!breaker.isDoubtful) return downloadNext()
      // One by one: more calls do not help a service in trouble, and the first successful download ends the doubt.
      turn = turn.then(() => (breaker.isDoubtful ? downloadNext() : true))
      return turn
    }
    while (await next());
  }

  const fail = ({ id, cui, failures }: QueuedMessage, error: RecipisaError) => {
    const body = toErrorBody(error)
    archive.messages.markFailed(id, body, nextTry(failures + 1, now()))
    tally.failed(cui, id, body)
  }

  const stopOnError = (work: Promise<unknown>) => work.catch(stop)
  // Messages from earlier runs need not wait for the lists, unless the list decides whether this certificate may ask.
  const own = cuis.filter(cui => !reach.isOfOthers(cui))
  enqueue(archive.messages.pending(withoutDenied(archive.companies.list(), own)))
  const lists = stopOnError(inParallel(LIST_LANES, cuis, stopSignal, listCompany).then(settleRefusals)).then(() =>
    queue.close(),
  )
  const lanes = Math.min(100, Math.max(8, Math.ceil((requestsPerMinute / 60) * LATENCY)))
  await Promise.all([lists, ...Array.from({ length: lanes }, () => stopOnError(downloadAll()))])
  // A runner's signal lives longer than its syncs, and would keep each one in memory.
  stopSignal.removeEventListener('abort', abandon)

  // Documents that failed before prove nothing.
  const firstFailures = systemicFailures.filter(({ message }) => message.failures === 0).map(({ error }) => error)
  if (!stopSignal.aborted) await stopOnError(breaker.confirm(firstFailures))
  const endedAt = now()
  // A company with all documents archived is synced, whatever happened to other companies afterwards.
  const isDone = (cui: string) => tally.isListed(cui) && archive.messages.pending([cui]).length === 0
  if (isAway) for (const cui of cuis.filter(isDone)) archive.companies.setSynced(cui, endedAt)
  stopSignal.throwIfAborted()
  if (breaker.neverAnswered) throw breaker.neverAnswered
  for (const { message, error } of systemicFailures) fail(message, error)
  // A failed document keeps its failure, and the company counts as synced.
  for (const cui of cuis.filter(cui => tally.isListed(cui))) archive.companies.setSynced(cui, endedAt)
  progress(tally.progress())

  // Documents that earlier runs could not describe; after an upgrade, all of them. The next sync takes up what is left.
  for (const id of archive.messages.undescribed()) {
    stopSignal.throwIfAborted()
    await archive.messages.describe(id)
  }
  // A search also finds them before this, but not as fast.
  await archive.messages.indexTexts(stopSignal)
  stopSignal.throwIfAborted()
  return tally.result(startedAt, endedAt)
}

type Listed = ReturnType<Archive['companies']['list']>

/** Companies taken off the list since the request are left out: whoever has joined this job waits for the others. */
function chooseCompanies(companies: Listed, chosen: readonly string[] | undefined): string[] {
  const known = companies.map(({ cui }) => cui)
  if (!chosen) return known
  return [...new Set(chosen)].filter(cui => known.includes(cui))
}

function withoutDenied(companies: Listed, cuis: readonly string[]): string[] {
  const refused = new Set(companies.filter(({ rights }) => rights === 'denied').map(({ cui }) => cui))
  return cuis.filter(cui => !refused.has(cui))
}

async function inParallel<T>(
  lanes: number,
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined && !signal.aborted; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
}
