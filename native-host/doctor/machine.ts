import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Places, placesOf } from '../../manifests/browsers.ts'
import { type ReadKey, readKey } from '../../manifests/registry.ts'
import { homeFolder } from '../process/home.ts'

/** How long a called program may take, ms. A computer that is busy, or has just got it, starts Node slowly. */
const PATIENCE = 30_000

/** The examined computer: this one, or a test's. */
export type Machine = {
  system: NodeJS.Platform
  places: Places
  /** Folder above the files of the system: `/`, or a test's own. */
  root: string
  /** Id of the user; undefined if the system has none. */
  uid: number | undefined
  /** Reads a key of the registry; undefined if it does not exist, and on every system but Windows. */
  readKey: ReadKey
  /** The standard output of a program. Rejects when it is missing, fails, or takes too long. */
  run(program: string, args: readonly string[], signal: AbortSignal): Promise<string>
}

/** The computer that this process runs on. */
export function thisMachine(): Machine {
  const { env, platform } = process
  return {
    system: platform,
    places: placesOf(env, homeFolder()),
    root: '/',
    uid: process.getuid?.(),
    readKey: platform === 'win32' ? readKey : async () => undefined,
    run: async (program, args, signal) => {
      const { stdout } = await promisify(execFile)(program, args, { timeout: PATIENCE, signal, windowsHide: true })
      return stdout
    },
  }
}

/** A file of the system. */
export const below = ({ root }: Machine, path: string): string => (root === '/' ? path : join(root, path))
