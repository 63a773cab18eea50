import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { isStorageAway } from '../../../shared/errors/office-away.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { KeptDocuments } from '../../../shared/protocol/office.ts'
import { compareTexts } from '../../../shared/text/compare.ts'
import type { Cursor, Exchange, OutgoingEntry, ReceivedEntry, SharedEntry } from '../../archive/exchange/exchange.ts'
import { isReadOnly } from '../database.ts'
import type { Office } from '../office.ts'
import { type DocumentKey, isUnreadable, type OfficeDocuments } from '../store/documents.ts'
import { settleFiling } from './settle-filing.ts'

/**
 * How many entries go out in one transaction, come in with one query, and are brought between two checks of the signal.
 */
const BATCH = { out: 100, in: 500, wanted: 50 }
/**
 * How long the archive is left to others between two batches that come in, ms. Whoever waits for the database asks again at
 * least so often: without it a filing of the person who has just joined could wait until everything is in.
 */
const LEFT_TO_OTHERS = 110
/** How many of the latest entries a new archive gets first, so that its person can begin. */
const BEGINNING = 3000
/** The most bytes of documents in one transaction. */
const MOST_BYTES = 16_000_000
/** The longest entry that goes out, bytes: less than what the office takes, which counts its own way of writing JSON. */
const MOST_BODY = 1_000_000

export type ExchangeParts = {
  office: Pick<Office, 'database' | 'entries' | 'documents' | 'claims'>
  exchange: Exchange
  environment: string
  keeps: KeptDocuments
  log: { warn(event: string, facts: Record<string, unknown>): void }
}

/** `problem`: why something is still to go out or to come, although everything else was exchanged; null without one. */
export type Exchanged = { sent: number; received: number; brought: number; problem: RecipisaError | null }

/**
 * The S3 store as one exchange finds it: what it cannot take or give waits, and everything else goes on. `isAway`: it has
 * failed and is not asked again, since a silent one would hold up the news by its patience for each document.
 */
type StoreState = { problem: RecipisaError | null; isAway: boolean }

/**
 * Exchanges everything with the office: what others have comes in, and what this archive has lost of its own seat's; what
 * this seat has goes out, and the documents that it keeps are brought. Each step can be interrupted anywhere, and goes on
 * where it was: what arrives twice is one by its hash. Where the S3 store is out of reach or has lost a document,
 * everything else is exchanged; where the server only reads, everything that comes in.
 */
export async function exchangeAll(parts: ExchangeParts, signal: AbortSignal): Promise<Exchanged> {
  parts.exchange.begin()
  const before = parts.exchange.cursor()?.seq
  const seenAt = await reportIn(parts)
  const received = await receiveNews(parts, signal)
  await parts.exchange.indexTexts(signal)
  const store: StoreState = { problem: null, isAway: false }
  const sent = await sendChanges(parts, store, signal).catch(error => {
    if (!isReadOnly(error)) throw error
    store.problem = error
    return 0
  })
  // Only with something new: open pages look at the archive whenever it changes.
  if (seenAt && (sent > 0 || parts.exchange.cursor()?.seq !== before)) parts.exchange.seen(seenAt)
  const brought = await bringDocuments(parts, store, signal)
  return { sent, received, brought, problem: store.problem }
}

/**
 * Tells the office that this seat is there, and returns the moment, in the server's words. A server that was put back to an
 * earlier one than this seat remembers starts everything again; null then.
 */
async function reportIn({ office, exchange }: ExchangeParts): Promise<string | null> {
  const [seen] = await office.database.query<{ isPutBack: boolean; at: string | null }>(
    'SELECT is_put_back AS "isPutBack", at::text FROM recipisa.seen($1)',
    [exchange.lastSeen()],
  )
  if (!seen?.isPutBack) return seen?.at ?? null
  exchange.restart(true)
  return null
}

/** Sends what this seat has and nobody else, and takes nothing in: all that a process has time for when it ends. */
export async function sendOut(parts: ExchangeParts, signal: AbortSignal): Promise<Pick<Exchanged, 'problem'>> {
  const store: StoreState = { problem: null, isAway: false }
  await sendChanges(parts, store, signal)
  return store
}

async function receiveNews(
  { office, exchange, environment, log }: ExchangeParts,
  signal: AbortSignal,
): Promise<number> {
  const receive = (entries: readonly ReceivedEntry[], cursor: Cursor | undefined) => {
    for (const { entry, error } of exchange.receive(entries, cursor)) {
      const { area, key, seat } = entry
      log.warn('office-entry-unreadable', { area, key, seat, error })
    }
  }
  const reader = { environment, hasSent: exchange.hasSent }
  if (!exchange.cursor()) {
    const latest = await office.entries.latest(reader, BEGINNING)
    for (let at = 0; at < latest.length; at += BATCH.in) {
      receive(latest.slice(at, at + BATCH.in), undefined)
      // In between, this process answers its callers.
      await setImmediate(undefined, { signal })
    }
  }
  const ask = (cursor: Cursor | undefined) => {
    const answer = office.entries.news(reader, cursor, BATCH.in)
    answer.catch(() => undefined) // a waiter learns about it; perhaps nobody waits any more
    return answer
  }
  let received = 0
  for (let next = ask(exchange.cursor()); ; ) {
    signal.throwIfAborted()
    const news = await next
    if ('isRestored' in news) {
      exchange.restart(news.isRestored)
      next = ask(undefined)
      continue
    }
    const { entries, cursor, isLast } = news
    if (!isLast) {
      // The server looks up the next entries while these are written here, and this process can answer its callers.
      next = ask(cursor)
      await wait(LEFT_TO_OTHERS, undefined, { signal })
    }
    const before = exchange.cursor()
    const isMoved = before?.txid !== cursor.txid || before.seq !== cursor.seq
    if (isMoved || entries.length > 0) receive(entries, cursor)
    received += entries.length
    if (isLast) return received
  }
}

async function sendChanges(parts: ExchangeParts, store: StoreState, signal: AbortSignal): Promise<number> {
  const { office, exchange, log } = parts
  let sent = 0
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const changes = exchange.outgoing({ after, limit: BATCH.out, companies: 'all' })
    const last = changes.at(-1)
    if (!last) return sent
    after = last.n
    const writable = await office.entries.writable([...new Set(changes.map(({ company }) => company))])
    const isShort = (change: OutgoingEntry) => {
      const length = Buffer.byteLength(JSON.stringify(change.body))
      if (length > MOST_BODY) log.warn('office-entry-too-long', { area: change.area, key: change.key, length })
      return length <= MOST_BODY
    }
    // Changes that this seat may not write stay until it may.
    const allowed = changes.filter(change => writable.has(change.company) && isShort(change))
    sent += await sendBatch(parts, store, allowed)
  }
}

/** Sends entries with the documents that the office lacks; returns their number. */
async function sendBatch(
  { office, exchange }: ExchangeParts,
  store: StoreState,
  changes: readonly OutgoingEntry[],
): Promise<number> {
  const documents = await office.documents()
  const named = changes.flatMap(({ company, sha256 }) => (sha256 === null ? [] : [{ company, sha256 }]))
  const missing = new Set((await documents.missing(named)).map(nameOf))
  let rest = changes
  let sent = 0
  while (rest.length > 0) {
    const batch: { entry: OutgoingEntry; insert?: Awaited<ReturnType<typeof documents.add>>['insert'] }[] = []
    let size = 0
    let read = 0
    for (const change of rest) {
      if (size >= MOST_BYTES) break
      read++
      const { company, sha256 } = change
      if (sha256 === null || !missing.has(nameOf({ company, sha256 }))) batch.push({ entry: change })
      else {
        const bytes = await exchange.bytes(change)
        // The office lost a document, and this seat has only its entry: a seat with the bytes sends them.
        if (!bytes) batch.push({ entry: { ...change, sha256: null } })
        else {
          const added = await addDocument(documents, store, { company, sha256 }, bytes)
          if (!added) continue
          batch.push({ entry: change, ...added })
          size += bytes.length
        }
      }
    }
    // Every seat locks rows in this order: two that send the same ones would wait for each other otherwise.
    const ordered = batch.toSorted((one, other) => compareTexts(nameOfEntry(one.entry), nameOfEntry(other.entry)))
    const txid = await office.database.transaction(async run => {
      for (const { insert } of batch.toSorted((one, other) =>
        compareTexts(documentOf(one.entry), documentOf(other.entry)),
      ))
        await insert?.(run)
      const shared: OutgoingEntry[] = []
      for (const { entry } of ordered) if (await settleFiling(entry, exchange, run)) shared.push(entry)
      for (const entry of shared) await office.entries.put(run, entry)
      return office.entries.transaction(run)
    })
    exchange.sent(
      batch.map(({ entry }) => entry),
      txid,
    )
    await releaseKept(
      office.claims,
      batch.map(({ entry }) => entry),
    )
    rest = rest.slice(read)
    sent += batch.length
  }
  return sent
}

/** Undefined if the document belongs in the S3 store and that is unreachable: its entry waits too. */
async function addDocument(
  documents: OfficeDocuments,
  store: StoreState,
  key: DocumentKey,
  bytes: Uint8Array,
): Promise<Awaited<ReturnType<OfficeDocuments['add']>> | undefined> {
  if (store.isAway && documents.liesInStore(bytes.length)) return undefined
  try {
    return await documents.add(key, bytes)
  } catch (error) {
    if (!isStorageAway(error)) throw error
    store.problem ??= error
    store.isAway = true
    return undefined
  }
}

/** Claims that were kept until their document had an entry. */
async function releaseKept(claims: Office['claims'], entries: readonly OutgoingEntry[]): Promise<void> {
  for (const { area, environment, key, sha256 } of entries)
    if (sha256 !== null && claims.isHeld({ area, environment, key })) await claims.release({ area, environment, key })
}

async function bringDocuments(
  { office, exchange, keeps, log }: ExchangeParts,
  store: StoreState,
  signal: AbortSignal,
): Promise<number> {
  const companies = keeps === 'opened' ? [] : keeps
  let brought = 0
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const wanted = exchange.wanted({ after, limit: BATCH.wanted, companies })
    if (wanted.length === 0) return brought
    for (const { at, ...entry } of wanted) {
      after = at
      signal.throwIfAborted()
      try {
        const bytes = await readWanted(office, store, entry)
        if (!bytes) continue
        await exchange.bring(entry, bytes)
        brought++
      } catch (error) {
        // One document must not keep the others away.
        if (!(error instanceof RecipisaError) || error.code === 'storage') throw error
        log.warn('office-document-refused', { area: entry.area, key: entry.key, error })
      }
    }
  }
}

/** Undefined where the office has no document for this entry, or cannot give it now. */
async function readWanted(
  office: ExchangeParts['office'],
  store: StoreState,
  { company, sha256 }: SharedEntry,
): Promise<Uint8Array | undefined> {
  if (sha256 === null) return undefined
  try {
    return await (await office.documents()).read({ company, sha256 }, store.isAway ? 'in-database' : undefined)
  } catch (error) {
    if (!isStorageAway(error) && !isUnreadable(error)) throw error
    store.problem ??= error
    store.isAway ||= isStorageAway(error)
    return undefined
  }
}

const nameOfEntry = ({ area, environment, key, company }: SharedEntry) => `${area} ${environment} ${key} ${company}`

const documentOf = ({ company, sha256 }: SharedEntry) => nameOf({ company, sha256: sha256 ?? '' })

function nameOf({ company, sha256 }: { company: string; sha256: string }): string {
  return `${company} ${sha256}`
}
