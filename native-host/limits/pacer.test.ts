import { expect, test } from 'vitest'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { systemClock } from './clock.ts'
import { JITTER, PUBLIC_JITTER, spacingFor } from './pace.ts'
import { jumpingClock, ratesInMemory } from './pacer.fixture.ts'
import { createPacer, inLine } from './pacer.ts'
import { createPatience } from './patience.ts'

const never = new AbortController().signal

test('E-29 two processes share one pace', async () => {
  const clock = jumpingClock()
  const options = { rates: ratesInMemory(), scope: 'api', requestsPerMinute: 1000, jitter: JITTER, clock }
  const pacers = [createPacer(options), createPacer(options)]
  const start = clock.now()
  const sent: number[] = []
  const admissions = Array.from({ length: 300 }, async (_, n) => {
    await pacers[n % 2]?.admit(never)
    sent.push(clock.now())
  })
  await Promise.all(admissions)
  const perMinute = (sent.length / (clock.now() - start)) * 60_000
  expect(perMinute).toBeLessThan(1000)
  expect(perMinute).toBeGreaterThan(970)
})

test('E-29 a pause holds back callers who already had their turn', async () => {
  const clock = jumpingClock()
  const options = { rates: ratesInMemory(), scope: 'api', requestsPerMinute: 1000, jitter: JITTER, clock }
  const [one, other] = [createPacer(options), createPacer(options)]
  const start = clock.now()
  const sent: number[] = []
  const admissions = Array.from({ length: 20 }, async () => {
    await one.admit(never)
    sent.push(clock.now() - start)
    if (sent.length === 6) other.pause(start + 30_000)
  })
  await Promise.all(admissions)
  expect(sent.slice(6).every(at => at >= 30_000)).toBe(true)
  expect(one.pausedUntil()).toBe(start + 30_000)
})

test('missed turns are lost', async () => {
  const clock = jumpingClock()
  const pacer = createPacer({ rates: ratesInMemory(), scope: 'api', requestsPerMinute: 1000, jitter: JITTER, clock })
  const sent: number[] = []
  const admissions = Array.from({ length: 50 }, async () => {
    await pacer.admit(never)
    sent.push(clock.now())
    if (sent.length === 5) clock.advance(600_000)
  })
  await Promise.all(admissions)
  const woken = sent.filter(at => at - (sent[0] ?? 0) > 600_000)
  expect(new Set(woken).size).toBeGreaterThan(woken.length - 5)
})

test('waiting ends with the reason of the signal', async () => {
  const pacer = createPacer({
    rates: ratesInMemory(),
    scope: 'api',
    requestsPerMinute: 1,
    jitter: JITTER,
    clock: systemClock,
  })
  await pacer.admit(never)
  const controller = new AbortController()
  const waiting = pacer.admit(controller.signal)
  controller.abort(new RecipisaError('cancelled'))
  await expect(waiting).rejects.toMatchObject({ reason: 'cancelled' })
})

test('P-10 queued callers take turns in their order, and callers who give up waste no turns', async () => {
  const clock = jumpingClock()
  const jitter = PUBLIC_JITTER
  const pacer = inLine(createPacer({ rates: ratesInMemory(), scope: 'public', requestsPerMinute: 60, jitter, clock }))
  const spacing = spacingFor(60, jitter)
  const start = clock.now()
  const [left, sent]: [AbortController, [name: string, at: number][]] = [new AbortController(), []]
  const enter = async (name: string, signal = never) => {
    await pacer.admit(signal)
    sent.push([name, clock.now() - start])
  }
  const given = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => enter(name, left.signal))
  await given[0]
  left.abort(new RecipisaError('cancelled'))
  const after = [enter('x'), enter('y')]
  const outcomes = await Promise.allSettled(given)
  await Promise.all(after)
  expect(outcomes.slice(2).every(({ status }) => status === 'rejected')).toBe(true)
  expect(sent.map(([name]) => name)).toEqual(['a', ...sent.slice(1, -2).map(([name]) => name), 'x', 'y'])
  expect(sent.at(-1)?.[1]).toBeLessThanOrEqual(4 * spacing)
  const moments = sent.map(([, at]) => at)
  expect(moments.slice(1).every((at, n) => at - (moments[n] ?? 0) >= 1000)).toBe(true)
})

test('a pause beyond their patience ends the wait of all queued callers at once; they wait for the end of a shorter one', async () => {
  const clock = jumpingClock()
  const options = { rates: ratesInMemory(), scope: 'public', requestsPerMinute: 60, jitter: PUBLIC_JITTER, clock }
  const pacer = inLine(createPacer(options))
  const start = clock.now()
  pacer.pause(start + 60_000)
  const patience = (ms: number) => createPatience(ms, clock.now)
  const patient = [20_000, 59_000].map(ms => pacer.admit(never, patience(ms)))
  const refused = { until: start + 60_000 }
  expect([await Promise.all(patient), clock.now()]).toEqual([[refused, refused], start])
  expect(await pacer.admit(never, patience(60_000))).toBe('admitted')
  expect(clock.now()).toBeGreaterThanOrEqual(start + 60_000)
})
