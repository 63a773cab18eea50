import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'

/** How long the system's program may take to fail, ms; a file manager may run until it is closed. */
const PATIENCE = 3000

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: 'explorer.exe', darwin: 'open' }

/**
 * Shows a folder in the system's file manager, after creating it if nothing was ever stored there. Throws
 * `folder-not-shown`.
 */
export async function showFolder(folder: string, system: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const problem = await start(OPENERS[system] ?? 'xdg-open', folder, env)
  // Explorer exits with 1 even after showing a folder.
  if (problem !== undefined && !(system === 'win32' && problem === 'exit 1'))
    throw new RecipisaError('folder-not-shown', { folder, problem })
}

/** The problem; undefined if the program ended well or still runs after a while. */
function start(program: string, folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  // The host's own output is the browser's channel.
  const opener = spawn(program, [folder], { detached: true, stdio: 'ignore', env })
  const isRunning = setTimeout(() => resolve(undefined), PATIENCE)
  const ended = (problem: string | undefined) => {
    clearTimeout(isRunning)
    resolve(problem)
  }
  opener.once('error', error => ended(error.message))
  opener.once('exit', (code, signal) => ended(code === 0 ? undefined : `exit ${code ?? signal}`))
  opener.unref()
  return promise
}
