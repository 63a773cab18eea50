import { readdir, readFile } from 'node:fs/promises'
import { waitFor } from './wait-for.ts'

/** Processes on this machine whose environment holds `NAME=value`, by id, with their command lines. */
export async function processesWith(variable: string): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    // A process may end between the look at the list and the look at it; those of others cannot be read.
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    if (!environment.split('\0').includes(variable)) continue
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
    found.set(Number(pid), command.replaceAll('\0', ' ').trim())
  }
  return found
}

/** Waits until no process has `variable` in its environment; ends those that stay, and rejects with their names. */
export async function processesEnded(variable: string): Promise<void> {
  try {
    await waitFor('the processes end', async () => (await processesWith(variable)).size === 0, 15_000)
  } catch (error) {
    const left = await processesWith(variable)
    for (const pid of left.keys()) process.kill(pid, 'SIGKILL')
    if (left.size > 0) throw new Error(`processes did not end: ${[...left.values()].join('; ')}`, { cause: error })
  }
}

/** Asks every process with `variable` in its environment to end, and waits until all have. */
export async function endProcesses(variable: string): Promise<void> {
  for (const pid of (await processesWith(variable)).keys())
    try {
      process.kill(pid, 'SIGTERM')
    } catch (error) {
      // Ended by itself in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  await processesEnded(variable)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There, but another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
