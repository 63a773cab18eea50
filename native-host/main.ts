import './process/heap.ts'
import { resolve } from 'node:path'
import { isProgramReplaced, PROGRAM_REPLACED } from '../shared/errors/program-replaced.ts'
import { HOST_REASONS } from '../shared/errors/reasons/host.ts'
import { callerOf } from './messaging/caller.ts'
import { defaultDataDir } from './process/data-dir.ts'
import { homeFolder } from './process/home.ts'
import type { HostOptions } from './services.ts'

type Flags = { dataDir?: string; profile?: string; token?: string; certificate?: string }

/** Options from the environment; flags of the command line take precedence. */
function hostOptions(flags: Flags): HostOptions {
  const { env, execPath, platform } = process
  const driver = flags.token ?? (env.RECIPISA_TOKEN || undefined)
  const serial = flags.certificate ?? (env.RECIPISA_CERTIFICATE || null)
  const profilePath = flags.profile ?? (env.RECIPISA_PROFILE || undefined)
  return {
    dataDir: resolve(flags.dataDir ?? (env.RECIPISA_DATA_DIR || defaultDataDir(platform, env, homeFolder()))),
    profilePath: profilePath === undefined ? undefined : resolve(profilePath),
    ...(driver === undefined ? {} : { token: { driver: resolve(driver), serial } }),
    env,
    now: Date.now,
    command: [execPath, ...process.execArgv, process.argv[1] ?? import.meta.filename],
  }
}

/** One program with two front doors, each loaded on use; a stranger at the browser's door gets no answer. */
async function run(): Promise<number> {
  switch (callerOf(args)) {
    case 'extension': {
      const { runMessaging } = await import('./messaging/run.ts')
      return runMessaging(args, hostOptions({}))
    }
    case 'stranger': {
      const { refuseCaller } = await import('./messaging/refuse.ts')
      return refuseCaller(args, hostOptions({}))
    }
    case 'command-line': {
      const { runCommandLine } = await import('./cli/core/run.ts')
      return runCommandLine(args, hostOptions)
    }
  }
}

async function main(): Promise<void> {
  process.exitCode = await run()
  await new Promise<void>(written => process.stdout.write('', () => written()))
  // Handles of libraries (keep-alive sockets, timers) must not keep the program alive after its work.
  process.exit()
}

const args = process.argv.slice(2)
// Not awaited here: a module loaded later may import this file, and would wait for its end.
main().catch((error: unknown) => {
  if (isProgramReplaced(error)) sayReplaced()
  else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})

/** This avoids the parts that print other failures, because they may be gone as well, and so prints both languages. */
function sayReplaced(): void {
  const { ro, en } = PROGRAM_REPLACED
  const { code, side } = HOST_REASONS['program-replaced']
  const error = { code, message: en.join(' '), details: { reason: 'program-replaced', side, params: {} } }
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`)
  else process.stderr.write(`${ro.join(' ')}\n${en.join(' ')}\n`)
}
