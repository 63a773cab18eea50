import { type Command, Option } from 'commander'
import type { ApiAccess } from '../../../shared/domain/access.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { ProfileSummary } from '../../../shared/protocol/profile.ts'
import { facts, readStdin } from '../terminal/terminal.ts'
import type { Act, Cli, Output } from './command.ts'
import { errorSentences } from './error-sentences.ts'
import { requireStdin, UsageProblem } from './usage-problem.ts'

type Options = {
  environment?: Environment
  access?: ApiAccess
  clientId?: string
  redirectUri?: string
  clientSecret?: string
}

export function addProfile(profile: Command, act: Act): void {
  profile
    .command('show')
    .description('the profile in use, without any secret')
    .action(act(async cli => printProfile(cli, await cli.call('profile.get', {}))))
  profile
    .command('configure')
    .description("save the OAuth application's data, or that there is none")
    .addOption(new Option('--environment <name>').choices(['prod', 'test']))
    .addOption(
      new Option('--access <way>', 'tokens of an OAuth application, or the certificate on each call').choices([
        'oauth',
        'certificate',
      ]),
    )
    .option('--client-id <id>')
    .option('--redirect-uri <url>', 'exactly as registered in the portal')
    .option('--client-secret <source>', '- for the secret on standard input')
    .action(
      act(async (cli, { clientSecret: source, ...changes }: Options) => {
        if (source === undefined && Object.keys(changes).length === 0)
          throw new UsageProblem('give at least one option')
        if (source !== undefined) requireStdin(source)
        const secret = source === undefined ? {} : { clientSecret: (await readStdin(cli.terminal.stdin)).trim() }
        return printProfile(cli, await cli.call('profile.configure', { ...changes, ...secret }))
      }),
    )
}

function printProfile({ labels, terminal: { locale } }: Cli, profile: ProfileSummary): Output {
  const heads = labels.profile
  const { secretsError } = profile
  const hasSecret = profile.hasClientSecret ? labels.yes : labels.no
  const text = facts([
    [heads.file, profile.file ?? heads.builtIn],
    [heads.environment, profile.environment],
    [heads.access, profile.access],
    [heads.auth, profile.authUrl],
    [heads.base, profile.baseUrl],
    [heads.client, profile.clientId ?? labels.none],
    [heads.secret, secretsError ? labels.none : hasSecret],
    [heads.redirect, profile.redirectUri ?? labels.none],
    [heads.kept, labels.keptIn[profile.keptIn]],
    [heads.folder, profile.archiveFolder],
  ])
  return { json: profile, text: secretsError ? `${text}\n\n${errorSentences(secretsError, locale)}` : text }
}
