import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inventCompany } from '../authority/world/companies.ts'
import { createAuthorityModel, profileOf } from './authority/model.ts'
import { Machine } from './machine/machine.ts'
import { Network } from './network.ts'
import { Office } from './office.ts'
import { judge } from './oracle.ts'
import { type Plan, planOf } from './plan.ts'
import type { Given, Program } from './program/bundle.ts'
import { randomOf } from './seed.ts'

export type Outcome = {
  seed: number
  /** What the oracle found broken, a sentence each; empty for a run in which every promise held. */
  broken: readonly string[]
  /** SHA-256 of everything that happened. */
  hash: string
  trace: readonly string[]
  log: readonly string[]
  /** Requests, disk steps, deaths and processes. */
  counts: { requests: number; steps: number; deaths: number; events: number }
}

/** When the plan's troubles are over, ms: what is left to do then has to end well. */
const TROUBLE_ENDS = 90_000

/** A place to run plans in. */
export type Simulator = {
  /** Runs what a plan says, and has the oracle judge it. */
  run(plan: Plan): Promise<Outcome>
  /** Leaves nothing behind. */
  close(): void
}

/** Opens an empty data folder once, so that no run has to make its schema. */
export async function createSimulator(compiled: (given: Given) => Program): Promise<Simulator> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-simulation-'))
  const template = join(folder, 'template')
  mkdirSync(template)
  await runIn(template, { ...planOf(0), companies: 0, deeds: [], faults: [], crashes: [] }, compiled)
  let runs = 0
  return {
    async run(plan) {
      const root = join(folder, `run-${++runs}`)
      mkdirSync(root)
      try {
        cpSync(join(template, 'data'), join(root, 'data'), { recursive: true })
        return await runIn(root, plan, compiled)
      } finally {
        rmSync(root, { recursive: true, force: true })
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function runIn(root: string, plan: Plan, compiled: (given: Given) => Program): Promise<Outcome> {
  const { seed, wall, tellsBirths } = plan
  const crashes = new Map(plan.crashes.map(crash => [crash.step, crash]))
  const machine = new Machine({ seed, root, wall, compiled, crashes, tellsBirths })
  const { timeline } = machine
  const authorityNow = () => Math.floor(wall + timeline.now)
  const authority = await createAuthorityModel(authorityNow, () => timeline.now)
  Object.assign(authority.pace, plan.pace)
  const random = randomOf(seed, 'world')
  const taken = new Set<string>()
  const companies = Array.from({ length: plan.companies }, () => inventCompany(random, taken))
  for (const { cui, name } of companies) authority.world.addCompany(cui, name)
  const partner = inventCompany(random, taken).cui
  const addInvoice = (cui: string, isSent: boolean, age: number) => {
    const uploadedAt = authorityNow() - age
    const parties = isSent ? { seller: cui, buyer: partner } : { seller: partner, buyer: cui }
    authority.world.addInvoice({ ...parties, uploadedAt, outcome: random.next() < 0.1 ? 'nok' : 'ok' })
  }
  for (const { cui } of companies)
    for (let n = 0; n < plan.invoices; n++) addInvoice(cui, random.next() < 0.5, random.between(1, 30 * 24) * 3_600_000)
  const faults = new Map(plan.faults.map(fault => [fault.request, fault]))
  const network = new Network({ authority, random: randomOf(seed, 'network'), faults, authorityNow })

  mkdirSync(machine.dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(machine.dataDir, 'profile.json'), JSON.stringify(profileOf(plan.requestsPerMinute)))
  const office = new Office({ machine, network, authority, partner, cuis: companies.map(({ cui }) => cui), addInvoice })

  // Before the plan's troubles begin, a person has signed in and named the companies.
  machine.isCrashing = false
  network.isFaulty = false
  await office.setUp()
  machine.isCrashing = true
  network.isFaulty = true
  network.entries.length = 0
  machine.steps = 0
  const begun = timeline.now
  for (const deed of plan.deeds) timeline.after(deed.at, () => office.perform(deed))
  const last = plan.deeds.at(-1)?.at ?? 0
  const isQuiet = () => timeline.now >= begun + last && machine.processes.length === 0
  await timeline.run(isQuiet, begun + TROUBLE_ENDS)

  machine.isCrashing = false
  machine.disk.isFull = false
  network.isFaulty = false
  const closing = await office.close()
  const broken = await judge({ machine, network, authority, office, closing })
  const hash = createHash('sha256').update(machine.trace.join('\n')).digest('hex')
  const counts = { requests: network.entries.length, steps: machine.steps, deaths: machine.deaths.length, events: timeline.events }
  return { seed, broken, hash, trace: machine.trace, log: machine.log, counts }
}
