import { joinRuns } from '../../../shared/async/join-runs.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { createSerialQueue, type SerialQueue } from '../../browser/serial-queue.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import { withHost } from '../../host/with-host.ts'
import type { PageMessage } from './page-message.ts'
import { isAnswerPage, type Origin } from './sender.ts'
import type { Captured, Chosen } from './stored-captures.ts'

/** The browser and machine functions that the captures need. */
export type CaptureEdges = {
  /** A client of the host that all pages share. */
  connect(): HostClient
  now(): number
  /** PDFs chosen in forms, by their hashes; the host has the bytes. */
  readChosen(): Promise<readonly Chosen[]>
  writeChosen(chosen: readonly Chosen[]): Promise<void>
  /** Submissions that the host has not accepted yet. */
  readCaptured(): Promise<readonly Captured[]>
  writeCaptured(captured: readonly Captured[]): Promise<void>
  /** The host has something new. */
  changed(): Promise<void>
}

export type Capture = {
  /** Handles what a page of the portal reports. */
  receive(from: Origin, message: PageMessage): Promise<void>
  /** Offers the host again the submissions that it has not accepted yet, and forgets the acts: all tabs are new. */
  browserStarted(): Promise<void>
  /** Offers the host again the submissions that it has not accepted yet. */
  retry(): Promise<void>
  /** Drops a submission that the host has not accepted, at the user's request. */
  forget(uploadIndex: string): Promise<void>
}

/** Most chosen PDFs remembered until their answer; the oldest is forgotten first. */
const MOST_CHOSEN = 20
/** How long a person's act in a form counts, ms. A session of the portal lasts ten minutes without a request. */
const ACT_LIFE = 60 * 60_000
/** Limits on what pages can cause: messages a minute before an answer, and requests waiting for the host. */
const MOST_A_MINUTE = 30
const MOST_WAITING = 8

/**
 * Captures declarations that a person submits on the portal (D-04). Index and file name come from the success page alone; a
 * page whose wording is unknown never counts as one (D-02). An index is on disk before anything else is done with it, and
 * until the host has it, because the portal shows it only once. Pages are not trusted: an answer counts only after a person
 * has chosen or sent a file in that tab, all requests go through one limited queue to one host, and the declaration stays
 * "seen on a page" until the status page confirms it.
 */
export function createCapture(edges: CaptureEdges): Capture {
  /**
   * The last file chosen in each tab, on its way to the host. The answer may arrive before the file has, and the next file
   * before the answer was handled.
   */
  const staging = new Map<number, Promise<Chosen>>()
  /** Indexes whose file is on its way to the host: they wait for it. */
  const incomplete = new Set<string>()
  /** Changes to the stored lists. */
  const inTurn = createSerialQueue()
  /** Requests to the host. */
  const askHost = createSerialQueue(MOST_WAITING)
  let recent: number[] = []
  const isTooMuch = () => {
    const now = edges.now()
    recent = [...recent.filter(at => now - at < 60_000), now]
    return recent.length > MOST_A_MINUTE
  }

  const readActs = async () => (await edges.readChosen()).filter(({ at }) => edges.now() - at < ACT_LIFE)
  const changeActs = (change: (acts: readonly Chosen[]) => readonly Chosen[]) =>
    inTurn(async () => edges.writeChosen(change(await readActs()).slice(-MOST_CHOSEN)))
  const changeCaptures = (uploadIndex: string, change: (captured: Captured) => Captured | undefined) =>
    inTurn(async () => {
      const captures = await edges.readCaptured()
      await edges.writeCaptured(
        captures.flatMap(one => (one.uploadIndex === uploadIndex ? (change(one) ?? []) : [one])),
      )
    })

  const stage = async (tabId: number, { fileName, data }: Extract<PageMessage, { is: 'chosen' }>): Promise<Chosen> => {
    const act = { tabId, fileName, sha256: null, at: edges.now() }
    await changeActs(acts => [...acts.filter(one => one.tabId !== tabId), act])
    if (data === null) return act
    const { sha256 } = await withHost(edges.connect, host =>
      askHost(() => host.request('declarations.inspect', { fileName, data })),
    )
    const chosen = { ...act, sha256 }
    await changeActs(acts => acts.map(one => (one.tabId === tabId && one.at === act.at ? chosen : one)))
    return chosen
  }
  /** Notes a form that was sent without an act that counts: its file was told long ago, or sent before. */
  const noteSent = (tabId: number) =>
    changeActs(acts =>
      acts.some(one => one.tabId === tabId) ? acts : [...acts, { tabId, fileName: '', sha256: null, at: edges.now() }],
    )

  /**
   * Stores an index whose tab has seen an act since its last answer, as an incomplete one, and takes that act; undefined
   * without one.
   */
  const store = (tabId: number, captured: Captured) =>
    inTurn(async () => {
      const acts = await readActs()
      const act = acts.find(one => one.tabId === tabId)
      if (!act) return undefined
      const others = (await edges.readCaptured()).filter(one => one.uploadIndex !== captured.uploadIndex)
      await edges.writeCaptured([...others, captured])
      await edges.writeChosen(acts.filter(one => one !== act))
      incomplete.add(captured.uploadIndex)
      return act
    })

  const handOver = joinRuns(async () => {
    const complete = async () => (await edges.readCaptured()).filter(one => !incomplete.has(one.uploadIndex))
    for (const captured of await inTurn(complete)) {
      const error = await take(edges, captured, askHost)
      await changeCaptures(captured.uploadIndex, one => error && { ...one, error })
    }
    await edges.changed()
  })
  const retry = async () => {
    if ((await edges.readCaptured()).length > 0) await handOver()
  }

  return {
    async receive({ tabId, url }, message) {
      // An answer counts once for each act, and so needs no limit: others must not take its place.
      if (message.is !== 'filed' && isTooMuch()) throw new Error('a page of the portal sends too much')
      if (message.is === 'sent') return noteSent(tabId)
      if (message.is === 'chosen') {
        const staged = stage(tabId, message)
        staging.set(tabId, staged)
        await staged
        return
      }
      if (!isAnswerPage(url)) return
      const { uploadIndex } = message
      const fileName = message.fileName.slice(-255)
      const staged = staging.get(tabId)
      staging.delete(tabId)
      const captured = { uploadIndex, fileName, host: new URL(url).hostname, sha256: null, error: null }
      const act = await store(tabId, captured)
      if (!act) return
      try {
        // The caller that staged the file gets the error; the index counts without the file.
        const chosen = staged ? await staged.catch(() => undefined) : act
        if (chosen?.sha256 && isSameName(chosen.fileName, fileName))
          await changeCaptures(uploadIndex, one => ({ ...one, sha256: chosen.sha256 }))
      } finally {
        incomplete.delete(uploadIndex)
      }
      await handOver()
    },
    async browserStarted() {
      await changeActs(() => [])
      await retry()
    },
    retry,
    forget: uploadIndex => changeCaptures(uploadIndex, () => undefined),
  }
}

/** Offers the host one submission; returns the error, or undefined once the host has accepted it. */
async function take(
  edges: CaptureEdges,
  { uploadIndex, fileName, sha256, host: from }: Captured,
  askHost: SerialQueue,
) {
  try {
    const handOver = async (host: HostClient) => {
      const { authUrl } = await host.request('profile.get', {})
      // A profile for loopback names does not know the real authority, and vice versa.
      if (isLoopback(from) !== isLoopback(new URL(authUrl).hostname)) {
        throw new RecipisaError('captured-elsewhere', { host: from })
      }
      const known = sha256 === null ? {} : { sha256 }
      await host.request('declarations.captured', { uploadIndex, fileName, ...known })
    }
    await withHost(edges.connect, host => askHost(() => handOver(host)))
    return undefined
  } catch (error) {
    return failureBody(error)
  }
}

const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Whether the page's echo is this file's name, as far as the page's character set can express it. */
export function isSameName(chosen: string, echoed: string): boolean {
  const [said, sayable] = [fold(echoed), fold(chosen).split(/[^\x20-\x7e]+/)]
  let at = 0
  for (const part of sayable) {
    const found = said.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return said.startsWith(sayable[0] ?? '') && said.endsWith(sayable.at(-1) ?? '')
}

const fold = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()
