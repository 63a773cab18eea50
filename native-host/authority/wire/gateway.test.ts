import { CookieJar } from 'tough-cookie'
import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { classify } from './answers/answer.ts'
import { createGateway, isSessionOver, leadsToCertificate } from './gateway.ts'
import type { Http, HttpHead, HttpRequest } from './http.ts'
import type { SentOnce } from './unknown-outcome.ts'
import { failureOf } from './wire.fixture.ts'

const ORIGIN = 'https://portal.localhost'
const START = `${ORIGIN}/start`
const never = new AbortController().signal
const WALL = '<html>Certificatul nu a fost prezentat</html>'

type Reply = {
  status?: number
  location?: string
  setCookies?: string[]
  text?: string
  error?: Error
  before?: Error
  /** Why its cookies cannot be stored. */
  unkept?: Error
  /** The store asks a person before it stores its cookies, and nobody answers. */
  isAsking?: boolean
}

/** A gateway on a wire that gives these answers, one per hop; `log` lists what was sent and kept, in order. */
function gatewayOn(...replies: Reply[]) {
  const log: string[] = []
  const requests: HttpRequest[] = []
  const jar = new CookieJar()
  jar.setCookieSync('s=1; path=/; secure', START)
  const http = {
    async send(request) {
      requests.push(request)
      const { status = 200, location, setCookies = [], text = 'x', error, before } = replies[requests.length - 1] ?? {}
      if (before) throw before
      const headers = typeof request.headers === 'function' ? await request.headers() : request.headers
      log.push(`${request.url.replace(ORIGIN, '')} ${headers.cookie ?? 'no cookie'}`)
      request.onBytes?.()
      const head: HttpHead = { status, contentType: undefined, location, setCookies }
      if (status > 0) await request.onHead?.(head)
      if (error) throw error
      const bytes = new TextEncoder().encode(text)
      return { ...head, bytes, body: classify(bytes), sentAt: 0, receivedAt: 0 }
    },
    unexpected: async (operation, problem) => new RecipisaError('answer-unexpected', { operation, problem, kept: '' }),
  } as Pick<Http, 'send' | 'unexpected'> as Http
  const gateway = createGateway(http, ORIGIN)
  const cookies = {
    jar,
    async keep() {
      const { unkept, isAsking } = replies[requests.length - 1] ?? {}
      if (unkept) throw unkept
      if (isAsking) await new Promise(() => undefined)
      log.push(`kept ${jar.getCookieStringSync(START)}`)
    },
  }
  const read = (signal = never) => gateway.read({ operation: 'x', url: START, maxBytes: 1000 }, cookies, signal)
  const once = (onBytes?: () => void, what: SentOnce = 'declaration') => {
    const request = { operation: 'x', method: 'POST', url: START, maxBytes: 1000, what, onBytes } as const
    return gateway.once({ ...request, headers: { a: 'b' } }, cookies, never)
  }
  return { read, once, exit: () => gateway.exit(cookies, never), log, requests }
}
test('G-03 revalidation is followed, and a rewritten cookie kept before the next hop', async () => {
  const { read, log, requests } = gatewayOn(
    {
      status: 302,
      location: '/my.policy_nonce',
      setCookies: ['s=2; path=/; secure', 'evil=1; domain=altundeva.localhost'],
    },
    { status: 302, location: `${ORIGIN}/start?again`, setCookies: ['t=1; path=/; secure'] },
    { text: 'the page' },
  )
  expect((await read()).body).toEqual({ kind: 'unknown' })
  expect(log).toEqual(['/start s=1', 'kept s=2', '/my.policy_nonce s=2', 'kept s=2; t=1', '/start?again s=2; t=1'])
  expect(requests.map(({ method, to, once }) => [method, to, once])).toEqual(
    Array(3).fill(['GET', 'gateway', undefined]),
  )
})

test('G-04 an answer that asks for the certificate ends the session, and its cookies are not taken', async () => {
  for (const reply of [
    { status: 302, location: '/my.policy' },
    { status: 302, location: `${ORIGIN}/my.policy/` },
    { status: 302, location: '/vdesk/hangup.php3' },
    { text: WALL },
  ]) {
    const { read, log } = gatewayOn({ ...reply, setCookies: reply.status ? ['s=2; path=/; secure'] : [] })
    const error = await failureOf(read())
    expect([reply, error.reason, log]).toEqual([reply, 'gateway-session-expired', ['/start s=1']])
  }
})

test('G-04 a wall on the way of a redirect is the redirect’s', async () => {
  const { read, log } = gatewayOn({ status: 302, location: '/my.policy_nonce', text: WALL }, { text: 'the page' })
  await read()
  expect(log).toHaveLength(2)
  const elsewhere = gatewayOn({ status: 302, location: 'https://altundeva.localhost/x', text: WALL })
  expect(await failureOf(elsewhere.read())).toMatchObject({ reason: 'gateway-redirect' })
})

test('G-05 no cookie goes to another host, and a circle is left', async () => {
  for (const location of [
    'https://altundeva.localhost/x',
    '//altundeva.localhost/my.policy',
    'http://portal.localhost/',
  ])
    for (const status of [301, 302, 307, 399]) {
      const { read, log } = gatewayOn({ status, location })
      expect([location, (await failureOf(read())).reason, log]).toEqual([location, 'gateway-redirect', ['/start s=1']])
    }
  const circle = gatewayOn(...Array(20).fill({ status: 302, location: '/start' }))
  expect((await failureOf(circle.read())).reason).toBe('answer-unexpected')
  expect(circle.requests).toHaveLength(10)
})

test('G-02 an answer is no redirect without its status, or a place to go', async () => {
  for (const reply of [
    { status: 200, location: '/my.policy' },
    { status: 299, location: 'https://altundeva.localhost/' },
    { status: 400, location: '/my.policy' },
    { status: 302 },
    { status: 302, location: 'https://:x' },
  ])
    expect([reply, (await gatewayOn(reply).read()).status]).toEqual([reply, reply.status])
})

test('G-09 a submission is sent once, with the cookies, and never over a redirect', async () => {
  for (const reply of [
    { status: 302, location: '/altundeva' },
    { status: 302, location: '/my.policy' },
    { status: 200, text: WALL },
    { status: 500 },
  ]) {
    const { once, log, requests } = gatewayOn(reply)
    expect([reply, (await once()).status, log]).toEqual([reply, reply.status, ['/start s=1']])
    expect(requests).toMatchObject([{ once: true, method: 'POST', to: 'gateway', headers: { a: 'b', cookie: 's=1' } }])
  }
  const { once, log } = gatewayOn({ setCookies: ['s=2; path=/; secure'], error: new Error('cut') })
  await failureOf(once())
  expect(log).toEqual(['/start s=1', 'kept s=2'])
})

test('D-03 an answer to a submission counts even if its cookies cannot be stored; the next hop of a page waits for them', async () => {
  const unkept = new RecipisaError('secret-store', { problem: 'locked' })
  const reply = { setCookies: ['s=2; path=/; secure'], text: 'the success page', unkept }
  const { once, log } = gatewayOn(reply)
  expect([Buffer.from((await once()).bytes).toString(), log]).toEqual(['the success page', ['/start s=1']])
  const page = gatewayOn({ ...reply, status: 302, location: '/my.policy_nonce' })
  expect([await failureOf(page.read()), page.log]).toEqual([unkept, ['/start s=1']])
})

test('D-03 an answer to a submission does not wait for a store that asks a person', async () => {
  const reply = { setCookies: ['s=2; path=/; secure'], isAsking: true }
  const { once } = gatewayOn({ ...reply, text: 'the success page' })
  expect(Buffer.from((await once()).bytes).toString()).toBe('the success page')
  const cut = new Error('cut')
  expect(await failureOf(gatewayOn({ ...reply, error: cut }).once())).toMatchObject({
    reason: 'outcome-unknown',
    cause: cut,
  })
})

test('D-03 a failure before the first byte is itself, one behind it an unknown outcome', async () => {
  let calls = 0
  const onBytes = () => {
    calls++
  }
  const refused = new RecipisaError('unreachable', { host: 'x', problem: 'x' })
  expect(await failureOf(gatewayOn({ before: refused }).once(onBytes))).toBe(refused)
  expect(calls).toBe(0)
  for (const [what, reason] of [
    ['declaration', 'outcome-unknown'],
    ['request', 'request-unknown'],
  ] as const)
    expect(await failureOf(gatewayOn({ status: 0, error: refused }).once(onBytes, what))).toMatchObject({
      reason,
      cause: refused,
    })
  expect(calls).toBe(2)
})

test('G-03 a caller that gives up waits only for the head of an answer under way', async () => {
  const stop = new AbortController()
  const reason = new Error('left')
  const aborted: boolean[] = []
  const http = {
    async send(request, signal) {
      request.onBytes?.()
      stop.abort(reason)
      aborted.push(signal.aborted)
      await request.onHead?.({ status: 200, contentType: undefined, location: undefined, setCookies: [] })
      aborted.push(signal.aborted)
      throw signal.reason
    },
  } as Pick<Http, 'send'> as Http
  const cookies = { jar: new CookieJar(), keep: async () => undefined }
  const read = (signal: AbortSignal) =>
    createGateway(http, ORIGIN).read({ operation: 'x', url: START, maxBytes: 1000 }, cookies, signal)
  await expect(read(stop.signal)).rejects.toBe(reason)
  expect(aborted).toEqual([false, true])
  aborted.length = 0
  await expect(read(stop.signal)).rejects.toBe(reason)
  expect(aborted).toEqual([true, true])
})

test('G-04 G-11 the way to the certificate and the end of a session are recognised', async () => {
  const head = (status: number, location: string) => ({ status, location, contentType: undefined, setCookies: [] })
  for (const [answer, isIt] of [
    [head(302, '/my.policy'), true],
    [head(302, '/vdesk/x'), true],
    [head(302, '/my.policy_nonce'), false],
    [head(302, '/x/my.policy'), false],
    [head(302, 'https://altundeva.localhost/my.policy'), false],
    [head(200, '/my.policy'), false],
  ] as const)
    expect([answer, leadsToCertificate(answer, START)]).toEqual([answer, isIt])
  const expired = new RecipisaError('gateway-session-expired')
  const unknown = new RecipisaError('outcome-unknown', { operation: 'x', problem: 'x' }, { cause: expired })
  const other = new RecipisaError('outcome-unknown', { operation: 'x', problem: 'x' }, { cause: new Error('x') })
  expect([expired, unknown, other, new Error('x', { cause: expired }), undefined].map(isSessionOver)).toEqual([
    ...[true, true, false, false, false],
  ])
  const { exit, log } = gatewayOn({ status: 302, location: '/vdesk/hangup.php3' })
  await exit()
  expect(log).toEqual(['/exit s=1'])
})
