import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { readPortalPage } from '../../../shared/portal-pages.ts'
import type { HostClient } from '../../host/client.ts'
import { failureBody } from '../../host/failure.ts'
import type { Captured, Chosen } from './kept.ts'
import type { Told } from './told.ts'

/** What the captures need of the browser and the machine. */
export type CaptureEdges = {
  connect(): HostClient
  /** PDFs that are chosen in forms: their hashes only, the bytes are the host's. */
  readChosen(): Promise<readonly Chosen[]>
  writeChosen(chosen: readonly Chosen[]): Promise<void>
  /** Filings that the host has not taken yet. */
  readCaptured(): Promise<readonly Captured[]>
  writeCaptured(captured: readonly Captured[]): Promise<void>
  /** The host has something new. */
  changed(): Promise<void>
}

/** Where something was told: the tab, and the address of its page. */
export type Origin = { tabId: number; url: string }

export type Capture = {
  told(from: Origin, told: Told): Promise<void>
  /** Hands the host what it has not taken yet. */
  retry(): Promise<void>
  /** The user does not want a filing followed that the host has not taken. */
  forget(uploadIndex: string): Promise<void>
}

/** PDFs that are remembered for an answer to come; one that was never sent is forgotten in the end. */
const MOST_CHOSEN = 20

/**
 * Follows what is filed by hand on the portal (D-04). Index and file name are taken from the success page alone; a page
 * that is not known word for word is never taken for one (D-02). An index is kept until the host has it: the portal does
 * not say it twice.
 */
export function createCapture(edges: CaptureEdges): Capture {
  /**
   * The file that was chosen last in a tab, on its way into the host: the answer may be here before that is over, and the
   * next file before the answer has had its turn.
   */
  const staging = new Map<number, Promise<Chosen>>()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result.catch(() => undefined) // the caller gets the error; the next in turn starts afresh
    return result
  }

  const stage = async (tabId: number, { fileName, data }: Extract<Told, { is: 'chosen' }>): Promise<Chosen> => {
    const { sha256 } = await withHost(edges, host => host.request('declarations.inspect', { fileName, data }))
    const chosen = { tabId, fileName, sha256 }
    await inTurn(async () => {
      const others = (await edges.readChosen()).filter(one => one.tabId !== tabId)
      await edges.writeChosen([...others, chosen].slice(-MOST_CHOSEN))
    })
    return chosen
  }

  /** `staged` where the file was chosen in this life of the background; else it is as the browser has kept it. */
  const takeChosen = async (tabId: number, fileName: string, staged: Promise<Chosen> | undefined) => {
    // Whoever handed the file over hears why it failed; the index counts without it.
    const handedOver = await staged?.catch(() => undefined)
    return inTurn(async () => {
      const kept = await edges.readChosen()
      const own = staged ? handedOver : kept.find(one => one.tabId === tabId)
      const isTaken = (one: Chosen) => one.tabId === tabId && one.sha256 === own?.sha256
      if (kept.some(isTaken)) await edges.writeChosen(kept.filter(one => !isTaken(one)))
      return own && isSameName(own.fileName, fileName) ? own.sha256 : undefined
    })
  }

  const handOver = () =>
    inTurn(async () => {
      let waiting = await edges.readCaptured()
      for (const captured of waiting) {
        const error = await take(edges, captured)
        waiting = waiting.flatMap(one => (one !== captured ? [one] : error ? [{ ...one, error }] : []))
        await edges.writeCaptured(waiting)
      }
      await edges.changed()
    })

  return {
    async told({ tabId, url }, told) {
      if (told.is === 'chosen') {
        const staged = stage(tabId, told)
        staging.set(tabId, staged)
        await staged
        return
      }
      const page = readPortalPage(told.html, 'tab')
      if (page.kind !== 'filed') return
      const staged = staging.get(tabId)
      staging.delete(tabId)
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
async function take(edges: CaptureEdges, { uploadIndex, fileName, sha256, host: from }: Captured) {
  try {
    await withHost(edges, async host => {
      const { authUrl } = await host.request('profile.get', {})
      // A profile for loopback names knows nothing of the real authority, nor the other way round.
      if (isLoopback(from) !== isLoopback(new URL(authUrl).hostname)) {
        throw new RecipisaError('captured-elsewhere', { host: from })
      }
      const known = sha256 === null ? {} : { sha256 }
      await host.request('declarations.captured', { uploadIndex, fileName, ...known })
    })
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
