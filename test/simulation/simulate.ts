import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePapers, type Papers, writePapers } from './declaration-papers.ts'
import type { Plan } from './plan.ts'
import { bundleProgram } from './program/bundle.ts'
import type { Finished, Task } from './worker.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
/** One for each core that the time promises assume. */
const WORKERS = 2
/** Much is thrown away after each run: a larger young generation saves a sixth of the time. */
const EXEC = ['--max-semi-space-size=64', '--min-semi-space-size=64', '--single-threaded-gc']
/** Seeds per request to a worker. */
const AT_A_TIME = 20
/** After this many a worker ends, and another replaces it: V8's memory of the runs adds up to gigabytes. */
const TASKS_OF_A_WORKER = 10
/** After this many broken seeds, the rest says nothing new. */
const MOST_BROKEN = 10

/** After how many seeds a long run says how far it is. */
const TOLD_EVERY = 500

type Options = {
  seeds: readonly number[]
  plans?: readonly Plan[]
  shrinks?: boolean
  workers?: number
  /** Hears now and then how far it is, and at once of each seed that breaks. */
  tell?: (line: string) => void
}

/** Shared by this whole process: signatures differ each time. */
let papers: Promise<Papers> | undefined

/** Runs seeds and plans in processes of their own, whose globals are the simulation's; in the order in which they end. */
export async function simulate({
  seeds,
  plans = [],
  shrinks = false,
  workers = WORKERS,
  tell = () => undefined,
}: Options): Promise<Finished[]> {
  const folder = mkdtempSync(join(tmpdir(), 'recipisa-simulation-'))
  const program = join(folder, 'program.js')
  writeFileSync(program, await bundleProgram())
  papers ??= makePapers()
  writePapers(folder, await papers)
  const tasks: Task[] = plans.length > 0 ? [{ seeds: [], plans, shrinks }] : []
  for (let at = 0; at < seeds.length; at += AT_A_TIME)
    tasks.push({ seeds: seeds.slice(at, at + AT_A_TIME), plans: [], shrinks })
  const finished: Finished[] = []
  const finish = (one: Finished) => {
    finished.push(one)
    if (one.broken.length > 0) tell(describeBroken(one))
    if (finished.length % TOLD_EVERY === 0) tell(`${finished.length} of ${seeds.length} seeds`)
  }
  const isOver = () => tasks.length === 0 || finished.filter(one => one.broken.length > 0).length >= MOST_BROKEN
  const children: ChildProcess[] = []
  const workOffSome = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let given = 0
      const child = fork(WORKER, [program, folder], { execArgv: EXEC, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      children.push(child)
      child.on('message', (said: Finished | 'done') => {
        if (said !== 'done') return finish(said)
        const task = isOver() || given++ === TASKS_OF_A_WORKER ? undefined : tasks.shift()
        if (task) child.send(task)
        else child.disconnect()
      })
      child.on('exit', code => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))))
    })
  const workOff = async () => {
    while (!isOver()) await workOffSome()
  }
  try {
    await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, workOff))
    return finished
  } finally {
    for (const child of children) child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The report of a broken seed, and the command to repeat it. */
export function describeBroken({ seed, broken, shrunk }: Finished): string {
  const again = `RECIPISA_SEED=${seed} npm run simulate`
  const smaller = shrunk ? `\nsmaller: ${JSON.stringify(shrunk)}` : ''
  return `seed ${seed} (${again}):\n${broken
    .slice(0, 8)
    .map(line => `  ${line}`)
    .join('\n')}${smaller}`
}
