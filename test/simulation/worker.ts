// A process that runs seeds: it gets some at a time, and reports the outcome of each.
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { IS_LONG } from '../proof/part.ts'
import { isDead } from './machine/process.ts'
import { type Plan, planOf } from './plan.ts'
import { compileProgram } from './program/bundle.ts'
import { createSimulator, type Outcome } from './run-seed.ts'
import { shrink } from './shrink.ts'

/** `plans` run unchanged; with `shrinks`, broken seeds are shrunk to smaller plans. */
export type Task = { seeds: readonly number[]; plans: readonly Plan[]; shrinks: boolean }

/** Without trace and log, except for a single inspected run. */
export type Finished = Omit<Outcome, 'trace' | 'log'> & { shrunk: Plan | undefined; lines: readonly string[] }

// Nothing here waits for a moment: the other parts of the proof, which do, go first.
if (IS_LONG) setPriority(constants.priority.PRIORITY_LOW)

const [program = '', folder = ''] = process.argv.slice(2)
const simulator = await createSimulator(compileProgram(readFileSync(program, 'utf8')), folder)

/** Rejections in processes that have died are heard by nobody, as it is with real ones; nor is what a listener throws. */
const unheard: string[] = []
const hear = (error: unknown) => {
  if (!isDead(error)) unheard.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
process.on('unhandledRejection', hear)
process.on('uncaughtException', hear)

const run = async (plan: Plan): Promise<Outcome> => {
  unheard.length = 0
  const outcome = await simulator.run(plan)
  const rejections = unheard.map(error => `an error was heard by nobody: ${error}`)
  return { ...outcome, broken: [...outcome.broken, ...rejections] }
}

process.on('message', async ({ seeds, plans, shrinks }: Task) => {
  const all = [...seeds.map(planOf), ...plans]
  for (const plan of all) {
    const { trace, log, ...outcome } = await run(plan)
    const isBroken = async (smaller: Plan) => (await run(smaller)).broken.length > 0
    const shrunk = shrinks && outcome.broken.length > 0 ? await shrink(plan, isBroken) : undefined
    const finished: Finished = { ...outcome, shrunk, lines: all.length === 1 ? [...trace, ...log] : [] }
    process.send?.(finished)
  }
  process.send?.('done')
})
process.send?.('done')
