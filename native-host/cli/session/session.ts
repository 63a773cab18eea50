import { Argument, type Command } from 'commander'
import { SessionService, type SessionStatus } from '../../../shared/protocol/session.ts'
import type { Act, Cli, Said } from '../core/command.ts'
import { moment } from '../core/format.ts'
import { facts, readStdin } from '../core/terminal.ts'
import { onlyStdin } from './auth.ts'
import { readCookies } from './read-cookies.ts'

export function addSession(program: Command, act: Act): void {
  const session = program.command('session').description('sessions of the services behind the certificate')
  const service = (name: string) =>
    new Argument(name, 'the mailbox or the declaration portal').choices(SessionService.options)
  session
    .command('import')
    .addArgument(service('<service>'))
    .argument('<source>', '- for JSON [{name, value, domain, path, secure, httpOnly, expires}] on standard input')
    .description("keep a browser's cookies, once a call with them alone went through")
    .action(
      act(async (cli, name: SessionService, source: string) => {
        onlyStdin(source)
        const cookies = readCookies(await readStdin(cli.terminal.stdin))
        return sayStatus(cli, await cli.call('session.import', { service: name, cookies }))
      }),
    )
  session
    .command('status')
    .description('whether there is a session, as last known')
    .action(act(async cli => sayStatus(cli, await cli.call('session.status', {}))))
  session
    .command('test')
    .addArgument(service('[service]').default('spv'))
    .description('ask the service whether the session is still accepted')
    .action(act(async (cli, name: SessionService) => sayStatus(cli, await cli.call('session.test', { service: name }))))
  session
    .command('forget')
    .addArgument(service('[service]').default('spv'))
    .description('end the session and delete its cookies from this machine')
    .action(
      act(async (cli, name: SessionService) => ({
        json: await cli.call('session.forget', { service: name }),
        text: cli.words.sessionForgotten,
      })),
    )
}

function sayStatus({ words, terminal }: Cli, status: SessionStatus): Said {
  const text = status.services
    .map(({ service, state, since, lastUsedAt, expiresAt, keptIn }) =>
      facts([
        [words.session.service, service],
        [words.session.state, words.sessionStates[state]],
        [words.session.since, moment(since, terminal.locale)],
        [words.session.lastUsed, moment(lastUsedAt, terminal.locale)],
        [words.session.expires, moment(expiresAt, terminal.locale)],
        [words.session.kept, words.keptIn[keptIn]],
      ]),
    )
    .join('\n\n')
  return { json: status, text }
}
