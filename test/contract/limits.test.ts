import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../authority/world/world.ts'
import { type Desk, failureOf, hastyClock, never, openDesk } from './support/wire.ts'

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
  // From the moment at which the refusal was written down.
  const begun = sent.map(at => at - (pausedUntil - 2000))
  expect(begun.filter(ms => ms > 0 && ms < 2000)).toEqual([])
  expect(begun.filter(ms => ms >= 2000).length).toBeGreaterThanOrEqual(12)
})

test('E-29 an authority that goes on refusing is told of, with the seconds', async () => {
  desk = await openDesk({ world })
  const wire = await desk.wire({ clock: hastyClock() })
  await desk.signIn(wire)
  const { faults } = desk.authority
  faults.add({ match: { path: '/hello' }, times: 'always', effect: { kind: 'status', status: 429 } })
  expect(await failureOf(wire.eInvoicing.hello(never))).toMatchObject({
    reason: 'rate-limited',
    params: { seconds: 60 },
  })
  expect(entries()).toHaveLength(6)
})

test('E-29 a pause outlives the process that was told to make it', async () => {
  desk = await openDesk({ world })
  const first = await desk.wire()
  await desk.signIn(first)
  const { faults } = desk.authority
  faults.add({ match: { path: '/hello' }, effect: { kind: 'status', status: 429, retryAfterSeconds: 600 } })
  const leaving = new AbortController()
  const call = first.eInvoicing.hello(leaving.signal).catch(() => undefined)
  await desk.authority.journal.waitFor({ path: '/hello', status: 429, completed: true })
  const before = entries().length
  const clock = hastyClock()
  const second = await desk.wire({ clock })
  await second.eInvoicing.hello(never)
  expect(entries()).toHaveLength(before + 1)
  expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(590_000)
  leaving.abort()
  await call
})
