import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { PORTAL_INACTIVITY } from '../../shared/pages/portal-pages.ts'
import type { SessionCookie } from '../../shared/protocol/session.ts'
import type { GatewayCookies } from '../authority/wire/gateway.ts'
import type { SecretName, Secrets } from '../secrets/secrets.ts'
import { createGatewaySession } from './gateway-session.ts'

const MINUTE = 60_000
const START = 'https://portal.localhost/WAS6DUS/'
const never = new AbortController().signal

let now: number
let vault: Map<SecretName, string>
let told: string[]
let warnings: string[]
let isLocked: boolean
/** Asks a person, as a locked store does; resolves with the answer. */
let ask: () => Promise<void>
beforeEach(() => {
  now = Date.UTC(2026, 10, 22, 9)
  vault = new Map()
  told = []
  warnings = []
  isLocked = false
  ask = async () => undefined
})
afterEach(() => void vi.useRealTimers())

const cookie = (name: string, value: string): SessionCookie => ({
  name,
  value,
  domain: 'portal.localhost',
  path: '/',
  secure: true,
  httpOnly: true,
  expires: null,
})

/** A process of this user, in front of a portal that accepts every cookie. */
function session() {
  const secrets: Secrets = {
    keptIn: 'owner-only-file',
    get: async name => vault.get(name),
    async set(name, value) {
      await ask()
      if (isLocked) throw new RecipisaError('secret-store', { problem: 'locked' })
      vault.set(name, value)
    },
    delete: async name => void vault.delete(name),
  }
  let last: Promise<unknown> = Promise.resolve()
  return createGatewaySession({
    service: {
      name: 'portal',
      startUrl: START,
      inactivity: PORTAL_INACTIVITY,
      hello: async () => undefined,
      exit: async () => undefined,
    },
    secrets,
    locks: {
      withLock(_name, _signal, work) {
        const turn = last.then(work)
        last = turn.catch(() => undefined)
        return turn
      },
    },
    now: () => now,
    onSecret: value => told.push(value),
    log: { warn: event => warnings.push(event) },
  })
}

test('G-08 the redactor learns every cookie: as it comes, as it is read again, and as the gateway rewrites it', async () => {
  await session().import([cookie('MRHSession', 'first-value'), cookie('JSESSIONID', 'of-the-application')], never)
  expect(told).toEqual(expect.arrayContaining(['first-value', 'of-the-application']))
  told.length = 0
  const rewrite = async ({ jar, keep }: GatewayCookies) => {
    // Another process knows none until it has read them.
    expect(told).toEqual(expect.arrayContaining(['first-value', 'of-the-application']))
    await jar.setCookie('MRHSession=second-value; path=/; secure', START)
    await keep()
    expect(told).toContain('second-value')
  }
  await session().use(rewrite, never)
})

test('G-10 the portal’s session ends ten minutes after its last call: no call is made with it then', async () => {
  expect(PORTAL_INACTIVITY).toBe(10 * MINUTE)
  const { import: take, use, status } = session()
  await take([cookie('MRHSession', 'first-value')], never)
  const calls: number[] = []
  const call = () => use(async () => void calls.push(now), never)
  now += 10 * MINUTE - 1
  expect(await status()).toMatchObject({ state: 'active', expiresAt: now + 1 })
  await call()
  now += 10 * MINUTE - 1
  await call()
  expect(await status()).toMatchObject({ state: 'active', expiresAt: now + 10 * MINUTE })
  now += 10 * MINUTE
  expect(await status()).toMatchObject({ state: 'expired', expiresAt: null })
  await expect(call()).rejects.toMatchObject({ reason: 'gateway-session-expired' })
  expect(calls).toHaveLength(2)
})

test('D-03 what a call has filed, or why it failed, is told even if the session cannot be stored', async () => {
  const { import: take, use } = session()
  await take([cookie('MRHSession', 'first-value')], never)
  const filed = async () => {
    isLocked = true
    return '1234567'
  }
  expect(await use(filed, never)).toBe('1234567')
  isLocked = false
  const expired = new RecipisaError('gateway-session-expired')
  const failed = async () => {
    isLocked = true
    throw expired
  }
  await expect(use(failed, never)).rejects.toBe(expired)
  expect(warnings).toEqual(['session-not-kept', 'session-not-kept'])
})

test('G-03 cookies that cannot be stored stop a page on its way, and the log names the reason', async () => {
  const { import: take, use } = session()
  await take([cookie('MRHSession', 'first-value')], never)
  const read = ({ keep }: GatewayCookies) => {
    isLocked = true
    return keep()
  }
  await expect(use(read, never)).rejects.toMatchObject({ reason: 'secret-store' })
  expect(warnings).toEqual(['session-not-kept'])
})

/** Lets the store ask a person from now on. `asked` resolves with its first question; `answer` is the person's. */
function asking() {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  ask = () => {
    count++
    asked.resolve()
    return answered.promise
  }
  return { asked: asked.promise, questions: () => count, answer: answered.resolve }
}

test('D-03 G-03 an outcome does not wait long for a store that asks a person; the next call does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { import: take, use, settled } = session()
  await take([cookie('MRHSession', 'first-value')], never)
  const { asked, answer } = asking()
  const filing = use(async ({ jar, keep }) => {
    await jar.setCookie('MRHSession=second-value; path=/; secure', START)
    void keep()
    return '1234567'
  }, never)
  await asked
  await vi.advanceTimersByTimeAsync(5000)
  expect(await filing).toBe('1234567')
  const next = use(({ jar }) => jar.getCookieString(START), never)
  const events: string[] = []
  const ended = settled().then(() => events.push('settled'))
  await vi.advanceTimersByTimeAsync(60_000)
  events.push('answered')
  answer()
  expect(await next).toBe('MRHSession=second-value')
  await ended
  expect(events).toEqual(['answered', 'settled'])
})

test('D-03 a failure does not wait long for such a store either, and the older session is stored first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { import: take, use, settled, status } = session()
  await take([cookie('MRHSession', 'first-value')], never)
  const { asked, questions, answer } = asking()
  const expired = new RecipisaError('gateway-session-expired')
  const failing = use(async ({ keep }) => {
    void keep()
    throw expired
  }, never)
  const failed = expect(failing).rejects.toBe(expired)
  await asked
  await vi.advanceTimersByTimeAsync(5000)
  await failed
  expect(questions()).toBe(1)
  answer()
  await settled()
  expect(await status()).toMatchObject({ state: 'expired' })
  expect(vi.getTimerCount()).toBe(0)
})
