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
  /** Offers the host again the submissions that it has not accepted yet. */
  retry(): Promise<void>
  /** Drops a submission that the host has not accepted, at the user's request. */
  forget(uploadIndex: string): Promise<void>
}

/** Most chosen PDFs remembered until their answer; the oldest is forgotten first. */
const MOST_CHOSEN = 20
/** How long a person's act in a form counts, ms. A session of the portal lasts ten minutes without a request. */
const ACT_LIFE = 60 * 60_000
/** Limits on what pages can cause: messages a minute, and requests waiting for the host. */
const MOST_A_MINUTE = 30
const MOST_WAITING = 8

/**
 * Captures declarations that a person submits on the portal (D-04). Index and file name come from the success page alone; a
 * page whose wording is unknown never counts as one (D-02). An index is kept until the host has it, because the portal
 * shows it only once. Pages are not trusted: an answer counts only after a person has chosen or sent a file in that tab, all
 * requests go through one limited queue to one host, and the declaration stays "seen on a page" until the status page
 * confirms it.
 */
export function createCapture(edges: CaptureEdges): Capture {
  /**
   * The last file chosen in each tab, on its way to the host. The answer may arrive before the file has, and the next file
   * before the answer was handled.
   */
  const staging = new Map<number, Promise<Chosen>>()
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

  /** Stores the last act in a tab's form. */
  const remember = (chosen: Chosen) =>
    inTurn(async () => {
      const others = (await edges.readChosen()).filter(one => one.tabId !== chosen.tabId)
      await edges.writeChosen([...others, chosen].slice(-MOST_CHOSEN))
    })
  const stage = async (tabId: number, { fileName, data }: Extract<PageMessage, { is: 'chosen' }>): Promise<Chosen> => {
    const act = { tabId, fileName, sha256: null, at: edges.now() }
    await remember(act)
    const { sha256 } = await withHost(edges.connect, host =>
      askHost(() => host.request('declarations.inspect', { fileName, data })),
    )
    const chosen = { ...act, sha256 }
    await remember(chosen)
    return chosen
  }
  /** Notes a form that was sent although no file was reported: it was chosen before this script ran, or is too large. */
  const noteSent = (tabId: number) =>
    inTurn(async () => {
      const stored = await edges.readChosen()
      if (stored.some(one => one.tabId === tabId)) return
      await edges.writeChosen([...stored, { tabId, fileName: '', sha256: null, at: edges.now() }].slice(-MOST_CHOSEN))
    })
  const hasActed = (tabId: number) =>
    inTurn(async () => (await edges.readChosen()).some(one => one.tabId === tabId && edges.now() - one.at < ACT_LIFE))

  /** `staged` if this run of the background saw the file chosen; otherwise the stored act counts. */
  const takeChosen = async (tabId: number, fileName: string, staged: Promise<Chosen> | undefined) => {
    // The caller that staged the file gets the error; the index counts without the file.
    const handedOver = await staged?.catch(() => undefined)
    return inTurn(async () => {
      const stored = await edges.readChosen()
      const own = staged ? handedOver : stored.find(one => one.tabId === tabId)
      const isTaken = (one: Chosen) => one.tabId === tabId && (one.sha256 === null || one.sha256 === own?.sha256)
      if (stored.some(isTaken)) await edges.writeChosen(stored.filter(one => !isTaken(one)))
      return own?.sha256 && isSameName(own.fileName, fileName) ? own.sha256 : undefined
    })
  }

  const handOver = () =>
    inTurn(async () => {
      let captures = await edges.readCaptured()
      for (const captured of captures) {
        const error = await take(edges, captured, askHost)
        captures = captures.flatMap(one => (one !== captured ? [one] : error ? [{ ...one, error }] : []))
        await edges.writeCaptured(captures)
      }
      await edges.changed()
    })

  return {
    async receive({ tabId, url }, message) {
      if (isTooMuch()) throw new Error('a page of the portal sends too much')
      if (message.is === 'sent') return noteSent(tabId)
      if (message.is === 'chosen') {
        const staged = stage(tabId, message)
        staging.set(tabId, staged)
        await staged
        return
      }
      if (!isAnswerPage(url)) return
      const staged = staging.get(tabId)
      staging.delete(tabId)
      if (!staged && !(await hasActed(tabId))) return
      const fileName = message.fileName.slice(-255)
      const sha256 = await takeChosen(tabId, fileName, staged)
      const captured = {
        uploadIndex: message.uploadIndex,
        fileName,
        host: new URL(url).hostname,
        sha256: sha256 ?? null,
      }
      await inTurn(async () => {
        const others = (await edges.readCaptured()).filter(one => one.uploadIndex !== captured.uploadIndex)
        await edges.writeCaptured([...others, { ...captured, error: null }])
      })
      await handOver()
    },
    async retry() {
      if ((await edges.readCaptured()).length > 0) await handOver()
    },
    forget: uploadIndex =>
      inTurn(async () => {
        const captures = await edges.readCaptured()
        await edges.writeCaptured(captures.filter(one => one.uploadIndex !== uploadIndex))
      }),
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
