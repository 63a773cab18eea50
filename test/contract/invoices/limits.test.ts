import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { CookieJar } from 'tough-cookie'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import { createWorld } from '../../authority/world/world.ts'
import { type Desk, failureOf, hastyClock, never, openDesk } from '../support/wire.ts'

let desk: Desk
afterEach(() => desk.close())

const CUI = '14399840'
const world = (now: () => number) => {
  const made = createWorld({ now })
  made.addCompany(CUI, 'Firma SRL')
  return made
}
const entries = () => desk.authority.journal.find({ host: 'api.localhost' })

test('E-29 a 429 pauses every process for as long as it says, and nothing is lost', async () => {
  desk = await openDesk({ world, limits: { requestsPerMinute: 1200 } })
  const [one, other] = [await desk.wire(), await desk.wire()]
  await desk.signIn(one)
  const sent: number[] = []
  const note = () => sent.push(Date.now())
  subscribe('undici:request:create', note)
  onTestFinished(() => void unsubscribe('undici:request:create', note))
  const { faults, journal } = desk.authority
  faults.add({ match: { path: '/hello' }, nth: 5, effect: { kind: 'status', status: 429, retryAfterSeconds: 2 } })
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).eInvoicing.hello(never)))
  expect(journal.find({ status: 429 })).toHaveLength(1)
  expect(entries().filter(({ status }) => status === 200)).toHaveLength(20)
  const { pausedUntil } = one.archive.rates.update(new URL(one.profile.baseUrl).host, state => ({
    state,
    answer: state,
  }))
  // From the moment at which the refusal was recorded.
  const begun = sent.map(at => at - (pausedUntil - 2000))
  expect(begun.filter(ms => ms > 0 && ms < 2000)).toEqual([])
  // At least the refused one again; how many others had not left before the refusal depends on the machine.
  expect(begun.filter(ms => ms >= 2000)).not.toEqual([])
})

test('E-29 without a usable Retry-After a command waits a minute in all, then says until when', async () => {
  for (const retryAfter of [undefined, '', 'soon', '-5', '1e9', 'Fri, 99 Nov 2026']) {
    desk = await openDesk({ world })
    const clock = hastyClock()
    const wire = await desk.wire({ clock })
    await desk.signIn(wire)
    refuse(retryAfter)
    const failure = await failureOf(wire.eInvoicing.hello(never))
    expect(failure).toMatchObject({ reason: 'rate-limited', code: 'rate-limited', params: { seconds: 60 } })
    expect(failure.params.until).toBeGreaterThan(clock.now())
    expect(waited(clock)).toBeLessThan(61_000)
    expect(entries()).toHaveLength(2)
    await desk.close()
  }
  desk = await openDesk({ world })
})

/** Refuses every call of the API this way. */
function refuse(retryAfter: string | undefined, host = 'api.localhost') {
  const headers = retryAfter === undefined ? {} : { headers: { 'Retry-After': retryAfter } }
  return desk.authority.faults.add({
    match: { host },
    times: 'always',
    effect: { kind: 'status', status: 429, ...headers },
  })
}
const waited = ({ slept }: { slept: readonly number[] }) => slept.reduce((sum, ms) => sum + ms, 0)

const HOUR = 3_600_000
const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString()
const LONG: [string, () => string, number][] = [
  ['a quarter of an hour and a second', () => '901', 901_000],
  ['hours, in seconds', () => '18000', 5 * HOUR],
  ['hours, as a date', () => dateIn(5 * HOUR), 5 * HOUR],
  ['a day', () => '86400', 24 * HOUR],
  ['a month, which is taken for a day', () => dateIn(720 * HOUR), 24 * HOUR],
]
for (const [name, retryAfter, pause] of LONG)
  test(`E-29 a Retry-After of ${name} is honoured: nobody calls before, other hosts are asked, and restarts change nothing`, async () => {
    desk = await openDesk({ world, environment: 'prod' })
    const clock = hastyClock()
    const wire = await desk.wire({ clock })
    await desk.signIn(wire)
    const fault = refuse(retryAfter())
    const failure = await failureOf(wire.eInvoicing.hello(never))
    expect(failure).toMatchObject({ code: 'rate-limited' })
    expect(Number(failure.params.until) - clock.now()).toBeGreaterThan(pause - 30_000)
    expect(Number(failure.params.until) - clock.now()).toBeLessThan(pause + 30_000)
    expect(toErrorBody(failure).message).toMatch(/after \d\d\/\d\d\/\d{4}, \d\d:\d\d/)
    expect([entries().length, waited(clock)]).toEqual([1, 0])
    fault.remove()
    const other = await desk.wire({ clock })
    for (const { eInvoicing, checks } of [wire, other]) {
      expect(await failureOf(eInvoicing.listWindow({ cui: CUI }, never))).toMatchObject({ code: 'rate-limited' })
      expect(await failureOf(checks.validate(new Uint8Array(), never))).toMatchObject({ code: 'rate-limited' })
    }
    expect(entries()).toHaveLength(1)
    expect(await other.registers.statement({ cui: CUI, year: 2025 }, never)).toMatchObject({ year: 2025 })
    await clock.sleep(pause - 120_000, never)
    expect(await failureOf(other.eInvoicing.hello(never))).toMatchObject({ code: 'rate-limited' })
    await clock.sleep(120_000, never)
    await other.eInvoicing.hello(never)
    expect(entries()).toHaveLength(2)
  })

test('E-29 the login and the services behind the gateway are left alone too when they ask for it', async () => {
  desk = await openDesk({ world })
  const clock = hastyClock()
  const wire = await desk.wire({ clock })
  await desk.signIn(wire)
  const login = new URL(wire.profile.authUrl).hostname
  refuse('7200', login)
  const asked = () => desk.authority.journal.count({ host: login, method: 'POST' })
  for (const { tokens } of [wire, await desk.wire({ clock })])
    expect(await failureOf(tokens.refresh(never))).toMatchObject({ code: 'rate-limited' })
  expect(asked()).toBe(1)
  const spv = new URL(wire.profile.spvUrl).hostname
  refuse('7200', spv)
  const cookies = { jar: new CookieJar(), keep: async () => undefined }
  const before = desk.authority.journal.count({ host: spv })
  for (let n = 0; n < 3; n++)
    expect(await failureOf(wire.spv.list({ days: 1 }, cookies, never))).toMatchObject({ code: 'rate-limited' })
  expect(desk.authority.journal.count({ host: spv }) - before).toBe(1)
  await wire.eInvoicing.hello(never)
})

test('E-29 a pause outlives the process that received it', async () => {
  desk = await openDesk({ world })
  const first = await desk.wire()
  await desk.signIn(first)
  const { faults } = desk.authority
  faults.add({ match: { path: '/hello' }, effect: { kind: 'status', status: 429, retryAfterSeconds: 50 } })
  const leaving = new AbortController()
  const call = first.eInvoicing.hello(leaving.signal).catch(() => undefined)
  await desk.authority.journal.waitFor({ path: '/hello', status: 429, completed: true })
  const before = entries().length
  const clock = hastyClock()
  const second = await desk.wire({ clock })
  await second.eInvoicing.hello(never)
  expect(entries()).toHaveLength(before + 1)
  expect(waited(clock)).toBeGreaterThan(45_000)
  leaving.abort()
  await call
})
