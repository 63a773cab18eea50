import { spawn } from 'node:child_process'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import type { Log } from '../log/log.ts'

/** The separate process that works on the journaled jobs. */
export type Runner = {
  /**
   * Starts the runner unless one that this process has started still lives. Throws `runner-failed` after several failed
   * starts in a row.
   */
  ensureStarted(): void
  /** Calls `listener` each time a runner of this process has ended well: work may have been recorded as it ended. */
  onEnded(listener: () => void): void
}

type Options = {
  /** The command that starts this program again: program and first arguments, as `[node, recipisa.js]`. */
  command: readonly [string, ...string[]]
  /** Environment of the runner: same profile, same data folder. */
  env: NodeJS.ProcessEnv
  log: Log
}

/** Failed starts in a row before `runner-failed` is thrown. */
const MAX_FAILED_STARTS = 3

/**
 * Creates the starter of runners, which outlive this host. The browser kills a host two seconds after its port closes; a
 * runner has its own session and shares no pipe, so it does not notice
 * ([decision](../../docs/decisions/0001-state-lives-in-the-host.md)).
 */
export function createRunner({ command: [program, ...args], env, log }: Options): Runner {
  let isAlive = false
  let failures: string[] = []
  let endListener: (() => void) | undefined
  return {
    ensureStarted() {
      if (isAlive) return
      if (failures.length >= MAX_FAILED_STARTS) {
        const problem = failures.at(-1) ?? ''
        failures = []
        throw new RecipisaError('runner-failed', { problem, log: log.file })
      }
      isAlive = true
      const runner = spawn(program, [...args, 'jobs', 'run'], {
        detached: true,
        stdio: 'ignore',
        windowsHide: true,
        env,
      })
      const ended = (problem: string | undefined) => {
        isAlive = false
        failures = problem === undefined ? [] : [...failures, problem]
        log.info('runner-ended', { runner: runner.pid, problem })
        if (problem === undefined) endListener?.()
      }
      runner.once('error', error => ended(error.message))
      runner.once('exit', (code, signal) => ended(code === 0 ? undefined : `exit ${code ?? signal}`))
      runner.unref()
      log.info('runner-started', { runner: runner.pid })
    },
    onEnded(listener) {
      endListener = listener
    },
  }
}
