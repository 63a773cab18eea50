import { join } from 'node:path'

/** Where the person's configuration lies, as the system says; asked for by the table below. */
export type Places = { home: string; config: string }

type Row = {
  browser: string
  system: NodeJS.Platform
  /** Folder in which the browser looks for manifests of native messaging hosts, for this user only. */
  folder: (places: Places) => string
}

/**
 * Where each browser looks for native messaging hosts: the one table that install and uninstall go by. A browser or a
 * system more is a row more.
 */
export const BROWSERS: readonly Row[] = [
  { browser: 'Chromium', system: 'linux', folder: ({ config }) => join(config, 'chromium/NativeMessagingHosts') },
  {
    browser: 'Google Chrome',
    system: 'linux',
    folder: ({ config }) => join(config, 'google-chrome/NativeMessagingHosts'),
  },
]

/** Places by the XDG base directory specification, which Chromium and Chrome follow on Linux. */
export function placesOf(env: NodeJS.ProcessEnv, home: string): Places {
  return { home, config: env.XDG_CONFIG_HOME || join(home, '.config') }
}
