import { posix } from 'node:path'

/** Chromium and its relatives allow an extension by its origin, Firefox by its id. */
export type Family = 'chromium' | 'firefox'

/** The person's folders according to the system. */
export type Places = { home: string; config: string }

/** A system on which browsers look for manifests in folders; on Windows the registry names the files. */
export type System = 'linux' | 'darwin'

export const hasFolders = (system: NodeJS.Platform): system is System => system === 'linux' || system === 'darwin'

/** Where an administrator's NativeMessagingAllowlist and NativeMessagingBlocklist come from. */
export type Policies = {
  /** Folder of JSON files. */
  linux: string
  /** Domain of managed preferences. */
  darwin: string
  /** Registry key below HKLM and HKCU; each list is a subkey with numbered values. */
  win32: string
}

export type Browser = {
  name: string
  family: Family
  /** Folder where the browser looks for this person's native messaging manifests. */
  folders: Record<System, (places: Places) => string>
  /** Another folder of the browser's own data; without one they are beside its manifests. */
  data?: (places: Places) => string
  /** Folder where it looks for manifests for everyone on the computer. */
  systemFolders: Record<System, string>
  /** Registry key below HKCU and HKLM; a host is a subkey whose default value is the path of its manifest. */
  registryKey: string
  /** Firefox has no such policies. */
  policies?: Policies
  /** Id of its Flatpak, whose sandbox keeps the browser from starting programs of the computer. */
  flatpak: string
  /** Name of its Snap; its sandbox does the same. Chrome and Edge have none. */
  snap?: string
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

type Chromium = {
  /** Folder of the browser's own data, below the person's folders. */
  own: Record<System, string>
  /** Parent folder of its files for everyone. */
  everybody: Record<System, string>
  registry: string
  policies: Policies
  flatpak: string
  snap?: string
}

const chromium = (name: string, { own, everybody, registry, ...rest }: Chromium): Browser => ({
  name,
  family: 'chromium',
  folders: { linux: inConfig(own.linux), darwin: inSupport(own.darwin) },
  systemFolders: {
    linux: join(everybody.linux, 'native-messaging-hosts'),
    darwin: join(everybody.darwin, 'NativeMessagingHosts'),
  },
  registryKey: `Software\\${registry}\\NativeMessagingHosts`,
  ...rest,
})

const CHROME_FOR_EVERYBODY = { linux: '/etc/opt/chrome', darwin: '/Library/Google/Chrome' }

const policies = (folder: string, darwin: string, key: string): Policies => ({
  linux: `${folder}/policies/managed`,
  darwin,
  win32: `Software\\Policies\\${key}`,
})

/**
 * The browsers that can start the host, from their makers' documentation of native messaging. The commands `host
 * install`, `uninstall` and `doctor` and every installer read this table; another browser is another row.
 */
export const BROWSERS: readonly Browser[] = [
  chromium('Google Chrome', {
    own: { linux: 'google-chrome', darwin: 'Google/Chrome' },
    everybody: CHROME_FOR_EVERYBODY,
    registry: 'Google\\Chrome',
    policies: policies('/etc/opt/chrome', 'com.google.Chrome', 'Google\\Chrome'),
    flatpak: 'com.google.Chrome',
  }),
  chromium('Chromium', {
    own: { linux: 'chromium', darwin: 'Chromium' },
    everybody: { linux: '/etc/chromium', darwin: '/Library/Application Support/Chromium' },
    registry: 'Chromium',
    policies: policies('/etc/chromium', 'org.chromium.Chromium', 'Chromium'),
    flatpak: 'org.chromium.Chromium',
    snap: 'chromium',
  }),
  chromium('Microsoft Edge', {
    own: { linux: 'microsoft-edge', darwin: 'Microsoft Edge' },
    everybody: { linux: '/etc/opt/edge', darwin: '/Library/Microsoft/Edge' },
    registry: 'Microsoft\\Edge',
    policies: policies('/etc/opt/edge', 'com.microsoft.Edge', 'Microsoft\\Edge'),
    flatpak: 'com.microsoft.Edge',
  }),
  chromium('Brave', {
    own: { linux: 'BraveSoftware/Brave-Browser', darwin: 'BraveSoftware/Brave-Browser' },
    // Its source names Chrome's folders for everyone (brave_main_delegate.cc).
    everybody: CHROME_FOR_EVERYBODY,
    registry: 'BraveSoftware\\Brave-Browser',
    policies: policies('/etc/brave', 'com.brave.Browser', 'BraveSoftware\\Brave'),
    flatpak: 'com.brave.Browser',
    snap: 'brave',
  }),
  chromium('Vivaldi', {
    own: { linux: 'vivaldi', darwin: 'Vivaldi' },
    everybody: { linux: '/etc/opt/vivaldi', darwin: '/Library/Application Support/Vivaldi' },
    registry: 'Vivaldi',
    policies: policies('/etc/opt/vivaldi', 'com.vivaldi.Vivaldi', 'Vivaldi'),
    flatpak: 'com.vivaldi.Vivaldi',
    snap: 'vivaldi',
  }),
  chromium('Opera', {
    own: { linux: 'opera', darwin: 'com.operasoftware.Opera' },
    // Its maker documents no folder of its own; hosts that work with it use Chrome's.
    everybody: CHROME_FOR_EVERYBODY,
    registry: 'Opera Software',
    policies: policies('/etc/opt/opera', 'com.operasoftware.Opera', 'Opera Software\\Opera'),
    flatpak: 'com.opera.Opera',
    snap: 'opera',
  }),
  {
    name: 'Firefox',
    family: 'firefox',
    folders: { linux: ({ home }) => join(home, '.mozilla/native-messaging-hosts'), darwin: inSupport('Mozilla') },
    // New profiles of Firefox 147 and newer on Linux (docs/browsers.md).
    data: ({ config }) => join(config, 'mozilla/firefox'),
    systemFolders: {
      linux: '/usr/lib/mozilla/native-messaging-hosts',
      darwin: '/Library/Application Support/Mozilla/NativeMessagingHosts',
    },
    registryKey: 'Software\\Mozilla\\NativeMessagingHosts',
    flatpak: 'org.mozilla.firefox',
    snap: 'firefox',
  },
]

/** Folders by the XDG base directory specification, which Chromium and its relatives follow on Linux. */
export function placesOf(env: NodeJS.ProcessEnv, home: string): Places {
  return { home, config: env.XDG_CONFIG_HOME || join(home, '.config') }
}
