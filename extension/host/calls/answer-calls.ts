import * as v from 'valibot'
import {
  FetchBodyEvent,
  FetchEvent,
  type Fetched,
  type FetchPart,
  FetchStopEvent,
} from '../../../shared/protocol/fetch.ts'
import { workStore } from './choice.ts'
import { makeCall, refusalOf } from './make-call.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** `wantsBody`: the call is taken, and its body is not whole yet. */
type Call = { event: FetchEvent; pieces: Bytes[]; size: number; wantsBody: boolean; stop: AbortController }

/** Answers a host's calls over one port (E-28). */
export type CallAnswerer = {
  /** Takes an event of the host; ignores events that are not about calls. */
  take(event: string, params: unknown): void
  /** Stops the running calls: their host has gone. */
  close(): void
}

export function createCallAnswerer(send: (message: Fetched) => void): CallAnswerer {
  const calls = new Map<number, Call>()
  let lastId = 0

  const begin = async (event: FetchEvent) => {
    // Numbers grow, and each is given once: a repeated one is not another call.
    if (event.fetch <= lastId) return
    lastId = event.fetch
    const say = (answer: FetchPart) => send({ fetched: event.fetch, answer })
    const call: Call = { event, pieces: [], size: 0, wantsBody: false, stop: new AbortController() }
    calls.set(event.fetch, call)
    const refusal = await refusalOf(event)
    if (refusal || call.stop.signal.aborted) {
      calls.delete(event.fetch)
      return refusal && say(refusal)
    }
    call.wantsBody = event.size > 0
    say({ part: 'taken' })
    if (event.size === 0) await run(call)
  }

  const run = async (call: Call) => {
    const { event, pieces, stop } = call
    try {
      for await (const part of makeCall(event, new Blob(pieces), stop.signal)) {
        if (!stop.signal.aborted) send({ fetched: event.fetch, answer: part })
      }
    } finally {
      calls.delete(event.fetch)
    }
  }

  const addPiece = async ({ fetch, data }: FetchBodyEvent) => {
    const call = calls.get(fetch)
    if (!call?.wantsBody) return
    const piece = (Uint8Array as unknown as { fromBase64(text: string): Bytes }).fromBase64(data)
    call.pieces.push(piece)
    call.size += piece.length
    if (call.size < call.event.size) return
    call.wantsBody = false
    if (call.size === call.event.size) return run(call)
    calls.delete(fetch)
    send({ fetched: fetch, answer: { part: 'failed', failure: 'unsent', problem: 'more bytes than announced' } })
  }

  const stop = (fetch: number) => {
    const call = calls.get(fetch)
    call?.stop.abort()
    if (call?.wantsBody) calls.delete(fetch)
  }

  const report = (error: unknown) => console.error('recipisa:', error)
  const takers: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    fetch: async params => begin(v.parse(FetchEvent, params)),
    'fetch-body': async params => addPiece(v.parse(FetchBodyEvent, params)),
    'fetch-stop': async params => stop(v.parse(FetchStopEvent, params).fetch),
    // Wakes the background, which has the work done over a port of its own.
    'certificate-work': async () => workStore.write({ seenAt: Date.now() }),
  }
  return {
    take: (event, params) => void takers[event]?.(params).catch(report),
    close() {
      for (const { stop } of calls.values()) stop.abort()
      calls.clear()
    },
  }
}
