import { Argument, type Command } from 'commander'
import { SessionService, type SessionStatus } from '../../../shared/protocol/session.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { requireStdin } from '../core/usage-problem.ts'
import { moment } from '../terminal/format.ts'
import { facts, readStdin } from '../terminal/terminal.ts'
import { readCookies } from './read-cookies.ts'

export function addSession(session: Command, act: Act): void {
  const service = (name: string) =>
    new Argument(name, 'the mailbox or the declaration portal').choices(SessionService.options)
  session
    .command('import')
    .addArgument(service('<service>'))
    .argument('<source>', '- for JSON [{name, value, domain, path, secure, httpOnly, expires}] on standard input')
    .description("save a browser's cookies, after a test call with them has succeeded")
    .action(
      act(async (cli, name: SessionService, source: string) => {
        requireStdin(source)
        const cookies = readCookies(await readStdin(cli.terminal.stdin))
        return printStatus(cli, await cli.call('session.import', { service: name, cookies }))
      }),
    )
  session
    .command('status')
    .description('the sessions, as last known')
    .action(act(async cli => printStatus(cli, await cli.call('session.status', {}))))
  session
    .command('test')
    .addArgument(service('[service]').default('spv'))
    .description('ask the service whether the session is still accepted')
    .action(
      act(async (cli, name: SessionService) => printStatus(cli, await cli.call('session.test', { service: name }))),
    )
  session
    .command('forget')
    .addArgument(service('[service]').default('spv'))
    .description('end the session and delete its cookies from this computer')
    .action(
      act(async (cli, name: SessionService) => ({
        json: await cli.call('session.forget', { service: name }),
        text: cli.labels.sessionForgotten,
      })),
    )
}

function printStatus({ labels, terminal }: Cli, status: SessionStatus): Output {
  const text = status.services
    .map(({ service, state, since, lastUsedAt, expiresAt, keptIn }) =>
      facts([
        [labels.session.service, service],
        [labels.session.state, labels.sessionStates[state]],
        [labels.session.since, moment(since, terminal.locale)],
        [labels.session.lastUsed, moment(lastUsedAt, terminal.locale)],
        [labels.session.expires, moment(expiresAt, terminal.locale)],
        [labels.session.kept, labels.keptIn[keptIn]],
      ]),
    )
    .join('\n\n')
  return { json: status, text }
}
