import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'
import { hostManifest } from './host-manifest.ts'
import { launcherBatch, launcherScript } from './launcher.ts'
import { type Registration, registrationFiles } from './registration-files.ts'
import { removeKey, setKey } from './registry.ts'

/**
 * Registers the host with every browser of the table. Running it again repairs what was changed and changes nothing else.
 * Gives the files, and the registry keys on Windows.
 */
export async function install(registration: Registration & { node: string; program: string }): Promise<string[]> {
  const { node, program, system } = registration
  if (!existsSync(program)) throw new RecipisaError('host-not-built', { path: program })
  const { launcher, manifests, keys } = registrationFiles(registration)
  const isWindows = system === 'win32'
  await replace(launcher, isWindows ? launcherBatch(node, program) : launcherScript(node, program), 0o755)
  // On Windows the launcher lies beside them, and its name alone needs no encoding.
  const path = isWindows ? basename(launcher) : launcher
  for (const { family, file } of manifests) await replace(file, hostManifest(family, path), 0o644)
  for (const { key, file } of keys) await setKey(key, file)
  return [launcher, ...manifests.map(({ file }) => file), ...keys.map(({ key }) => key)]
}

/** Removes what `install` wrote; the launcher stays while another manifest of the table names it. */
export async function uninstall(registration: Registration): Promise<string[]> {
  const removed: string[] = []
  const { launcher, manifests, keys } = registrationFiles(registration)
  const top = registration.userDataDir ?? registration.places.home
  for (const { key } of keys) if (await removeKey(key)) removed.push(key)
  for (const { file } of manifests) if (await remove(file, top)) removed.push(file)
  const others = registrationFiles({ ...registration, userDataDir: undefined }).manifests
  if (!others.some(({ file }) => existsSync(file)) && (await remove(launcher, registration.places.home)))
    removed.push(launcher)
  return removed
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, text)
  await chmod(temporary, mode)
  await rename(temporary, file)
}

/** Removes a file and the folders above it that are then empty, below `top`; false when there was no file. */
async function remove(file: string, top: string): Promise<boolean> {
  if (!existsSync(file)) return false
  await rm(file)
  for (let folder = dirname(file); folder.startsWith(`${top}${sep}`); folder = dirname(folder)) {
    try {
      await rmdir(folder)
    } catch (error) {
      // The folder holds something else.
      if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') break
      throw error
    }
  }
  return true
}
