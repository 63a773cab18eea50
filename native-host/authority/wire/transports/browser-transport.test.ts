import { expect, test } from 'vitest'
import type { BrowserPort, Fetched, FetchFailure, FetchPart } from '../../../../shared/protocol/fetch.ts'
import { createBrowserTransport } from './browser-transport.ts'
import type { TransportRequest } from './transport.ts'

type Said = { event: string; params: { fetch?: number; data?: string; size?: number } }

/**
 * A port in memory: the host's messages, and an extension that answers each call with these parts once it has the
 * call's body.
 */
function portTo(answer: (fetch: number) => readonly FetchPart[]) {
  const said: Said[] = []
  const listeners = new Set<(fetched: Fetched) => void>()
  const tell = (fetched: number, part: FetchPart) => {
    for (const listener of listeners) listener({ fetched, answer: part })
  }
  let lastId = 0
  let missing = 0
  const port: BrowserPort = {
    nextId: () => ++lastId,
    onFetched(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    say(event: string, params: Said['params']) {
      said.push({ event, params })
      const { fetch = 0, size, data } = params
      if (event === 'fetch') {
        missing = size ?? 0
        const [first] = answer(fetch)
        queueMicrotask(() => tell(fetch, first?.part === 'failed' && missing > 0 ? first : { part: 'taken' }))
      }
      if (event === 'fetch-body') missing -= Buffer.from(data ?? '', 'base64').length
      if (event !== 'fetch-stop' && missing === 0)
        queueMicrotask(() => {
          for (const part of answer(fetch)) tell(fetch, part)
        })
    },
  }
  return { port, said, tell, events: () => said.map(({ event }) => event) }
}

const never = new AbortController().signal
const HEAD: FetchPart = { part: 'head', status: 200, headers: { date: 'now' } }
const data = (text: string): FetchPart => ({ part: 'data', data: Buffer.from(text).toString('base64') })
const failed = (failure: FetchFailure): FetchPart => ({ part: 'failed', failure, problem: 'net::ERR_X' })
const END: FetchPart = { part: 'end' }

function send(port: BrowserPort, change: Partial<TransportRequest> = {}, signal = never) {
  const noted: string[] = []
  const request: TransportRequest = {
    method: 'GET',
    url: 'https://cert.localhost/a',
    headers: {},
    maxBytes: 100,
    changesNothing: true,
    onBytes: () => noted.push('bytes'),
    onHead: async () => void noted.push('head'),
    ...change,
  }
  return { noted, answer: createBrowserTransport(port).send(request, signal) }
}
const POST = { method: 'POST', body: Buffer.alloc(800_000, 'x'), changesNothing: false } as const

test('E-28 a call goes to the extension with its body in pieces, and its answer comes back in pieces', async () => {
  const { port, said } = portTo(() => [HEAD, data('ab'), data('c'), END])
  const { answer, noted } = send(port, { ...POST, headers: { 'content-type': 'text/plain' } })
  const { head, bytes } = await answer
  expect([head.status, head.header('date'), head.header('etag'), Buffer.from(bytes).toString()]).toEqual([
    ...[200, 'now', undefined, 'abc'],
  ])
  expect(said[0]?.params).toEqual({
    fetch: 1,
    method: 'POST',
    url: 'https://cert.localhost/a',
    contentType: 'text/plain',
    size: 800_000,
  })
  const sizes = said.slice(1).map(({ params }) => Buffer.from(params.data ?? '', 'base64').length)
  expect(sizes).toEqual([700_000, 100_000])
  expect(noted).toEqual(['bytes', 'head'])
})

test('E-05 what the extension knows not to have left is certain, and everything else may have arrived', async () => {
  for (const [failure, reason, isCertain] of [
    ['refused', 'certificate-address-refused', true],
    ['unsafe', 'certificate-upload-unsafe', true],
    ['no-choice', 'certificate-choice-needed', true],
    ['unsent', 'unreachable', true],
    ['untrusted', 'untrusted', true],
    ['lost', 'reset', false],
  ] as const) {
    // Before the body is taken, and after it.
    const late = portTo(() => [failed(failure)])
    const { answer, noted } = send(late.port, { ...POST, body: 'x' })
    const error = await answer.catch((problem: { reason?: string; failure?: string }) => problem)
    expect([
      failure,
      'reason' in error ? error.reason : undefined,
      'failure' in error ? error.failure : undefined,
    ]).toEqual(expect.arrayContaining([failure, reason]))
    if (isCertain) expect([failure, noted]).toEqual([failure, []])
  }
  // Nothing has to be handed over first.
  for (const change of [{}, { ...POST, body: '' }]) {
    const { port } = portTo(() => [failed('lost')])
    const lost = send(port, change)
    await expect(lost.answer).rejects.toMatchObject({ failure: 'reset' })
    expect(lost.noted).toEqual(['bytes'])
  }
})

test('an answer that breaks off is cut short, and one that is too large is not read to its end', async () => {
  const broken = send(portTo(() => [HEAD, data('a'), failed('lost')]).port)
  await expect(broken.answer).rejects.toMatchObject({ failure: 'cut-short', problem: 'net::ERR_X' })
  const large = portTo(() => [HEAD, data('x'.repeat(80)), data('x'.repeat(80)), data('more')])
  expect((await send(large.port).answer).bytes).toHaveLength(160)
  expect(large.events()).toEqual(['fetch', 'fetch-stop'])
})

test('E-05 a call that is given up after it has left may have arrived, and the extension is told to stop', async () => {
  const stop = new AbortController()
  const { port, events } = portTo(() => [])
  const { answer, noted } = send(port, { ...POST, body: 'x' }, stop.signal)
  await expect.poll(events).toContain('fetch-body')
  stop.abort(new Error('given up'))
  await expect(answer).rejects.toThrow('given up')
  expect(noted).toEqual(['bytes'])
  expect(events().at(-1)).toBe('fetch-stop')
})

test('at most six calls are with the extension at once', async () => {
  const held: number[] = []
  const { port, events } = portTo(fetch => {
    held.push(fetch)
    return []
  })
  const stop = new AbortController()
  const transport = createBrowserTransport(port)
  const request = { method: 'GET', url: 'https://a/', headers: {}, maxBytes: 1, changesNothing: true } as const
  const calls = Array.from({ length: 9 }, () => transport.send(request, stop.signal).catch(() => undefined))
  await expect.poll(() => events().length).toBe(6)
  stop.abort()
  await Promise.all(calls)
  expect(events().filter(event => event === 'fetch')).toHaveLength(6)
})

test('an answer of a byte at a time ends as a silent one, and the extension is told to stop', async () => {
  const { port, events, tell } = portTo(() => [HEAD])
  const dripping = setInterval(() => tell(1, data('x')), 10)
  try {
    const { answer } = send(port, { timeout: 1500, maxBytes: 1_000_000 })
    await expect(answer).rejects.toMatchObject({ failure: 'silent' })
  } finally {
    clearInterval(dripping)
  }
  expect(events()).toContain('fetch-stop')
})
