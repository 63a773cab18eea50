import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { HOST_NAME } from '../shared/domain/product.ts'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'
import { BROWSERS, type Family, type Places, type System } from './browsers.ts'
import { hostManifest, launcherScript } from './host-manifest.ts'

export type Registration = {
  system: NodeJS.Platform
  places: Places
  /** Folder of the person's data for this program, where the launcher lies. */
  data: string
  /** Profile of a Chromium-based browser outside the usual folders; then the host is registered for it alone. */
  userDataDir?: string | undefined
}

/** The files of a registration: one launcher, and a manifest per browser. */
export function registrationFiles({ system, places, data, userDataDir }: Registration): {
  launcher: string
  manifests: { family: Family; file: string }[]
} {
  if (!isKnown(system)) throw new RecipisaError('install-system', { system })
  const folders: { family: Family; folder: string }[] = userDataDir
    ? [{ family: 'chromium', folder: join(userDataDir, 'NativeMessagingHosts') }]
    : BROWSERS.map(({ family, folders }) => ({ family, folder: folders[system](places) }))
  return {
    launcher: join(data, 'bin/recipisa-host'),
    manifests: folders.map(({ family, folder }) => ({ family, file: join(folder, `${HOST_NAME}.json`) })),
  }
}

const isKnown = (system: NodeJS.Platform): system is System => system === 'linux' || system === 'darwin'

/** Registers the host with every browser of the table. Running it again repairs changed files and changes nothing else. */
export async function install(registration: Registration & { node: string; program: string }): Promise<string[]> {
  const { node, program } = registration
  if (!existsSync(program)) throw new RecipisaError('host-not-built', { path: program })
  const { launcher, manifests } = registrationFiles(registration)
  await replace(launcher, launcherScript(node, program), 0o755)
  for (const { family, file } of manifests) await replace(file, hostManifest(family, launcher), 0o644)
  return [launcher, ...manifests.map(({ file }) => file)]
}

/** Removes what `install` wrote; the launcher stays while another manifest of the table names it. */
export async function uninstall(registration: Registration): Promise<string[]> {
  const removed: string[] = []
  const { launcher, manifests } = registrationFiles(registration)
  const top = registration.userDataDir ?? registration.places.home
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
