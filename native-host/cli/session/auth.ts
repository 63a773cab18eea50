import type { Command } from 'commander'
import * as v from 'valibot'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { AuthStatus } from '../../../shared/protocol/auth.ts'
import { CarriedRequest } from '../../session/carrier.ts'
import type { Act, Cli, Output, Say } from '../core/command.ts'
import { requireStdin, UsageProblem } from '../core/usage-problem.ts'
import { moment } from '../terminal/format.ts'
import { facts, localeOf, readStdin } from '../terminal/terminal.ts'

/** How long to retry storing new tokens, ms. */
const STORING_PATIENCE = 60_000

export function addAuth(auth: Command, act: Act, say: Say): void {
  auth
    .command('status')
    .description('whether there is an authorization, and until when')
    .action(act(async cli => printStatus(cli, await cli.call('auth.status', {}))))
  auth
    .command('import')
    .argument('<source>', '- for JSON {access_token, refresh_token} on standard input')
    .description('save tokens that were obtained elsewhere')
    .action(
      act(async (cli, source: string) => {
        requireStdin(source)
        const text = await readStdin(cli.terminal.stdin)
        return printStatus(cli, await (await cli.services.tokens()).import(text))
      }),
    )
  auth
    .command('refresh')
    .description('renew the authorization now')
    .action(act(async cli => printStatus(cli, await cli.call('auth.refresh', {}))))
  // The separate process that a host starts for token requests, since the browser may kill the host.
  auth.command('carry', { hidden: true }).action(
    act(async ({ services, terminal, signal }) => {
      const request = parseCarried(await readStdin(terminal.stdin))
      const tokens = await services.tokens()
      const { exchange, renew } = tokens.requests
      const work = 'exchange' in request ? exchange(request.exchange, signal) : renew(request.renew, signal)
      // Tokens that cannot be stored (a full disk) exist in this process only.
      const problem = await work.finally(() => tokens.settled(STORING_PATIENCE))
      return { json: { problem: problem ? toErrorBody(problem) : null }, text: '' }
    }),
  )
  // The process that holds a token's key (native-host/token/).
  auth.command('token-calls', { hidden: true }).action(
    say(async () => {
      const { serveCalls } = await import('../../token/serve-calls.ts')
      await serveCalls(process.stdin, localeOf(process.env))
      return { json: {}, text: '' }
    }),
  )
  auth
    .command('forget')
    .description('delete the saved authorization from this computer')
    .action(act(async cli => ({ json: await cli.call('auth.forget', {}), text: cli.labels.forgotten })))
}

function parseCarried(text: string): CarriedRequest {
  try {
    return v.parse(CarriedRequest, JSON.parse(text))
  } catch {
    throw new UsageProblem('standard input holds no request') // the parsers' messages quote it, and it is a secret
  }
}

function printStatus({ labels, terminal }: Cli, status: AuthStatus): Output {
  const text = facts([
    [labels.auth.state, labels.authStates[status.state]],
    [labels.auth.serial, status.serial ?? labels.none],
    [labels.auth.access, moment(status.accessExpiresAt, terminal.locale)],
    [labels.auth.refresh, moment(status.refreshExpiresAt, terminal.locale)],
    [labels.auth.roles, status.roles.join(', ') || labels.none],
    [labels.auth.signature, labels.signatures[status.signature]],
    [labels.auth.kept, labels.keptIn[status.keptIn]],
  ])
  const { serial, previousSerial } = status
  if (serial === null || previousSerial === null) return { json: status, text }
  return { json: status, text: `${text}\n\n${labels.otherCertificate(serial, previousSerial)}` }
}
