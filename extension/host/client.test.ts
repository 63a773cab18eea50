import { expect, test } from 'vitest'
import { describeReason } from '../../shared/errors/describe-reason.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { SyncProgress } from '../../shared/protocol/jobs.ts'
import { connectHost } from './client.ts'
import { describeFailure } from './describe-failure.ts'
import { inMemoryHost } from './port.fixture.ts'

const AUTHORIZE = {
  authorizeUrl: 'https://authority.localhost/authorize',
  redirectUri: 'https://localhost:8443/callback',
}

function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it should have failed'),
    error => error,
  )
}

test('a request gets the result with its id, whatever order the answers come in', async () => {
  const host = inMemoryHost()
  const client = connectHost(host.open)
  const first = client.request('auth.begin', {})
  const second = client.request('jobs.latest', {})
  await expect.poll(() => host.received.length).toBe(2)
  host.say({ id: 2, result: { job: null } })
  host.say({ id: 1, result: AUTHORIZE })
  expect(await second).toEqual({ job: null })
  expect(await first).toEqual(AUTHORIZE)
})

test('progress reaches the caller in order and validated', async () => {
  const host = inMemoryHost()
  const client = connectHost(host.open)
  const seen: number[] = []
  const result = client.request('jobs.follow', { id: 7 }, { onProgress: ({ done }) => seen.push(done) })
  await expect.poll(() => host.received.length).toBe(1)
  const progress: SyncProgress = { phase: 'downloading', companiesListed: 2, companies: 2, total: 9, done: 1 }
  host.say({ id: 1, progress })
  host.say({ id: 1, progress: { ...progress, done: 2 } })
  host.say({ id: 1, progress: { ...progress, done: 'three' } })
  expect(await failureOf(result)).toMatchObject({ reason: 'frame-invalid' })
  expect(seen).toEqual([1, 2])
})

test('a result of the wrong shape is an error, not a value', async () => {
  const host = inMemoryHost({ 'auth.begin': () => ({ authorizeUrl: 5 }) })
  const error = await failureOf(connectHost(host.open).request('auth.begin', {}))
  expect(error).toMatchObject({ reason: 'frame-invalid' })
})

test('a failure of the host keeps its code, reason and params', async () => {
  const body = { code: 'invalid-input', message: 'x', details: { reason: 'cui-invalid', params: { value: 'abc' } } }
  const host = inMemoryHost({
    'companies.add': () => {
      throw body
    },
  })
  expect(await failureOf(connectHost(host.open).request('companies.add', { cui: 'abc' }))).toMatchObject({ body })
})

test('aborting sends a cancel and waits for how the host ends the request', async () => {
  const host = inMemoryHost()
  const aborter = new AbortController()
  const result = connectHost(host.open).request('invoices.sync', {}, { signal: aborter.signal })
  await expect.poll(() => host.received.length).toBe(1)
  aborter.abort()
  expect(host.received.at(-1)).toEqual({ cancel: 1 })
  host.say({ id: 1, error: { code: 'cancelled', message: 'stopped' } })
  expect(await failureOf(result)).toMatchObject({ body: { code: 'cancelled' } })
})

test('a port that ends before the hello means that the host is missing', async () => {
  const host = inMemoryHost({}, null)
  const result = connectHost(host.open).request('auth.status', {})
  host.hangUp('Specified native messaging host not found.')
  expect(await failureOf(result)).toMatchObject({ reason: 'host-missing' })
})

test('a lost host fails open requests, and the next request starts it again', async () => {
  const host = inMemoryHost({ 'jobs.latest': () => ({ job: null }) })
  const client = connectHost(host.open)
  const result = client.request('auth.begin', {})
  await expect.poll(() => host.received.length).toBe(1)
  host.hangUp('Native host has exited.')
  expect(await failureOf(result)).toMatchObject({ reason: 'host-lost' })
  expect(await client.request('jobs.latest', {})).toEqual({ job: null })
  expect(host.opened).toBe(2)
})

test.each([
  ['0.9', 'version-host-old', 'Update the host.'],
  ['2.0', 'version-extension-old', 'Update the extension on the browser'],
  ['nonsense', 'version-host-old', 'Update the host.'],
] as const)(
  'H-04 protocol %s of the host gives %s, with both versions and the side to update',
  async (protocol, reason, advice) => {
    const host = inMemoryHost({}, { event: 'hello', params: { version: '7.8.9', protocol, capabilities: [] } })
    const error = await failureOf(connectHost(host.open).request('auth.status', {}))
    expect(error).toBeInstanceOf(RecipisaError)
    if (!(error instanceof RecipisaError)) return
    expect(error.reason).toBe(reason)
    const { text } = describeReason(error.reason, error.params, 'en')
    expect(text).toContain('7.8.9')
    expect(text).toContain('0.1.0')
    expect(text).toContain(advice)
    expect(host.closed).toBe(1)
  },
)

test('H-04 with a host of another minor version, only what it does not know or says otherwise fails, in words', async () => {
  const hello = { event: 'hello', params: { version: '0.0.9', protocol: '1.0', capabilities: ['new'] } }
  const host = inMemoryHost(
    {
      'jobs.latest': () => ({ job: null, added: 'later' }),
      'auth.begin': () => ({ authorizeUrl: 'https://x/' }),
      'limits.get': () => {
        throw {
          code: 'invalid-input',
          message: 'x',
          details: { reason: 'method-unknown', params: { method: 'limits.get' } },
        }
      },
      'auth.test': () => {
        throw { code: 'a-code-of-tomorrow', message: 'The words of a newer host.' }
      },
    },
    hello,
  )
  const client = connectHost(host.open)
  expect(await client.request('jobs.latest', {})).toEqual({ job: null })
  const words = async (method: 'auth.begin' | 'limits.get' | 'auth.test') =>
    describeFailure(await failureOf(client.request(method, {})), 'en').what
  expect(await words('auth.begin')).toContain('0.0.9')
  expect(await words('limits.get')).toContain('does not have this feature yet (limits.get)')
  expect(await words('auth.test')).toBe('The words of a newer host.')
  expect(host.opened).toBe(1)
})

test('closing cancels open requests and closes the port', async () => {
  const host = inMemoryHost()
  const client = connectHost(host.open)
  const result = client.request('auth.begin', {})
  await expect.poll(() => host.received.length).toBe(1)
  client.close()
  expect(await failureOf(result)).toMatchObject({ reason: 'cancelled' })
  expect(host.closed).toBe(1)
})
