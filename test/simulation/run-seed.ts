import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthorityModel, PROFILE } from './authority/model.ts'
import { closeDays } from './closing.ts'
import { type Papers, readPapers } from './declaration-papers.ts'
import { FIRMS, PARTNER } from './firms.ts'
import { Machine } from './machine/machine.ts'
import { Network } from './network.ts'
import { Office } from './office.ts'
import { judge } from './oracle.ts'
import { MOST_COMPANIES, type Plan, planOf } from './plan.ts'
import type { Given, Program } from './program/bundle.ts'
import { randomOf } from './seed.ts'

export type Outcome = {
  seed: number
  /** The broken promises that the oracle found, a sentence each; empty if every promise held. */
  broken: readonly string[]
  /** SHA-256 of all events. */
  hash: string
  trace: readonly string[]
  log: readonly string[]
  /** Requests, disk steps, deaths and processes. */
  counts: { requests: number; steps: number; deaths: number; events: number }
}

/** The end of the plan's troubles, ms: the rest of the work must end well. */
const TROUBLE_ENDS = 60_000

/** A place to run plans in. */
export type Simulator = {
  /** Runs a plan, and has the oracle judge it. */
  run(plan: Plan): Promise<Outcome>
}

/** Sets up a data folder for each number of companies once: a person has signed in and named them. */
export async function createSimulator(compiled: (given: Given) => Program, within: string): Promise<Simulator> {
  const folder = mkdtempSync(join(within, 'runs-'))
  const papers = readPapers(within)
  const templateOf = (companies: number) => join(folder, `template-${companies}`)
  for (let companies = 1; companies <= MOST_COMPANIES; companies++) {
    mkdirSync(templateOf(companies))
    await setUp(templateOf(companies), { ...planOf(0), companies }, papers, compiled)
  }
  let runs = 0
  return {
    async run(plan) {
      const root = join(folder, `run-${++runs}`)
      mkdirSync(root)
      try {
        cpSync(join(templateOf(plan.companies), 'data'), join(root, 'data'), { recursive: true })
        writeProfile(join(root, 'data'), plan)
        return await runIn(root, plan, papers, compiled)
      } finally {
        rmSync(root, { recursive: true, force: true })
      }
    },
  }
}

const writeProfile = (dataDir: string, { requestsPerMinute }: Plan): void =>
  writeFileSync(join(dataDir, 'profile.json'), JSON.stringify({ ...PROFILE, requestsPerMinute }))

async function setUp(root: string, plan: Plan, papers: Papers, compiled: (given: Given) => Program): Promise<void> {
  const { machine, office } = openRun(root, plan, papers, compiled)
  mkdirSync(machine.dataDir, { recursive: true, mode: 0o700 })
  writeProfile(machine.dataDir, plan)
  machine.isCrashing = false
  await office.setUp()
}

function openRun(root: string, plan: Plan, papers: Papers, compiled: (given: Given) => Program) {
  const { seed, wall, tellsBirths, isBusy } = plan
  const crashes = new Map(plan.crashes.map(crash => [crash.step, crash]))
  const pdfs = new Map(papers.declarations.map(({ sha256, contents }) => [sha256, contents]))
  const machine = new Machine({ seed, root, wall, compiled, crashes, tellsBirths, isBusy, pdfs })
  const { timeline } = machine
  const authorityNow = () => Math.floor(wall + timeline.now)
  const authority = createAuthorityModel({ now: authorityNow, monotonic: () => timeline.now, caPem: papers.caPem })
  Object.assign(authority.pace, plan.pace)
  const { processingMs, indexingMs } = plan.pace
  Object.assign(authority.declarations.habits, { processingMs, receiptMs: indexingMs })
  authority.mailbox.habits.deliveryMs = processingMs + indexingMs
  const faults = new Map(plan.faults.map(fault => [fault.request, fault]))
  const filingFaults = new Map(plan.filingFaults.map(fault => [fault.request, fault]))
  const { downloadMs } = plan.pace
  const random = { network: randomOf(seed, 'network'), world: randomOf(seed, 'world') }
  const network = new Network({ authority, random: random.network, faults, filingFaults, downloadMs, authorityNow })
  const cuis = FIRMS.slice(0, plan.companies).map(({ cui }) => cui)
  let added = 0
  // A document's content follows from its number alone, so each is read once for all runs.
  const addInvoice = (cui: string, age: number) => {
    const n = ++added
    const [seller, buyer] = n % 2 === 0 ? [cui, PARTNER.cui] : [PARTNER.cui, cui]
    const outcome = n % 9 === 4 ? 'nok' : 'ok'
    authority.world.addInvoice({ seller, buyer, outcome, issueDate: '2026-02-03', uploadedAt: authorityNow() - age })
  }
  for (const { cui, name } of FIRMS.slice(0, plan.companies)) authority.world.addCompany(cui, name)
  for (let n = 0; n < plan.invoices; n++)
    for (const cui of cuis) addInvoice(cui, random.world.between(1, 30 * 24) * 3_600_000)
  for (let n = 0; n < plan.leaving; n++)
    for (const cui of cuis) addInvoice(cui, random.world.between(57 * 24, 59 * 24) * 3_600_000)
  const office = new Office({
    machine,
    network,
    authority,
    partner: PARTNER.cui,
    cuis,
    addInvoice,
    papers: papers.declarations,
  })
  return { machine, network, authority, office }
}

async function runIn(root: string, plan: Plan, papers: Papers, compiled: (given: Given) => Program): Promise<Outcome> {
  const { machine, network, authority, office } = openRun(root, plan, papers, compiled)
  const { timeline } = machine
  const begun = timeline.now
  for (const deed of plan.deeds) timeline.after(deed.at, () => office.perform(deed))
  const last = plan.deeds.at(-1)?.at ?? 0
  const isQuiet = () => timeline.now >= begun + last && machine.processes.length === 0
  await timeline.run(isQuiet, begun + Math.max(TROUBLE_ENDS, last + 1))

  machine.isCrashing = false
  machine.disk.isFull = false
  network.isFaulty = false
  const closed = async () => {
    const closing = await closeDays({ machine, network, authority, office })
    return judge({ machine, network, authority, office, closing, ...plan })
  }
  const broken = await closed().catch((error: unknown) => [`after the troubles: ${String(error)}`])
  const hash = createHash('sha256').update(machine.trace.join('\n')).digest('hex')
  const counts = {
    requests: network.entries.length,
    steps: machine.steps,
    deaths: machine.deaths.length,
    events: timeline.events,
  }
  return { seed: plan.seed, broken, hash, trace: machine.trace, log: machine.log, counts }
}
