import { spawn } from 'node:child_process'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Log } from '../log/log.ts'

export type Runners = {
  /** Sees to it that a process works on what waits to be done; does nothing while one that we started is on its way. */
  ensure(): void
  /** Calls `look` each time a runner of ours has ended well: what was written down while it was ending is nobody's yet. */
  whenDone(look: () => void): void
}

type Options = {
  /** Program and first arguments that start this program again, as `[node, recipisa.js]`. */
  command: readonly [string, ...string[]]
  /** Environment of the runner: same profile, same data folder. */
  env: NodeJS.ProcessEnv
  log: Log
}

/** Starts in a row, none of which ended well, before it is said that the runner does not start. */
const ATTEMPTS = 3

/**
 * Starts runners: processes of their own that work on the journaled job and outlive this host. The browser kills a host
 * two seconds after its port closes; a runner has its own session and shares no pipe, so it does not notice.
 */
export function createRunners({ command: [program, ...args], env, log }: Options): Runners {
  let alive = false
  let failures: string[] = []
  let whenDone: (() => void) | undefined
  return {
    ensure() {
      if (alive) return
      if (failures.length >= ATTEMPTS) {
        const problem = failures.at(-1) ?? ''
        failures = []
        throw new RecipisaError('runner-failed', { problem, log: log.file })
      }
      alive = true
      const runner = spawn(program, [...args, 'jobs', 'run'], {
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
        env,
      })
      const ended = (problem: string | undefined) => {
        alive = false
        failures = problem === undefined ? [] : [...failures, problem]
        log.info('runner-ended', { runner: runner.pid, problem })
        if (problem === undefined) whenDone?.()
      }
      runner.once('error', error => ended(error.message))
      runner.once('exit', (code, signal) => ended(code === 0 ? undefined : `exit ${code ?? signal}`))
      runner.unref()
      log.info('runner-started', { runner: runner.pid })
    },
    whenDone(look) {
      whenDone = look
    },
  }
}
