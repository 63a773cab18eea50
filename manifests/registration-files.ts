import { join } from 'node:path'
import { HOST_NAME } from '../shared/domain/product.ts'
import { RecipisaError } from '../shared/errors/recipisa-error.ts'
import { BROWSERS, type Family, hasFolders, type Places, type System } from './browsers.ts'
import { MANIFEST_FILE, manifestName } from './host-manifest.ts'

export type Registration = {
  system: NodeJS.Platform
  places: Places
  /** Folder of the person's data for this program; the launcher lies there. */
  data: string
  /**
   * Profile of a Chromium-based browser outside the usual folders; the host is then registered for it alone. Not for
   * Windows, where such a profile also reads the registry.
   */
  userDataDir?: string | undefined
}

export type RegistrationFiles = {
  launcher: string
  /** A manifest per browser; on Windows one per family, beside the launcher. */
  manifests: { family: Family; file: string }[]
  /** On Windows, the registry keys that name the manifests. */
  keys: { key: string; file: string }[]
}

/** The parts of a registration. Throws `install-system` for a system outside the table. */
export function registrationFiles({ system, places, data, userDataDir }: Registration): RegistrationFiles {
  if (system === 'win32') return onWindows(join(data, 'bin'))
  if (!hasFolders(system)) throw new RecipisaError('install-system', { system })
  const folders: { family: Family; folder: string }[] = userDataDir
    ? [{ family: 'chromium', folder: join(userDataDir, 'NativeMessagingHosts') }]
    : BROWSERS.map(({ family, folders }) => ({ family, folder: folders[system](places) }))
  return {
    launcher: join(data, 'bin/recipisa-host'),
    manifests: folders.map(({ family, folder }) => ({ family, file: join(folder, MANIFEST_FILE) })),
    keys: [],
  }
}

function onWindows(folder: string): RegistrationFiles {
  const fileOf = (family: Family) => join(folder, manifestName(family))
  return {
    launcher: join(folder, 'recipisa-host.bat'),
    manifests: (['chromium', 'firefox'] as const).map(family => ({ family, file: fileOf(family) })),
    keys: BROWSERS.map(browser => ({ key: `HKCU\\${hostKey(browser.registryKey)}`, file: fileOf(browser.family) })),
  }
}

/** The key of our host below the key of a browser's hosts. */
export const hostKey = (registryKey: string): string => `${registryKey}\\${HOST_NAME}`

/** The manifests for everyone on the computer; an installer for all users writes them. Some browsers share one. */
export function systemWideManifests(system: System): { family: Family; file: string }[] {
  const families = new Map(BROWSERS.map(({ family, systemFolders }) => [systemFolders[system], family]))
  return [...families].map(([folder, family]) => ({ family, file: join(folder, MANIFEST_FILE) }))
}
