import { join } from 'node:path'

/** The person's folders according to the system, for the table below. */
export type Places = { home: string; config: string }

type Row = {
  browser: string
  system: NodeJS.Platform
  /** Folder where the browser looks for this user's native messaging manifests. */
  folder: (places: Places) => string
}

/**
 * Where each browser looks for native messaging hosts. Install and uninstall read this table; another browser or system is
 * another row.
 */
export const BROWSERS: readonly Row[] = [
  { browser: 'Chromium', system: 'linux', folder: ({ config }) => join(config, 'chromium/NativeMessagingHosts') },
  {
    browser: 'Google Chrome',
    system: 'linux',
    folder: ({ config }) => join(config, 'google-chrome/NativeMessagingHosts'),
  },
]

/** Folders by the XDG base directory specification, which Chromium and Chrome follow on Linux. */
export function placesOf(env: NodeJS.ProcessEnv, home: string): Places {
  return { home, config: env.XDG_CONFIG_HOME || join(home, '.config') }
}
