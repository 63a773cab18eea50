import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../../planted/look.ts'
import { watchedEnv } from '../../../planted/watched.ts'

/** A person's machine in a folder, which holds all files of browser, token and host. */
export type Sandbox = {
  readonly folder: string
  readonly home: string
  readonly userDataDir: string
  readonly dataDir: string
  readonly downloads: string
  /** For the authority's CA and profile; RECIPISA_PROFILE names the latter. */
  readonly authority: string
  /** Environment of every program of this sandbox; the browser passes it on to the host that it starts. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** Variables of the person's own environment that programs need. */
const INHERITED = ['PATH', 'TMPDIR', 'DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'RECIPISA_TEST_RUN']

export async function createSandbox(options: {
  /** Its location; by default a new temporary folder. */
  folder?: string
  env?: Readonly<Record<string, string>>
}): Promise<Sandbox> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'recipisa-')))
  const home = join(folder, 'home')
  const userDataDir = join(folder, 'browser')
  const dataDir = join(folder, 'data')
  const downloads = join(home, 'Downloads')
  const runtime = join(folder, 'run')
  // Chromium uses $HOME/.pki/nssdb only if it exists before the start.
  for (const each of [downloads, userDataDir, join(home, '.pki/nssdb'), join(folder, 'token/tokens')])
    await mkdir(each, { recursive: true })
  await mkdir(runtime, { recursive: true, mode: 0o700 })
  return {
    folder,
    home,
    userDataDir,
    dataDir,
    downloads,
    authority: join(folder, 'authority'),
    env: {
      ...pick(process.env, INHERITED),
      ...watchedEnv(),
      HOME: home,
      // With any other character set Chromium accepts no file with Romanian letters in its name.
      LANG: 'C.UTF-8',
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_RUNTIME_DIR: runtime,
      // No session bus, so that nothing reaches the person's own desktop (keyring, portals).
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      SOFTHSM2_CONF: join(folder, 'token/softhsm2.conf'),
      RECIPISA_DATA_DIR: dataDir,
      RECIPISA_PROFILE: join(folder, 'authority/profile.json'),
      ...options.env,
    },
    remove: async () => removeFolder(folder),
  }
}

function pick(from: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = from[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
