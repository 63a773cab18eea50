import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Clock } from '../../limits/clock.ts'
import type { Pacer } from '../../limits/pacer.ts'
import { createPatience } from '../../limits/patience.ts'
import { sharePacer } from './shared-pacer.ts'

const never = new AbortController().signal
const SPACING = 100

/** A machine whose clock is `skew` ms off, and whose waits take no real time. */
function aClock(skew: number): Clock {
  let now = 1_000_000 + skew
  return {
    now: () => now,
    async sleep(ms) {
      now += ms
    },
  }
}
const ownPacer: Pacer = { admit: async () => true, pause: () => undefined, pausedUntil: () => 0 }

/** A pacer of this machine that remembers its pause, which does not hold it up. */
function aPausedPacer(): Pacer {
  let pausedUntil = 0
  return {
    ...ownPacer,
    pause(until) {
      pausedUntil = Math.max(pausedUntil, until)
    },
    pausedUntil: () => pausedUntil,
  }
}

/** Turns of all seats on the server's own clock; `asked` counts the queries. */
function aServer({ wait: next = 0, paused = 0 } = {}) {
  const server = {
    asked: 0,
    pauses: [] as number[],
    take: async (_host: string, spacing: number, turns: number) => {
      server.asked++
      const begins = next
      next += spacing * turns
      return { wait: begins, paused }
    },
    pause: async (_host: string, ms: number) => void server.pauses.push(ms),
  }
  return server
}

test('E-29 turns of two seats are different ones, whatever their clocks say, and one question gives several', async () => {
  const pace = aServer()
  const moments: number[] = []
  for (const skew of [0, 300_000]) {
    const clock = aClock(skew)
    const pacer = sharePacer(ownPacer, { pace, host: 'api.localhost', spacing: SPACING, clock })
    for (let n = 0; n < 8; n++) {
      await pacer.admit(never)
      moments.push(clock.now() - skew - 1_000_000)
    }
  }
  expect(moments).toEqual(Array.from({ length: 16 }, (_, at) => at * SPACING))
  expect(pace.asked).toBe(2)
})

test('turns that a seat slept through are void', async () => {
  const pace = aServer()
  const clock = aClock(0)
  const pacer = sharePacer(ownPacer, { pace, host: 'api.localhost', spacing: SPACING, clock })
  await pacer.admit(never)
  await clock.sleep(60_000, never)
  await pacer.admit(never)
  expect(pace.asked).toBe(2)
})

test('a pause is for all, and without the office the own pace counts', async () => {
  const pace = aServer()
  const clock = aClock(0)
  const pacer = sharePacer(ownPacer, { pace, host: 'api.localhost', spacing: SPACING, clock })
  pacer.pause(clock.now() + 5000)
  expect(pace.pauses).toEqual([5000])
  const away = async () => {
    throw new RecipisaError('office-unreachable', { host: 'server', problem: 'no answer' })
  }
  const alone = sharePacer(ownPacer, { pace: { take: away, pause: away }, host: 'h', spacing: SPACING, clock })
  expect(await alone.admit(never)).toBe(true)
})

test.each([
  ['a pause', { wait: 3000, paused: 3000 }],
  ['a queue of an hour', { wait: 3_600_000, paused: 0 }],
])(
  "E-29 %s among the seats beyond a caller's patience is refused at once, and shows until when",
  async (_name, ahead) => {
    const clock = aClock(0)
    const begun = clock.now()
    const own = aPausedPacer()
    const pacer = sharePacer(own, { pace: aServer(ahead), host: 'h', spacing: SPACING, clock })
    expect(await pacer.admit(never, createPatience(0, clock.now))).toBe(false)
    expect(clock.now()).toBe(begun)
    expect(pacer.pausedUntil()).toBe(begun + ahead.wait)
  },
)

test("E-29 whoever waits out a colleague's pause shows it as this machine's own; turns among the seats are none", async () => {
  const clock = aClock(0)
  const begun = clock.now()
  const paused = sharePacer(aPausedPacer(), {
    ...{ pace: aServer({ wait: 3000, paused: 3000 }), host: 'h', spacing: SPACING, clock },
  })
  expect(await paused.admit(never, createPatience(3000, clock.now))).toBe(true)
  expect([clock.now(), paused.pausedUntil()]).toEqual([begun + 3000, begun + 3000])
  const busy = sharePacer(aPausedPacer(), { pace: aServer({ wait: 3000 }), host: 'h', spacing: SPACING, clock })
  expect(await busy.admit(never, createPatience(0, clock.now))).toBe(true)
  expect(busy.pausedUntil()).toBe(0)
})
