import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { placesOf } from '../../../manifests/browsers.ts'
import { chooseNode, installedNode } from '../../../manifests/choose-node.ts'
import { install, uninstall } from '../../../manifests/registration.ts'
import type { Registration } from '../../../manifests/registration-files.ts'
import { defaultDataDir } from '../../process/data-dir.ts'
import { homeFolder } from '../../process/home.ts'
import type { Act } from '../core/command.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { addDoctor } from './doctor.ts'

type Options = { userDataDir?: string; secrets?: boolean }

/** The host in the browsers of this computer (H-07). */
export function addHost(host: Command, act: Act): void {
  host
    .command('install')
    .option('--user-data-dir <dir>', 'only for the profile of a Chromium-based browser in this folder')
    .description('let the browsers of this computer start this program; run it again after moving it')
    .action(
      act(async ({ labels }, options: Options) => {
        const { env, execPath } = process
        const program = ownProgram()
        const node = installedNode(execPath, program) ?? (await chooseNode(env.PATH ?? '', execPath))
        const files = await install({ ...registrationOf(options), node: node.path, program })
        const { installed, startsWith } = labels.host
        const text = `${[installed, ...indented(files)].join('\n')}\n${startsWith(node)}`
        return { json: { files, node }, text }
      }),
    )
  host
    .command('uninstall')
    .option('--user-data-dir <dir>', 'only for the profile of a Chromium-based browser in this folder')
    .addOption(
      new Option('--secrets', 'also delete the authorization, the sessions and the client secret').conflicts(
        'userDataDir',
      ),
    )
    .description('take that back, and the schedule; archived documents stay')
    .action(
      act(async ({ labels, services }, options: Options) => {
        // The schedule starts this program too, for the person, not for one browser profile.
        const schedule = options.userDataDir === undefined && (await (await services.schedule()).remove())
        const files = await uninstall(registrationOf(options))
        if (options.secrets) await services.forgetSecrets()
        const { uninstalled, wasNotInstalled, unscheduled, secretsDeleted } = labels.host
        const lines = files.length > 0 ? [uninstalled, ...indented(files)] : [wasNotInstalled]
        if (schedule) lines.push(unscheduled)
        if (options.secrets) lines.push(secretsDeleted)
        return { json: { files, schedule }, text: lines.join('\n') }
      }),
    )
  addDoctor(host, act)
}

function registrationOf({ userDataDir }: Options): Registration {
  const { env, platform } = process
  if (platform === 'win32' && userDataDir !== undefined)
    throw new UsageProblem('on Windows every profile reads the registry: leave --user-data-dir out')
  const home = homeFolder()
  return {
    system: platform,
    places: placesOf(env, home),
    data: defaultDataDir(platform, env, home),
    userDataDir: userDataDir === undefined ? undefined : resolve(userDataDir),
  }
}

/** The file of the running program, with links resolved. */
function ownProgram(): string {
  const [, started = ''] = process.argv
  return realpathSync(started)
}

const indented = (files: readonly string[]): string[] => files.map(file => `  ${file}`)
