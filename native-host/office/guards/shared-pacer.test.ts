import { expect, test } from 'vitest'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Clock } from '../../limits/clock.ts'
import { spacingFor } from '../../limits/pace.ts'
import { jumpingClock, ratesInMemory } from '../../limits/pacer.fixture.ts'
import { createPacer, type Pacer } from '../../limits/pacer.ts'
import { createPatience } from '../../limits/patience.ts'
import type { SharedPace } from '../coordination/pace.ts'
import { sharePacer } from './shared-pacer.ts'
import { createToldPauses, type ToldPauses } from './told-pauses.ts'

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
const ownPacer: Pacer = { admit: async () => 'admitted', pause: () => undefined, pausedUntil: () => 0 }

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

/** This machine's own pace at a host with a limit of 60 a minute. */
const ownPace = (clock: Clock): Pacer =>
  createPacer({ rates: ratesInMemory(), scope: 'h', requestsPerMinute: 60, jitter: 0, clock })

/** What the office has told the processes of one seat. */
const aSeat = (clock: Clock): ToldPauses => createToldPauses(ratesInMemory(), clock)

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
const refusing = (reason: 'office-unreachable' | 'office-sign-in') => async () => {
  throw new RecipisaError(reason, { host: 'server', problem: 'no answer' })
}

/** A pacer of a seat; its processes share `told`. */
function shared(clock: Clock, pace: SharedPace, { own = ownPacer, told = aSeat(clock) } = {}) {
  return sharePacer(own, { pace, told, host: 'api.localhost', spacing: SPACING, clock })
}

test('E-29 turns of two seats are different ones, whatever their clocks say, and one question gives several', async () => {
  const pace = aServer()
  const moments: number[] = []
  for (const skew of [0, 300_000]) {
    const clock = aClock(skew)
    const pacer = shared(clock, pace)
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
  const pacer = shared(clock, pace)
  await pacer.admit(never)
  await clock.sleep(60_000, never)
  await pacer.admit(never)
  expect(pace.asked).toBe(2)
})

test('turns from before the clock was set back are void, and hold nobody up', async () => {
  const pace = aServer()
  const clock = aClock(0)
  const pacer = shared(clock, pace)
  await pacer.admit(never)
  await clock.sleep(-600_000, never)
  const begun = clock.now()
  expect(await pacer.admit(never, createPatience(60_000, clock.now))).toBe('admitted')
  expect(clock.now() - begun).toBeLessThan(10_000)
})

test('a pause is for all, and without the office the own pace counts', async () => {
  const pace = aServer()
  const clock = aClock(0)
  const pacer = shared(clock, pace)
  pacer.pause(clock.now() + 5000)
  expect(pace.pauses).toEqual([5000])
  const away = refusing('office-unreachable')
  expect(await shared(clock, { take: away, pause: away }).admit(never)).toBe('admitted')
  expect(clock.now()).toBe(1_000_000)
})

test("E-29 a colleague's pause beyond a caller's patience is refused at once, and is this seat's, not this machine's", async () => {
  const clock = aClock(0)
  const begun = clock.now()
  const [own, told] = [aPausedPacer(), aSeat(clock)]
  // The server counts parts of a millisecond, and a moment of this program is a whole number.
  const pacer = shared(clock, aServer({ wait: 2999.7, paused: 2999.7 }), { own, told })
  expect(await pacer.admit(never, createPatience(0, clock.now))).toEqual({ until: begun + 3000 })
  expect(clock.now()).toBe(begun)
  const inAnotherProcess = shared(clock, aServer(), { told })
  expect([pacer.pausedUntil(), inAnotherProcess.pausedUntil()]).toEqual([begun + 3000, begun + 3000])
  expect(own.pausedUntil()).toBe(0)
})

test("E-29 whoever waits out a colleague's pause sends after it, also with turns from before and without the office", async () => {
  const clock = aClock(0)
  const begun = clock.now()
  const told = aSeat(clock)
  const pace = aServer()
  const early = shared(clock, pace, { told })
  await early.admit(never)
  const pacer = shared(clock, aServer({ wait: 3000, paused: 3000 }), { told })
  expect(await pacer.admit(never, createPatience(0, clock.now))).toEqual({ until: begun + 3000 })
  expect(await early.admit(never, createPatience(0, clock.now))).toEqual({ until: begun + 3000 })
  const away = refusing('office-unreachable')
  const alone = shared(clock, { take: away, pause: away }, { told })
  expect(await alone.admit(never, createPatience(3000, clock.now))).toBe('admitted')
  expect(clock.now()).toBe(begun + 3000)
  expect(await early.admit(never)).toBe('admitted')
  // The turns that it had were void by then.
  expect(pace.asked).toBe(2)
})

test("E-29 whoever waited out a colleague's pause without the office keeps this machine's own pace after it", async () => {
  const clock = jumpingClock()
  const told = aSeat(clock)
  told.tell('api.localhost', clock.now() + 60_000)
  const away = refusing('office-unreachable')
  const pacer = shared(clock, { take: away, pause: away }, { own: ownPace(clock), told })
  const moments: number[] = []
  const waiting = Array.from({ length: 5 }, async () => {
    await pacer.admit(never)
    moments.push(Math.round((clock.now() - 1_060_000) / spacingFor(60, 0)))
  })
  await Promise.all(waiting)
  expect(moments).toEqual([0, 1, 2, 3, 4])
})

test("E-29 all who waited out a colleague's pause go one after the other from its end, and no turn is lost", async () => {
  const clock = jumpingClock()
  const [spacing, end] = [spacingFor(60, 0), clock.now() + 60_000]
  let next = end
  const take: SharedPace['take'] = async (_host, _spacing, turns) => {
    const begins = Math.max(next, clock.now())
    next = begins + turns * spacing
    return { wait: begins - clock.now(), paused: Math.max(0, end - clock.now()) }
  }
  const options = { told: aSeat(clock), host: 'api.localhost', spacing, clock }
  options.told.tell('api.localhost', end)
  const pacer = sharePacer(ownPace(clock), { pace: { take, pause: async () => undefined }, ...options })
  const moments: number[] = []
  const waiting = Array.from({ length: 16 }, async () => {
    await pacer.admit(never)
    moments.push(Math.round((clock.now() - end) / spacing))
  })
  await Promise.all(waiting)
  expect(moments).toEqual(Array.from({ length: 16 }, (_, at) => at))
})

test("E-29 whoever has no patience for a colleague's pause waits for no turn of this machine either", async () => {
  const clock = aClock(0)
  const begun = clock.now()
  const pacer = shared(clock, aServer({ wait: 3_600_000, paused: 3_600_000 }), { own: ownPace(clock) })
  for (let n = 0; n < 5; n++)
    expect(await pacer.admit(never, createPatience(20_000, clock.now))).toEqual({ until: begun + 3_600_000 })
  expect(clock.now()).toBe(begun)
})

test('E-29 a seat that the office does not know any more waits for no colleague', async () => {
  const clock = aClock(0)
  const begun = clock.now()
  const [own, told] = [aPausedPacer(), aSeat(clock)]
  const before = shared(clock, aServer({ wait: 3_600_000, paused: 3_600_000 }), { own, told })
  expect(await before.admit(never, createPatience(0, clock.now))).toEqual({ until: begun + 3_600_000 })
  const ended = refusing('office-sign-in')
  const pacer = shared(clock, { take: ended, pause: ended }, { own, told })
  expect(await pacer.admit(never)).toBe('admitted')
  expect([clock.now(), pacer.pausedUntil()]).toEqual([begun, 0])
})

test('E-29 a queue of the seats is no pause: whoever has no patience for it leaves the turn to the next caller', async () => {
  const clock = aClock(0)
  const begun = clock.now()
  const own = aPausedPacer()
  const pace = aServer({ wait: 60_000 })
  const pacer = shared(clock, pace, { own })
  for (let n = 0; n < 20; n++)
    expect(await pacer.admit(never, createPatience(20_000, clock.now))).toEqual({ until: begun + 60_000 })
  expect([clock.now(), pacer.pausedUntil(), own.pausedUntil(), pace.asked]).toEqual([begun, 0, 0, 1])
  expect(await pacer.admit(never, createPatience(60_000, clock.now))).toBe('admitted')
  expect([clock.now(), pace.asked]).toEqual([begun + 60_000, 1])
  // A short one costs no patience.
  const busy = shared(clock, aServer({ wait: 3000 }), { own })
  expect(await busy.admit(never, createPatience(0, clock.now))).toBe('admitted')
})
