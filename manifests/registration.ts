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
  /** Folder of the person's data, where the launcher goes: `$XDG_DATA_HOME`. */
  data: string
  /** A browser profile outside the usual places; the host is registered for it alone. */
  userDataDir?: string | undefined
}

/** Files that belong to a registration: one launcher, a manifest for each browser. */
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

/** Registers the host with every browser of the table. Doing it again changes nothing, or mends what was changed. */
export async function install(registration: Registration & { node: string; program: string }): Promise<string[]> {
  const { node, program } = registration
  if (!existsSync(program)) throw new RecipisaError('host-not-built', { path: program })
  const { launcher, manifests } = registrationFiles(registration)
  await replace(launcher, launcherScript(node, program), 0o755)
  for (const { file } of manifests) await replace(file, chromiumManifest(launcher), 0o644)
  return [launcher, ...manifests.map(({ file }) => file)]
}

/** Takes away what `install` wrote; the launcher stays while another manifest of the table still names it. */
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

/** Removes a file, and the folders above it that only held it; false when there was none. */
async function remove(file: string): Promise<boolean> {
  if (!existsSync(file)) return false
  await rm(file)
  for (const folder of [dirname(file), dirname(dirname(file))]) {
    try {
      await rmdir(folder)
    } catch (error) {
      // Something else is kept there.
      if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') break
      throw error
    }
  }
  return true
}
