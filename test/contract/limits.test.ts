import { afterEach, expect, test } from 'vitest'
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
const span = () => (entries().at(-1)?.at ?? 0) - (entries()[0]?.at ?? 0)

test('E-29 two processes use 95 % of the limit at least and never pass it', async () => {
  // The documented limit in a window that is six times as short, and a third of it.
  const limits = { requestsPerMinute: 300, windowMs: 10_000 }
  desk = await openDesk({ world, limits, answerDelayMs: 300 })
  const processes = [await desk.wire(), await desk.wire()]
  for (const wire of processes) await desk.signIn(wire)
  const count = 400
  let left = count
  const lane = async (n: number) => {
    for (; left > 0; ) {
      left--
      await processes[n % 2]?.eInvoicing.hello(never)
    }
  }
  await Promise.all(Array.from({ length: 40 }, (_, n) => lane(n)))
  expect(entries()).toHaveLength(count)
  expect(entries().every(({ status }) => status === 200)).toBe(true)
  const perWindow = (count / span()) * limits.windowMs
  expect(perWindow / limits.requestsPerMinute).toBeGreaterThan(0.95)
})

test('E-29 a 429 pauses every process for as long as it says, and nothing is lost', async () => {
  desk = await openDesk({ world, limits: { requestsPerMinute: 1200 } })
  const [one, other] = [await desk.wire(), await desk.wire()]
  await desk.signIn(one)
  const { faults, journal } = desk.authority
  faults.add({ match: { path: '/hello' }, nth: 5, effect: { kind: 'status', status: 429, retryAfterSeconds: 2 } })
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).eInvoicing.hello(never)))
  const [refused, ...more] = journal.find({ status: 429 })
  expect(more).toEqual([])
  expect(entries().filter(({ status }) => status === 200)).toHaveLength(20)
  const since = entries().map(({ at }) => at - (refused?.endedAt ?? 0))
  // What had left before the answer was there is on its way; everything else waits.
  expect(since.filter(ms => ms > 100 && ms < 1_900)).toEqual([])
  expect(since.filter(ms => ms >= 1_900).length).toBeGreaterThanOrEqual(14)
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
