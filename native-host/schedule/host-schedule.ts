import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { Schedule, type ScheduleState } from '../../shared/protocol/schedule.ts'
import { storageFailure } from '../process/error-code.ts'
import { withProcessLock } from '../process/process-lock.ts'
import { replaceFileSync } from '../process/replace-file.ts'
import type { CommandLine, SystemScheduler } from './system-scheduler.ts'

/** The schedule on which the host runs without a browser. */
export type HostSchedule = {
  get(): Promise<ScheduleState>
  /** Replaces the schedule; null removes it. Throws `storage-failed`, `lock-held` and `schedule-kept`. */
  set(schedule: Schedule | null): Promise<ScheduleState>
  /** Removes all parts of a schedule; false if there are none. Throws like `set`. */
  remove(): Promise<boolean>
}

type Options = {
  system: SystemScheduler
  /** The files that a scheduled run needs: Node and the program. */
  programs: readonly string[]
  /** Folder of the host's data, which keeps the choice. */
  dataDir: string
  /** Runs a system program; resolves with the reason for a failure, or undefined. */
  run: (command: CommandLine) => Promise<string | undefined>
}

/** The choice as it is kept, with the programs that it starts: they may be moved later. */
const Kept = v.object({ schedule: Schedule, programs: v.array(v.string()) })
type Kept = v.InferOutput<typeof Kept>

/** How long to wait for another process that changes the schedule, ms: the system's programs take their time. */
const PATIENCE = 60_000

export function createHostSchedule({ system, programs, dataDir, run }: Options): HostSchedule {
  const record = join(dataDir, 'schedule.json')

  const start = system.start.map(commandText).join(' && ')
  const stateOf = (schedule: Schedule | null, problem: string | undefined, command = start): ScheduleState => {
    const isOff = schedule === null || problem === undefined
    return {
      system: system.name,
      schedule,
      isActive: schedule !== null && problem === undefined,
      problem: isOff ? null : problem,
      command: isOff ? null : command,
    }
  }

  /** Runs commands one after the other until one fails. */
  const runAll = async (commands: readonly CommandLine[]): Promise<string | undefined> => {
    for (const command of commands) {
      const problem = await run(command)
      if (problem !== undefined) return problem
    }
    return undefined
  }

  /** The names of the files do not depend on the schedule. */
  const paths = [record, ...system.files({ daily: '00:00' }).keys()]

  const end = async (): Promise<void> => {
    const problem = await runAll(system.stop)
    // Usually there was nothing to end; a schedule that still runs is not forgotten.
    if (problem !== undefined && (await run(system.query)) === undefined)
      throw new RecipisaError('schedule-kept', { problem, command: system.stop.map(commandText).join(' && ') })
    for (const path of paths) storage(path, () => rmSync(path, { force: true }))
  }

  /** Two changes at once would leave one's record and the other's timer. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    storage(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
    const { signal } = new AbortController()
    return withProcessLock(join(dataDir, 'schedule.lock'), { signal, patience: PATIENCE }, work)
  }

  return {
    async get() {
      const kept = read(record)
      if (kept === null) return stateOf(null, undefined)
      const { schedule } = kept
      const gone = kept.programs.find(program => !existsSync(program))
      if (gone !== undefined) return stateOf(schedule, `${gone}: not found`, chosenAgain(schedule))
      return stateOf(schedule, await run(system.query))
    },
    set: schedule =>
      alone(async () => {
        if (schedule === null) {
          await end()
          return stateOf(null, undefined)
        }
        // If they cannot be written, the earlier schedule stays.
        for (const [path, content] of system.files(schedule)) write(path, content)
        write(record, new TextEncoder().encode(`${JSON.stringify({ schedule, programs })}\n`))
        for (const command of system.stop) await run(command)
        return stateOf(schedule, await runAll(system.start))
      }),
    async remove() {
      const isThere = paths.some(path => existsSync(path))
      if (isThere) await alone(end)
      return isThere
    },
  }
}

/** What was chosen; null if there is none or it is unreadable. */
function read(path: string): Kept | null {
  try {
    return v.parse(Kept, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null // never chosen, or changed by hand: the person chooses again
  }
}

/** The command that schedules the same with this program. */
function chosenAgain(schedule: Schedule): string {
  return `recipisa schedule ${'every' in schedule ? `--every ${schedule.every}m` : `--daily ${schedule.daily}`}`
}

function write(path: string, content: Uint8Array): void {
  storage(path, () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    replaceFileSync(path, content, 'person')
  })
}

function storage<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw storageFailure(path, cause)
  }
}

/** A command as a person types it. */
function commandText(command: CommandLine): string {
  return command.map(word => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`)).join(' ')
}
