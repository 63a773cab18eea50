import './heap.ts'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { FIREFOX_EXTENSION_ID } from '../shared/product.ts'
import { runCommandLine } from './cli/run.ts'
import { defaultDataDir } from './data-dir.ts'
import { runMessaging } from './messaging/run.ts'
import type { HostOptions } from './services.ts'

/**
 * One program, two front doors: a browser starts it with the extension's origin (Chrome) or the manifest's path and the
 * add-on's id (Firefox); whatever else is a command line.
 */
function isBrowser([first = '', second]: readonly string[]): boolean {
  return first.startsWith('chrome-extension://') || (first.endsWith('.json') && second === FIREFOX_EXTENSION_ID)
}

/** Options as the environment gives them; the command line's flags go before them. */
function hostOptions(flags: { dataDir?: string | undefined; profile?: string | undefined }): HostOptions {
  const { env, execPath, platform } = process
  const profilePath = flags.profile ?? (env.RECIPISA_PROFILE || undefined)
  return {
    dataDir: resolve(flags.dataDir ?? (env.RECIPISA_DATA_DIR || defaultDataDir(platform, env, homedir()))),
    profilePath: profilePath === undefined ? undefined : resolve(profilePath),
    env,
    now: Date.now,
    command: [execPath, ...process.execArgv, process.argv[1] ?? import.meta.filename],
  }
}

const args = process.argv.slice(2)
process.exitCode = isBrowser(args) ? await runMessaging(args, hostOptions({})) : await runCommandLine(args, hostOptions)
await new Promise<void>(written => process.stdout.write('', () => written()))
// Handles of libraries (keep-alive sockets, timers) must not keep a program that has done its work.
process.exit()
