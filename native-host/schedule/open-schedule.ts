import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { join, win32 } from 'node:path'
import { homeFolder } from '../process/home.ts'
import { createHostSchedule, type HostSchedule } from './host-schedule.ts'
import { launchdAgent } from './launchd.ts'
import type { CommandLine, SystemScheduler } from './system-scheduler.ts'
import { systemdTimer } from './systemd.ts'
import { scheduledTask } from './task-scheduler.ts'

/** How long a system program may take, ms. */
const PATIENCE = 20_000
/** Longest system text about a failure, characters. */
const QUOTED = 300

type Options = {
  /** Starts this program: the Node executable and the program's file. */
  command: CommandLine
  dataDir: string
  profilePath: string | undefined
  env: NodeJS.ProcessEnv
}

/**
 * The schedule of this computer's own system. The scheduled run gets the data folder and profile of the process that
 * set it.
 */
export function openSchedule({ command, dataDir, profilePath, env }: Options): HostSchedule {
  const profile = profilePath === undefined ? [] : ['--profile', profilePath]
  const scheduled: CommandLine = [...command, '--data-dir', dataDir, ...profile, 'schedule', 'run']
  const system = systemOf(scheduled, dataDir, env)
  return createHostSchedule({ system, programs: command, dataDir, run: program => runProgram(program, env) })
}

function systemOf(command: CommandLine, dataDir: string, env: NodeJS.ProcessEnv): SystemScheduler {
  const home = homeFolder()
  switch (process.platform) {
    case 'win32':
      return scheduledTask(join(dataDir, 'schedule.xml'), command, userInfo().username)
    case 'darwin':
      return launchdAgent(join(home, 'Library/LaunchAgents'), command, process.getuid?.() ?? 0)
    default:
      return systemdTimer(join(env.XDG_CONFIG_HOME || join(home, '.config'), 'systemd/user'), command)
  }
}

function runProgram([program, ...args]: CommandLine, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // Windows looks for a bare name in the current folder first.
  const system = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', `${program}.exe`)
  return new Promise(resolve => {
    execFile(
      process.platform === 'win32' ? system : program,
      args,
      { env, timeout: PATIENCE, windowsHide: true },
      (error, _stdout, stderr) => {
        if (!error) return resolve(undefined)
        if (error.code === 'ENOENT') return resolve(`${program}: not found`)
        const [said = ''] = stderr.trim().split('\n')
        resolve((said || `${program}: exit ${error.code ?? error.signal}`).slice(0, QUOTED))
      },
    )
  })
}
