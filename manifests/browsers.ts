import { posix } from 'node:path'

/** Chromium and its relatives allow an extension by its origin, Firefox by its id. */
export type Family = 'chromium' | 'firefox'

/** The person's folders according to the system. */
export type Places = { home: string; config: string }

/** A system on which browsers look for manifests in folders. */
export type System = 'linux' | 'darwin'

export type Browser = {
  name: string
  family: Family
  /** Folder where the browser looks for this person's native messaging manifests. */
  folders: Record<System, (places: Places) => string>
}

const { join } = posix
const inConfig =
  (folder: string) =>
  ({ config }: Places) =>
    join(config, folder, 'NativeMessagingHosts')
const inSupport =
  (folder: string) =>
  ({ home }: Places) =>
    join(home, 'Library/Application Support', folder, 'NativeMessagingHosts')

const chromium = (name: string, linux: string, darwin: string): Browser => ({
  name,
  family: 'chromium',
  folders: { linux: inConfig(linux), darwin: inSupport(darwin) },
})

/**
 * The browsers that can start the host, by their makers' documentation of native messaging. `host install` and
 * `host uninstall` read this table; another browser is another row.
 */
export const BROWSERS: readonly Browser[] = [
  chromium('Google Chrome', 'google-chrome', 'Google/Chrome'),
  chromium('Chromium', 'chromium', 'Chromium'),
  chromium('Microsoft Edge', 'microsoft-edge', 'Microsoft Edge'),
  chromium('Brave', 'BraveSoftware/Brave-Browser', 'BraveSoftware/Brave-Browser'),
  chromium('Vivaldi', 'vivaldi', 'Vivaldi'),
  chromium('Opera', 'opera', 'com.operasoftware.Opera'),
  {
    name: 'Firefox',
    family: 'firefox',
    folders: { linux: ({ home }) => join(home, '.mozilla/native-messaging-hosts'), darwin: inSupport('Mozilla') },
  },
]

/** Folders by the XDG base directory specification, which Chromium and its relatives follow on Linux. */
export function placesOf(env: NodeJS.ProcessEnv, home: string): Places {
  return { home, config: env.XDG_CONFIG_HOME || join(home, '.config') }
}
