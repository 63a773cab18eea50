import { readdir, readFile } from 'node:fs/promises'
import { waitFor } from './wait-for.ts'

/** Processes whose environment holds `variable` (NAME=value): their command lines by id. Always empty but on Linux. */
export async function processesWith(variable: string): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const pid of (await readdir('/proc').catch(() => [])).filter(
    name => /^\d+$/.test(name) && Number(name) !== process.pid,
  )) {
    // A process may have ended since it was listed, and other users' processes cannot be read.
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    if (!environment.split('\0').includes(variable)) continue
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
    found.set(Number(pid), command.replaceAll('\0', ' ').trim())
  }
  return found
}

/** Waits until no process has `variable` in its environment; kills the remaining ones and rejects with their names. */
export async function processesEnded(variable: string): Promise<void> {
  try {
    await waitFor('the processes end', async () => (await processesWith(variable)).size === 0)
  } catch (error) {
    const left = await processesWith(variable)
    for (const pid of left.keys()) signal(pid, 'SIGKILL')
    if (left.size > 0) throw new Error(`processes did not end: ${[...left.values()].join('; ')}`, { cause: error })
  }
}

/** Asks every process with `variable` in its environment to end and waits until all have ended. */
export async function endProcesses(variable: string): Promise<void> {
  for (const pid of (await processesWith(variable)).keys()) signal(pid, 'SIGTERM')
  await processesEnded(variable)
}

/** Kills every process with `variable` in its environment whose command line matches, and waits until none is left. */
export async function killProcesses(variable: string, fits: (command: string) => boolean = () => true): Promise<void> {
  await waitFor('the killed processes are gone', async () => {
    const found = [...(await processesWith(variable))].filter(([, command]) => fits(command))
    for (const [pid] of found) signal(pid, 'SIGKILL')
    return found.length === 0
  })
}

/** Sends a signal to a process that may have ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs, but for another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
