import { type Command, Option } from 'commander'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import type { Environment } from '../../../shared/protocol/values.ts'
import { onlyStdin, UsageProblem } from '../session/auth.ts'
import type { Act, Cli, Said } from './command.ts'
import { facts, readStdin } from './terminal.ts'

type Options = { environment?: Environment; clientId?: string; redirectUri?: string; clientSecret?: string }

export function addProfile(program: Command, act: Act): void {
  const profile = program.command('profile').description('endpoints and OAuth application')
  profile
    .command('show')
    .description('the profile in use, without any secret')
    .action(act(async cli => sayProfile(cli, await cli.call('profile.get', {}))))
  profile
    .command('configure')
    .description("keep the OAuth application's data")
    .addOption(new Option('--environment <name>').choices(['prod', 'test']))
    .option('--client-id <id>')
    .option('--redirect-uri <url>', 'exactly as registered in the portal')
    .option('--client-secret <source>', '- for the secret on standard input')
    .action(
      act(async (cli, { clientSecret: source, ...changes }: Options) => {
        if (source === undefined && Object.keys(changes).length === 0)
          throw new UsageProblem('give at least one option')
        if (source !== undefined) onlyStdin(source)
        const secret = source === undefined ? {} : { clientSecret: (await readStdin(cli.terminal.stdin)).trim() }
        return sayProfile(cli, await cli.call('profile.configure', { ...changes, ...secret }))
      }),
    )
}

function sayProfile({ words }: Cli, profile: ProfileSummary): Said {
  const heads = words.profile
  const text = facts([
    [heads.file, profile.file ?? heads.builtIn],
    [heads.environment, profile.environment],
    [heads.auth, profile.authUrl],
    [heads.base, profile.baseUrl],
    [heads.client, profile.clientId ?? words.none],
    [heads.secret, profile.hasClientSecret ? words.yes : words.no],
    [heads.redirect, profile.redirectUri ?? words.none],
    [heads.kept, words.keptIn[profile.keptIn]],
    [heads.folder, profile.archiveFolder],
  ])
  return { json: profile, text }
}
