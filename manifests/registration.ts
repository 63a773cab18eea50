import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOST_NAME } from '../shared/domain/product.ts'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'
import { BROWSERS, type Places } from './browsers.ts'
import { chromiumManifest, launcherScript } from './host-manifest.ts'

export type Registration = {
  system: NodeJS.Platform
  places: Places
  /** Folder of the person's data (`$XDG_DATA_HOME`), for the launcher. */
  data: string
  /** A browser profile outside the usual folders; then the host is registered for it alone. */
  userDataDir?: string | undefined
}

/** The files of a registration: one launcher, and a manifest per browser. */
export function registrationFiles({ system, places, data, userDataDir }: Registration): {
  launcher: string
  manifests: { browser: string; file: string }[]
} {
  const rows = BROWSERS.filter(row => row.system === system)
  if (rows.length === 0) throw new RecipisaError('install-system', { system })
  const folders = userDataDir
    ? [{ browser: 'Chromium', folder: join(userDataDir, 'NativeMessagingHosts') }]
    : rows.map(({ browser, folder }) => ({ browser, folder: folder(places) }))
  return {
    launcher: join(data, 'recipisa/bin/recipisa-host'),
    manifests: folders.map(({ browser, folder }) => ({ browser, file: join(folder, `${HOST_NAME}.json`) })),
  }
}

/** Registers the host with every browser of the table. Running it again repairs changed files and changes nothing else. */
export async function install(registration: Registration & { node: string; program: string }): Promise<string[]> {
  const { node, program } = registration
  if (!existsSync(program)) throw new RecipisaError('host-not-built', { path: program })
  const { launcher, manifests } = registrationFiles(registration)
  await replace(launcher, launcherScript(node, program), 0o755)
  for (const { file } of manifests) await replace(file, chromiumManifest(launcher), 0o644)
  return [launcher, ...manifests.map(({ file }) => file)]
}

/** Removes what `install` wrote; the launcher stays while another manifest of the table names it. */
export async function uninstall(registration: Registration): Promise<string[]> {
  const removed: string[] = []
  const { launcher, manifests } = registrationFiles(registration)
  for (const { file } of manifests) if (await remove(file)) removed.push(file)
  const others = registrationFiles({ ...registration, userDataDir: undefined }).manifests
  if (!others.some(({ file }) => existsSync(file)) && (await remove(launcher))) removed.push(launcher)
  return removed
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, text)
  await chmod(temporary, mode)
  await rename(temporary, file)
}

/** Removes a file and the folders above it that are then empty; false when there was no file. */
async function remove(file: string): Promise<boolean> {
  if (!existsSync(file)) return false
  await rm(file)
  for (const folder of [dirname(file), dirname(dirname(file))]) {
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
