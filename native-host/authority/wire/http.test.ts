import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RateState } from '../../archive/core/archive.ts'
import type { Admission } from '../../limits/pacer.ts'
import { createPauses } from '../../limits/pauses.ts'
import { createHttp, type Http, type HttpRequest } from './http.ts'
import { createUndiciTransport } from './transports/undici-transport.ts'
import { failureOf } from './wire.fixture.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/**
 * The answers of the server on this machine, one per request; the requests it got, and the client's pauses and kept
 * answers.
 */
let answers: Answer[]
let asked: string[]
let slept: number[]
let kept: string[]
/** The pacer's word. */
let admission: Admission
let http: Http
let origin: string
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.headers['content-length'] ?? 'no body'}`)
  const answer = answers[asked.length - 1] ?? answers.at(-1)
  request.resume().on('end', () => answer?.(response, request))
})
beforeEach(async () => {
  ;[answers, asked, slept, kept] = [[], [], [], []]
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let now = 1_000_000
  const clock = {
    now: () => now,
    async sleep(ms: number) {
      slept.push(ms)
      now += ms
    },
  }
  const states = new Map<string, RateState>()
  const pauses = createPauses(
    {
      update(scope, change) {
        const { state, answer } = change(states.get(scope) ?? { nextFreeAt: 0, pausedUntil: 0, pausedFor: 0 })
        states.set(scope, state)
        return answer
      },
    },
    clock,
  )
  const { host } = new URL(origin)
  admission = 'admitted'
  const pacer = {
    admit: async () => admission,
    pause: (until: number) => pauses.set(host, until),
    pausedUntil: () => pauses.until(host),
  }
  http = createHttp({
    ...{
      connections: createUndiciTransport(null),
      pacer,
      publicPacer: pacer,
      statusPacer: pacer,
      pauses,
      clock,
      random: () => 0.5,
    },
    publicSpacer: { depart: async () => undefined },
    keepAside: async (name, bytes) => `/kept/${kept.push(`${name} ${Buffer.from(bytes)}`)}`,
  })
})
afterEach(async () => {
  await http.close()
  await new Promise(done => server.close(done))
})

const never = new AbortController().signal
const send = (change: Partial<HttpRequest> = {}, signal = never) =>
  http.send(
    { operation: 'x', to: 'login', method: 'GET', url: `${origin}/a?b`, headers: {}, maxBytes: 100, ...change },
    signal,
  )
const POST = { method: 'POST', body: 'file' } as const
const says =
  (status: number, text: string, headers: Record<string, string> = {}): Answer =>
  response =>
    response.writeHead(status, headers).end(text)
/** Announces more than it sends. */
const breaks: Answer = response => {
  response.writeHead(200, { 'content-length': '50' }).write('<html>')
  setTimeout(() => response.destroy(), 20)
}
/** Ends with its connection, as the gateway does. */
const unmeasured =
  (text: string): Answer =>
  (_, { socket }) =>
    socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${text}`)
const resets: Answer = (_, { socket }) => socket.destroy()

test('an answer is its bytes, its head, and what the bytes are', async () => {
  const date = 'Fri, 20 Nov 2026 10:00:00 GMT'
  answers = [says(302, '{"eroare":"x"}', { location: '/c', 'content-type': 'text/x', 'set-cookie': 's=1', date })]
  const heads: number[] = []
  const answer = await send({ onHead: async ({ status }) => void heads.push(status) })
  expect(answer).toMatchObject({
    ...{ status: 302, location: '/c', contentType: 'text/x', setCookies: ['s=1'] },
    ...{ body: { kind: 'note', note: 'x' }, servedAt: Date.UTC(2026, 10, 20, 10) },
  })
  expect([heads, asked]).toEqual([[302], ['GET no body']])
})

test('P-10 a request that only asks is repeated after a passing failure, a bounded number of times', async () => {
  for (const failing of [says(500, ''), says(502, ''), says(503, ''), says(504, ''), says(200, '{'), breaks, resets])
    for (const request of [{}, { ...POST, mayRepeat: true }]) {
      asked = []
      slept = []
      answers = [failing, failing, failing, says(200, '{}')]
      expect((await send(request)).body).toEqual({ kind: 'json', value: {} })
      expect([asked.length, slept]).toEqual([4, [500, 1000, 2000]])
    }
  asked = []
  answers = [says(503, 'x')]
  expect((await send()).status).toBe(503)
  expect(asked).toHaveLength(4)
  for (const status of [200, 400, 401, 404, 501, 505]) {
    asked = []
    answers = [says(status, '{}')]
    expect([(await send()).status, asked.length]).toEqual([status, 1])
  }
  asked = []
  answers = [says(200, '{"a":1}'), says(200, '{"a":2}')]
  expect((await send({ isFailure: ({ bytes }) => String(bytes).includes('1') })).body).toMatchObject({
    value: { a: 2 },
  })
})

test('E-05 a submission, and any request that may go only once, is sent a single time whatever happens', async () => {
  for (const request of [POST, { once: true }, { ...POST, mayRepeat: true, once: true }] as const)
    for (const [answer, reason] of [
      [says(500, ''), undefined],
      [says(429, '', { 'retry-after': '1' }), 'rate-limited'],
      [says(200, '{'), 'answer-truncated'],
      [breaks, 'answer-truncated'],
      [resets, 'unreachable'],
    ] as const) {
      asked = []
      answers = [answer]
      let began = 0
      const work = send({ ...request, onBytes: () => void began++ })
      const outcome = await work.then(
        () => undefined,
        error => error.reason,
      )
      expect([outcome, asked.length, began]).toEqual([reason, 1, 1])
    }
})

test('E-05 nothing has begun where no connection came about or the turn was not granted', async () => {
  const began: string[] = []
  const onBytes = () => void began.push('bytes')
  await http.close()
  const closed = await failureOf(send({ ...POST, onBytes }))
  const stopped = new Error('no turn')
  const beforeEach = () => {
    throw stopped
  }
  expect(await failureOf(send({ ...POST, onBytes, beforeEach }))).toBe(stopped)
  expect([closed.reason, began, asked]).toEqual(['unreachable', [], []])
})

test('G-07 an answer without a length is whole with its own end, one that breaks off or is too large never', async () => {
  answers = [unmeasured('<html>x</html>')]
  expect((await send({ once: true })).body).toEqual({ kind: 'html' })
  answers = [unmeasured('<html>x')]
  expect((await failureOf(send({ once: true }))).reason).toBe('answer-truncated')
  answers = [says(200, 'x'.repeat(101))]
  expect((await failureOf(send())).reason).toBe('answer-unexpected')
  expect(kept.map(text => text.slice(0, 3))).toEqual(['x x'])
  expect((await failureOf(send({ isSecret: true }))).reason).toBe('token-answer')
  expect(kept).toHaveLength(1)
  answers = [says(200, 'x'.repeat(100))]
  expect((await send()).bytes).toHaveLength(100)
})

test('E-29 after a 429 the host is left alone for as long as it asks, and longer than patience only fails', async () => {
  const date = new Date(1_000_000_000).toUTCString()
  for (const [headers, pause] of [
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': ' 7.5 ' }, 7500],
    [{ 'retry-after': '0' }, 1000],
    [{ date, 'retry-after': new Date(1_000_009_000).toUTCString() }, 9000],
    [{ date, 'retry-after': date }, 1000],
    [{}, 60_000],
    [{ 'retry-after': 'soon' }, 60_000],
    [{ 'retry-after': '-7' }, 60_000],
  ] as const) {
    asked = []
    slept = []
    answers = [says(429, '', headers), says(200, '{}')]
    await send()
    expect([headers, asked.length, slept.reduce((sum, ms) => sum + ms, 0)]).toEqual([headers, 2, pause])
  }
  asked = []
  answers = [says(429, '', { 'retry-after': '61' })]
  expect(await failureOf(send())).toMatchObject({ reason: 'rate-limited', params: { seconds: 61 } })
  expect((await failureOf(send())).reason).toBe('rate-limited')
  expect(asked).toHaveLength(1)
})

test('E-29 a request whose turn is too far away is not sent, and says when it would be, without any pause of the host', async () => {
  const until = 1_000_000 + 90_000
  admission = { until }
  expect(await failureOf(send({ to: 'api' }))).toMatchObject({ reason: 'rate-limited', params: { seconds: 90, until } })
  expect(asked).toEqual([])
})

test('E-21 an answer that is understood and odd is kept for a look, but not one with tokens', async () => {
  const odd = ['{"eroare":"x",}', '{"eroare":"x', '<html>mentenanta</html>']
  for (const text of odd) {
    answers = [says(200, text)]
    await send()
    await send({ isSecret: true })
  }
  expect(kept).toEqual(odd.map(text => `x ${text}`))
  for (const [status, text] of [
    [503, '<html>mentenanta</html>'],
    [200, '{"eroare":"x"}'],
    [200, '<html>x</html>'],
  ] as const) {
    answers = [says(status, text)]
    await send({ once: true })
  }
  expect(kept).toHaveLength(odd.length)
})

test('interim answers do not prolong the wait for an answer', async () => {
  const hints: Answer = (_, { socket }) => {
    const more = setInterval(() => socket.write('HTTP/1.1 103 X\r\n\r\n'), 20)
    socket.on('close', () => clearInterval(more))
  }
  for (const request of [
    { once: true },
    { ...POST, onBytes: () => undefined },
    { to: 'public', once: true },
  ] as const) {
    asked = []
    answers = [hints]
    const error = await failureOf(send({ ...request, timeout: 200 }))
    expect([error, asked.length]).toMatchObject([{ reason: 'unreachable', params: { failure: 'silent' } }, 1])
  }
  answers = [
    (response, { socket }) => {
      socket.write('HTTP/1.1 103 X\r\n\r\n')
      response.end('{}')
    },
  ]
  asked = []
  expect((await send({ timeout: 200 })).status).toBe(200)
})

test('E-05 a large file on a slow line is not broken off on its way, which would leave its outcome unknown', async () => {
  answers = [response => void setTimeout(() => response.end('{}'), 500)]
  expect((await send({ ...POST, body: new Uint8Array(1_000_000), timeout: 100 })).status).toBe(200)
  expect(await failureOf(send({ ...POST, timeout: 100 }))).toMatchObject({ params: { failure: 'silent' } })
})

test('E-13 only the API’s answers tell its clock', async () => {
  answers = [says(200, '{}', { date: new Date(2_000_000).toUTCString() })]
  await send()
  expect(http.serverClock.known).toBe(false)
  await send({ to: 'api' })
  expect(http.serverClock.bounds().latest).toBeGreaterThan(1_900_000)
})

test('a caller that gives up gets its own reason', async () => {
  const reason = new Error('left')
  const stop = new AbortController()
  answers = [() => stop.abort(reason)]
  expect(await failureOf(send({}, stop.signal))).toBe(reason)
  expect(asked).toHaveLength(1)
})
