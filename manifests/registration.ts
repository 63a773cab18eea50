import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'
import { hostManifest } from './host-manifest.ts'
import { launcherBatch, launcherScript } from './launcher.ts'
import { type Registration, registrationFiles } from './registration-files.ts'
import { changeKeys, existing } from './registry.ts'

/**
 * Registers the host with every browser of the table. Running it again repairs what was changed and changes nothing
 * else. Returns the files, and on Windows the registry keys. Throws `host-not-built`, `install-system`, and
 * `storage-failed` for the first place that could not be written, after all others are written.
 */
export async function install(registration: Registration & { node: string; program: string }): Promise<string[]> {
  const { node, program, system } = registration
  if (!existsSync(program)) throw new RecipisaError('host-not-built', { path: program })
  const { launcher, manifests, keys } = registrationFiles(registration)
  const isWindows = system === 'win32'
  await makePrivate(registration.data)
  await replace(launcher, isWindows ? launcherBatch(node, program) : launcherScript(node, program), 0o755)
  // On Windows the launcher lies beside them, and its name alone needs no encoding.
  const path = isWindows ? basename(launcher) : launcher
  const failures: unknown[] = []
  const remember = (error: unknown) => failures.push(error)
  for (const { family, file } of manifests) await replace(file, hostManifest(family, path), 0o644).catch(remember)
  await changeKeys(new Map(keys.map(({ key, file }) => [key, file])), registryFileBeside(launcher)).catch(remember)
  if (failures.length > 0) throw failures[0]
  return [launcher, ...manifests.map(({ file }) => file), ...keys.map(({ key }) => key)]
}

/**
 * Removes what `install` wrote; the launcher stays while another manifest of the table names it. Throws
 * `storage-failed` for the first one that could not be removed, after all others are removed.
 */
export async function uninstall(registration: Registration): Promise<string[]> {
  const removed: string[] = []
  const { launcher, manifests, keys } = registrationFiles(registration)
  const top = registration.userDataDir ?? registration.places.home
  const failures: unknown[] = []
  const attempt = async (work: Promise<readonly string[]>) => {
    try {
      removed.push(...(await work))
    } catch (error) {
      failures.push(error)
    }
  }
  await attempt(removeKeys(keys, launcher))
  for (const { file } of manifests) await attempt(remove(file, top))
  const others = registrationFiles({ ...registration, userDataDir: undefined }).manifests
  if (!others.some(({ file }) => existsSync(file))) await attempt(remove(launcher, registration.places.home))
  if (failures.length > 0) throw failures[0]
  return removed
}

/** Written while keys are changed, and removed again. */
const registryFileBeside = (launcher: string): string => join(dirname(launcher), `keys-${process.pid}.reg`)

/** Removes the existing ones of these keys, and returns them. */
async function removeKeys(keys: readonly { key: string }[], launcher: string): Promise<string[]> {
  const there = await existing(keys.map(({ key }) => key))
  await changeKeys(new Map(there.map(key => [key, null])), registryFileBeside(launcher))
  return there
}

/** The host's data will lie there, and nobody else may read them. */
async function makePrivate(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw failure(folder, error)
  }
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  const temporary = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(temporary, text)
    await chmod(temporary, mode)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined) // the first failure says what is wrong
    throw failure(file, error)
  }
}

/**
 * Removes a file and the folders above it that are then empty, below `top`. Returns the file, or nothing if there was
 * none.
 */
async function remove(file: string, top: string): Promise<string[]> {
  try {
    // Includes a dangling link: the browser stumbles over it.
    if ((await lstat(file).catch(() => undefined)) === undefined) return []
    await rm(file)
  } catch (error) {
    throw failure(file, error)
  }
  for (let folder = dirname(file); folder.startsWith(`${top}${sep}`); folder = dirname(folder)) {
    try {
      await rmdir(folder)
    } catch {
      break // it holds something else, or is not ours to remove
    }
  }
  return [file]
}

function failure(path: string, cause: unknown): RecipisaError {
  const problem = (cause as NodeJS.ErrnoException).code ?? String(cause)
  return new RecipisaError('storage-failed', { path, problem }, { cause })
}
