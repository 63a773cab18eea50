import type { IncomingMessage } from 'node:http'
import { request as open } from 'node:https'
import type { BrowserPort, FetchEvent, Fetched, FetchPart } from '../../shared/protocol/fetch.ts'
import type { Issued } from '../authority/certificates.ts'

type Said = { fetch?: number; data?: string }

/**
 * Stands in for the extension at the other end of the port, in this process: it makes the host's calls in real TLS with a
 * certificate, and hands over each piece as it comes.
 */
export function browserPort(ca: string, certificate: Issued): BrowserPort {
  const listeners = new Set<(fetched: Fetched) => void>()
  const bodies = new Map<number, { event: FetchEvent; chunks: Buffer[] }>()
  const calls = new Map<number, AbortController>()
  let lastId = 0
  const tell = (fetched: number, answer: FetchPart) => {
    for (const listener of [...listeners]) listener({ fetched, answer })
  }
  const make = async ({ fetch, method, url, contentType }: FetchEvent, body?: Buffer) => {
    const stop = new AbortController()
    calls.set(fetch, stop)
    try {
      const answer = await answerTo(url, { method, contentType, body, ca, certificate, signal: stop.signal })
      const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      tell(fetch, { part: 'head', status: answer.statusCode ?? 0, headers: Object.fromEntries(headers) })
      for await (const chunk of answer as AsyncIterable<Buffer>)
        tell(fetch, { part: 'data', data: chunk.toString('base64') })
      tell(fetch, { part: 'end' })
    } catch (error) {
      if (!stop.signal.aborted) tell(fetch, { part: 'failed', failure: failureOf(error), problem: String(error) })
    } finally {
      calls.delete(fetch)
    }
  }
  return {
    nextId: () => ++lastId,
    onFetched(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    say(event: string, params: FetchEvent | Said | Record<string, never>) {
      const { fetch = 0 } = params
      if (event === 'fetch-stop') calls.get(fetch)?.abort()
      if (event === 'fetch') {
        const asked = params as FetchEvent
        tell(fetch, { part: 'taken' })
        if (asked.size === 0) void make(asked)
        else bodies.set(fetch, { event: asked, chunks: [] })
      }
      if (event !== 'fetch-body') return
      const waiting = bodies.get(fetch)
      waiting?.chunks.push(Buffer.from((params as Said).data ?? '', 'base64'))
      const body = Buffer.concat(waiting?.chunks ?? [])
      if (waiting === undefined || body.length < waiting.event.size) return
      bodies.delete(fetch)
      void make(waiting.event, body)
    },
  }
}

type Asked = {
  method: string
  contentType: string | null
  body: Buffer | undefined
  ca: string
  certificate: Issued
  signal: AbortSignal
}

function answerTo(url: string, { method, contentType, body, ca, certificate, signal }: Asked) {
  const { hostname, port, pathname, search } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = open(
    {
      ...{ host: '127.0.0.1', port, servername: hostname, ca, path: pathname + search, method, signal, agent: false },
      ...{ cert: certificate.certificatePem, key: certificate.privateKeyPem },
      headers: { Host: `${hostname}:${port}`, ...(contentType ? { 'Content-Type': contentType } : {}) },
    },
    resolve,
  )
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** The browser's own words are read by the extension (extension/host/calls/). */
function failureOf(error: unknown): 'unsent' | 'untrusted' | 'lost' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'unsent'
  return /CERT|SELF_SIGNED|UNABLE_TO_/.test(code) ? 'untrusted' : 'lost'
}
