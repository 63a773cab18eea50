import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { isCall, matchOf } from './calls.ts'
import { ELSEWHERE, type Fault } from './faults.ts'
import type { Ground, Machine } from './machine.ts'
import type { Filing, Operation, Use } from './operations/operation.ts'

/** Whether the fault strikes only the first call, or every one. */
export type Times = 'once' | 'always'

/** The outcome of one cell: the table's word, and the broken promises. */
export type Ended = { word: string; broken: string[] }

type Must = (holds: boolean, what: string) => void

/** States of a document that the authority has, and of one that never left. */
const FILED = ['processing', 'requested']
const UNSENT = ['not-sent', 'sending']
/** Longest total time of one operation's pauses, ms: a minute's patience and the pauses between tries. */
const MOST_SLEPT = 65_000
/** Longest time that one use may take in this process, ms. Every limit of the struck calls is below a second. */
const MOST_TIME = 60_000

/** Tries a cell, and again with more time where the machine was too slow for a call to arrive within its own. */
export async function tryCell(ground: Ground, operation: Operation, fault: Fault, times: Times): Promise<Ended> {
  for (let timeout = fault.timeout ?? 0; timeout < MOST_TIME; timeout *= 4) {
    const ended = await tryOnce(ground, operation, { ...fault, timeout }, times)
    if (ended !== 'too-late') return ended
  }
  return { word: 'TOO LATE', broken: [] }
}

/** Uses the operation under the fault, then inside the pause that the fault asked for, then with the fault gone. */
async function tryOnce(
  ground: Ground,
  operation: Operation,
  fault: Fault & { timeout: number },
  times: Times,
): Promise<Ended | 'too-late'> {
  const { journal, faults } = ground.desk.authority
  const isCertificate = operation.isCertificate ?? false
  const machine = await ground.machine({ ahead: fault.ahead ?? 0, isCertificate })
  const broken: string[] = []
  const must: Must = (holds, what) => {
    if (!holds) broken.push(what)
  }
  try {
    const use = await operation.begin(machine)
    const since = journal.last
    const left = machine.way.departures.length
    const strikes = fault.ahead === undefined ? strike(machine, operation, fault, times) : () => 0
    const ended = await endOf(async () => use)
    faults.clear()
    machine.way.detour = undefined

    const departures = machine.way.departures.slice(left)
    const struck = departures.filter(({ isStruck }) => isStruck).length
    if (fault.timeout > 0 && strikes() < struck) return 'too-late'
    if (fault.ahead === undefined) must(struck > 0, 'the fault struck nothing')
    const arrived = journal.entries.filter(({ n }) => n > since)
    must(arrived.length <= departures.length, `${arrived.length} requests arrived, ${departures.length} left`)
    must(!arrived.some(({ path }) => path === ELSEWHERE), 'a redirect to another host was followed')
    const slept = machine.clock.slept.reduce((sum, ms) => sum + ms, 0)
    must(slept <= MOST_SLEPT, `it waited for ${slept} ms`)
    const state = use.filing && stateOf(use.filing, ended, must)
    if (fault.pause !== undefined) await keepPause(machine, operation, fault.pause, must)

    const again = await endOf(() => operation.begin(machine))
    must(again === 'ok', `with the fault gone: ${again}`)
    const named = state === undefined || ended === 'ok' ? ended : `${state}: ${ended}`
    const own = departures.filter(({ url, method }) => isCall(operation.calls, method, url)).length
    return { word: own === 1 ? named : `${named} ×${own}`, broken }
  } finally {
    faults.clear()
    await machine.close()
  }
}

/** The state of a document's row, which must be true. */
function stateOf(filing: Filing, ended: string, must: Must): string {
  const state = filing.row()?.state ?? 'without a row'
  const taken = filing.taken()
  must(taken <= 1, `filed ${taken} times`)
  if (ended === 'ok') must(taken === 1 && FILED.includes(state), `it ended well as ${state}, filed ${taken} times`)
  if (UNSENT.includes(state)) must(taken === 0, `it is ${state}, and filed`)
  return state
}

/** Lets the fault strike from now on; returns the number of the authority's strikes. */
function strike(
  { ground, way }: Machine,
  operation: Operation,
  fault: Fault & { timeout: number },
  times: Times,
): () => number {
  const { desk, ports } = ground
  const { faults, port } = desk.authority
  const { calls } = operation
  const left = way.departures.length
  const scene = { operation, authorityPort: port }
  const effect = typeof fault.effect === 'function' ? fault.effect(scene) : fault.effect
  const rule = effect && faults.add({ match: matchOf(calls), times: times === 'once' ? 1 : 'always', effect })
  const led = () => way.departures.slice(left).filter(({ isStruck }) => isStruck).length
  const strikes = () => rule?.struck ?? led()
  way.detour = {
    ...{ calls, isOn: () => times === 'always' || strikes() === 0 },
    ...(fault.port ? { port: fault.port(ports) } : {}),
    ...(fault.timeout > 0 ? { timeout: fault.timeout } : {}),
  }
  return strikes
}

/** 'ok', the reason's id, or a forbidden outcome: another error, or no end. */
async function endOf(begin: () => Promise<Use>): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('NO END'), MOST_TIME)
  const work = begin()
    .then(use => use.work())
    .then(
      () => 'ok',
      (error: unknown) => (error instanceof RecipisaError ? error.reason : `NO REASON: ${error}`),
    )
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** No request leaves for that host within a pause: a new one waits for its end, or fails with the pause's reason. */
async function keepPause(machine: Machine, operation: Operation, pause: number, must: Must): Promise<void> {
  const { way, clock } = machine
  const struck = way.departures.findLast(({ isStruck }) => isStruck)
  if (!struck) return
  const isLong = pause > MOST_SLEPT
  const ended = await endOf(() => operation.begin(machine))
  must(ended === (isLong ? 'rate-limited' : 'ok'), `within a pause of ${pause} ms: ${ended}`)
  const { host } = struck.url
  for (const [index, departure] of way.departures.entries()) {
    const before = way.departures.slice(0, index).findLast(one => one.isStruck && one.url.host === host)
    if (before && departure.url.host === host)
      must(departure.at >= before.at + pause, `a request left ${departure.at - before.at} ms into a pause of ${pause}`)
  }
  if (isLong) await clock.sleep(pause, new AbortController().signal)
}
