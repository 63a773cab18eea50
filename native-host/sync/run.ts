import { toErrorBody } from '../../shared/errors/error-body.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import type { Archive, JobParams } from '../archive/archive.ts'
import type { Download, MessageWindow } from '../authority/types.ts'
import { fetchMessage } from './fetch-message.ts'
import { OldestFirst, type Waiting } from './oldest-first.ts'
import { Tally } from './tally.ts'
import { Breaker, troubleOf } from './trouble.ts'
import { listWindow } from './window.ts'

/** What a sync needs of the authority. */
export type Source = {
  /** All entries of a company from `since` (epoch ms) until now. */
  list(cui: string, since: number, signal: AbortSignal): Promise<MessageWindow>
  download(id: string, signal: AbortSignal): Promise<Download>
}

export type SyncPorts = {
  archive: Pick<Archive, 'companies' | 'messages'>
  source: Source
  now: () => number
  /** The authority's limit; how many requests are kept in flight follows from it. */
  requestsPerMinute: number
}

/** Lists read at once: enough to fill the request limit while the first downloads are not known yet. */
const LISTERS = 32
/** Answer time up to which the request limit can still be used to the full, seconds. */
const LATENCY = 3

/**
 * Brings the archive up to what the authority lists: reads each company's list, then downloads what is missing, the
 * oldest first, while other lists are still being read (E-33, E-34). What fails for one company or message does not stop
 * the others; what cannot go better for any (no sign-in, no network, a full disk) is thrown, and everything archived
 * until then stays.
 */
export async function runSync(
  { archive, source, now, requestsPerMinute }: SyncPorts,
  params: JobParams,
  { signal, progress }: { signal: AbortSignal; progress: (value: SyncProgress) => void },
): Promise<SyncResult> {
  const startedAt = now()
  const cuis = chosen(archive.companies.list(), params.cuis)
  const tally = new Tally(cuis)
  const queue = new OldestFirst()
  const denied = new Set<string>()
  const unlucky: { message: Waiting; error: RecipisaError }[] = []

  const fatal = new AbortController()
  const stop = (error: unknown) => {
    fatal.abort(error)
    queue.abandon()
  }
  const breaker = new Breaker(stop)
  const ends = AbortSignal.any([signal, fatal.signal])
  ends.addEventListener('abort', () => queue.abandon(), { once: true })

  const enqueue = (messages: readonly Waiting[]) => {
    queue.add(messages)
    tally.total = queue.added
    progress(tally.progress())
  }

  /** Sorts a failure: true when it is this company's or message's own and the caller shall write it down. */
  const own = (error: unknown): error is RecipisaError => {
    if (ends.aborted) return false
    const trouble = error instanceof RecipisaError ? troubleOf(error) : 'stop'
    if (trouble === 'stop') stop(error)
    else if (trouble === 'own') breaker.answered()
    else breaker.silent(error as RecipisaError)
    return trouble !== 'stop' && !ends.aborted
  }

  const setRights = (cui: string, rights: 'granted' | 'denied') => {
    // Taken off the list while this runs: it stays off.
    if (archive.companies.get(cui)) archive.companies.put(cui, rights)
  }

  const listCompany = async (cui: string) => {
    try {
      const window = listWindow(now(), archive.companies.listedUntil(cui), params.days)
      const { messages, completeUntil, unread } = await source.list(cui, window.since, ends)
      breaker.answered()
      archive.messages.record(messages)
      // What could not be read is wanted again: by a version of this program that can.
      if (window.gapless && !unread) archive.companies.setListedUntil(cui, completeUntil)
      setRights(cui, 'granted')
      tally.listed(cui, messages.length)
      if (unread) tally.unread(toErrorBody(unread))
      enqueue(archive.messages.pending([cui]))
    } catch (error) {
      if (!own(error)) return
      if (error.code === 'no-rights') {
        setRights(cui, 'denied')
        denied.add(cui)
      }
      tally.notListed(cui, toErrorBody(error))
      progress(tally.progress())
    }
  }

  const download = async ({ id, cui }: Waiting) => {
    if (denied.has(cui)) return tally.skipped()
    const how = await fetchMessage(archive.messages, source, id, ends, () => breaker.answered())
    if (how === 'busy') tally.skipped()
    else tally.ended(cui, how)
  }

  const downloadAll = async () => {
    for (let message = await queue.take(); message && !ends.aborted; message = await queue.take()) {
      try {
        await download(message)
      } catch (error) {
        if (!own(error)) continue
        // Whether it was this message's failure or everybody's is known at the end.
        if (troubleOf(error) === 'systemic') unlucky.push({ message, error })
        else fail(message, error)
      }
      progress(tally.progress())
    }
  }

  const fail = ({ id, cui }: Waiting, error: RecipisaError) => {
    const body = toErrorBody(error)
    archive.messages.markFailed(id, body)
    tally.failed(cui, id, body)
  }

  const guarded = (work: Promise<unknown>) => work.catch(stop)
  // What is left from earlier runs need not wait for the lists.
  enqueue(archive.messages.pending(readable(archive.companies.list(), cuis)))
  const lists = guarded(inParallel(LISTERS, cuis, ends, listCompany)).then(() => queue.close())
  const lanes = Math.min(100, Math.max(8, Math.ceil((requestsPerMinute / 60) * LATENCY)))
  await Promise.all([lists, ...Array.from({ length: lanes }, () => guarded(downloadAll()))])

  // What earlier runs could not describe, after all that is new has come.
  for (const id of archive.messages.undescribed()) if (!ends.aborted) await archive.messages.describe(id).catch(stop)

  ends.throwIfAborted()
  if (breaker.neverAnswered) throw breaker.neverAnswered
  for (const { message, error } of unlucky) fail(message, error)
  const endedAt = now()
  for (const cui of cuis) if (tally.complete(cui)) archive.companies.setSynced(cui, endedAt)
  progress(tally.progress())
  return tally.result(startedAt, endedAt)
}

type Listed = ReturnType<Archive['companies']['list']>

function chosen(companies: Listed, wanted: readonly string[] | undefined): string[] {
  const known = companies.map(({ cui }) => cui)
  if (!wanted) return known
  for (const cui of wanted) if (!known.includes(cui)) throw new RecipisaError('company-unknown', { cui })
  return [...new Set(wanted)]
}

function readable(companies: Listed, cuis: readonly string[]): string[] {
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
