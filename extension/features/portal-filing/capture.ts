import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { readPortalPage } from '../../../shared/pages/portal-pages.ts'
import { createSerialQueue, type SerialQueue } from '../../browser/serial-queue.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import type { Captured, Chosen } from './kept.ts'
import { isAnswerPage, type Origin } from './sender.ts'
import type { Told } from './told.ts'

/** What the captures need of the browser and the machine. */
export type CaptureEdges = {
  /** A client of the one host that all pages share. */
  connect(): HostClient
  now(): number
  /** PDFs that are chosen in forms: their hashes only, the bytes are the host's. */
  readChosen(): Promise<readonly Chosen[]>
  writeChosen(chosen: readonly Chosen[]): Promise<void>
  /** UploadList that the host has not taken yet. */
  readCaptured(): Promise<readonly Captured[]>
  writeCaptured(captured: readonly Captured[]): Promise<void>
  /** The host has something new. */
  changed(): Promise<void>
}

export type Capture = {
  told(from: Origin, told: Told): Promise<void>
  /** Hands the host what it has not taken yet. */
  retry(): Promise<void>
  /** The user does not want a filing followed that the host has not taken. */
  forget(uploadIndex: string): Promise<void>
}

/** PDFs that are remembered for an answer to come; one that was never sent is forgotten in the end. */
const MOST_CHOSEN = 20
/** What a person did in a tab's form counts for so long, ms: a session of the portal lasts ten minutes without a request. */
const ACT_LIFE = 60 * 60_000
/** Bounds of what pages can cause: told in a minute, and works that wait for the host at a time. */
const MOST_A_MINUTE = 30
const MOST_WAITING = 8

/**
 * Follows what is filed by hand on the portal (D-04). Index and file name are taken from the success page alone; a page
 * that is not known word for word is never taken for one (D-02). An index is kept until the host has it: the portal does
 * not say it twice. Pages are strangers, though: an answer counts only where a person has chosen or sent a file in that tab
 * before, all that pages cause goes through one line to one host, and only so much of it; and what they say is marked as
 * seen on a page until the authority's own page confirms it.
 */
export function createCapture(edges: CaptureEdges): Capture {
  /**
   * The file that was chosen last in a tab, on its way into the host: the answer may be here before that is over, and the
   * next file before the answer has had its turn.
   */
  const staging = new Map<number, Promise<Chosen>>()
  /** Changes of what is stored. */
  const inTurn = createSerialQueue()
  /** Requests to the host. */
  const askHost = createSerialQueue(MOST_WAITING)
  let recent: number[] = []
  const isTooMuch = () => {
    const now = edges.now()
    recent = [...recent.filter(at => now - at < 60_000), now]
    return recent.length > MOST_A_MINUTE
  }

  /** What was done last in a tab's form. */
  const remember = (chosen: Chosen) =>
    inTurn(async () => {
      const others = (await edges.readChosen()).filter(one => one.tabId !== chosen.tabId)
      await edges.writeChosen([...others, chosen].slice(-MOST_CHOSEN))
    })
  const stage = async (tabId: number, { fileName, data }: Extract<Told, { is: 'chosen' }>): Promise<Chosen> => {
    const act = { tabId, fileName, sha256: null, at: edges.now() }
    await remember(act)
    const { sha256 } = await withHost(edges, host =>
      askHost(() => host.request('declarations.inspect', { fileName, data })),
    )
    const chosen = { ...act, sha256 }
    await remember(chosen)
    return chosen
  }
  /** A form that was sent without a word of its file: one that was chosen before we were there, or is too large. */
  const noteSent = (tabId: number) =>
    inTurn(async () => {
      const kept = await edges.readChosen()
      if (kept.some(one => one.tabId === tabId)) return
      await edges.writeChosen([...kept, { tabId, fileName: '', sha256: null, at: edges.now() }].slice(-MOST_CHOSEN))
    })
  const hasActed = (tabId: number) =>
    inTurn(async () => (await edges.readChosen()).some(one => one.tabId === tabId && edges.now() - one.at < ACT_LIFE))

  /** `staged` where the file was chosen in this life of the background; else it is as the browser has kept it. */
  const takeChosen = async (tabId: number, fileName: string, staged: Promise<Chosen> | undefined) => {
    // Whoever handed the file over hears why it failed; the index counts without it.
    const handedOver = await staged?.catch(() => undefined)
    return inTurn(async () => {
      const kept = await edges.readChosen()
      const own = staged ? handedOver : kept.find(one => one.tabId === tabId)
      const isTaken = (one: Chosen) => one.tabId === tabId && (one.sha256 === null || one.sha256 === own?.sha256)
      if (kept.some(isTaken)) await edges.writeChosen(kept.filter(one => !isTaken(one)))
      return own?.sha256 && isSameName(own.fileName, fileName) ? own.sha256 : undefined
    })
  }

  const handOver = () =>
    inTurn(async () => {
      let waiting = await edges.readCaptured()
      for (const captured of waiting) {
        const error = await take(edges, captured, askHost)
        waiting = waiting.flatMap(one => (one !== captured ? [one] : error ? [{ ...one, error }] : []))
        await edges.writeCaptured(waiting)
      }
      await edges.changed()
    })

  return {
    async told({ tabId, url }, told) {
      if (isTooMuch()) throw new Error('a page of the portal tells too much')
      if (told.is === 'sent') return noteSent(tabId)
      if (told.is === 'chosen') {
        const staged = stage(tabId, told)
        staging.set(tabId, staged)
        await staged
        return
      }
      if (!isAnswerPage(url)) return
      const page = readPortalPage(told.html, 'tab')
      if (page.kind !== 'filed') return
      const staged = staging.get(tabId)
      staging.delete(tabId)
      if (!staged && !(await hasActed(tabId))) return
      const fileName = page.fileName.slice(-255)
      const sha256 = await takeChosen(tabId, fileName, staged)
      const captured = { uploadIndex: page.uploadIndex, fileName, host: new URL(url).hostname, sha256: sha256 ?? null }
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
        const waiting = await edges.readCaptured()
        await edges.writeCaptured(waiting.filter(one => one.uploadIndex !== uploadIndex))
      }),
  }
}

/** Why the host has not taken it; undefined once it has. */
async function take(
  edges: CaptureEdges,
  { uploadIndex, fileName, sha256, host: from }: Captured,
  askHost: SerialQueue,
) {
  try {
    const handOver = async (host: HostClient) => {
      const { authUrl } = await host.request('profile.get', {})
      // A profile for loopback names knows nothing of the real authority, nor the other way round.
      if (isLoopback(from) !== isLoopback(new URL(authUrl).hostname)) {
        throw new RecipisaError('captured-elsewhere', { host: from })
      }
      const known = sha256 === null ? {} : { sha256 }
      await host.request('declarations.captured', { uploadIndex, fileName, ...known })
    }
    await withHost(edges, host => askHost(() => handOver(host)))
    return undefined
  } catch (error) {
    return failureBody(error)
  }
}

async function withHost<T>({ connect }: CaptureEdges, work: (host: HostClient) => Promise<T>): Promise<T> {
  const host = connect()
  try {
    return await work(host)
  } finally {
    host.close()
  }
}

const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Whether the page's echo is this file's name, as far as the page's character set can say it. */
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
