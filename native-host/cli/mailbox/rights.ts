import type { Command } from 'commander'
import type { SpvRights } from '../../../shared/protocol/mailbox.ts'
import { parseCode } from '../../operations/core/parse-cui.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { repeated } from '../core/options.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { moment } from '../terminal/format.ts'
import { facts, table } from '../terminal/terminal.ts'
import { MAILBOX_LABELS } from './mailbox-labels.ts'

type Options = { add?: string[]; addAll?: boolean; addNone?: boolean }

export function addMailRights(mailbox: Command, act: Act): void {
  mailbox
    .command('rights')
    .description('companies and persons that the certificate has rights for, and which of them to add to the list')
    .option('--add <cui>', 'add this company and no other offered one (can be given again)', repeated)
    .option('--add-all', 'add all offered companies')
    .option('--add-none', 'add none of them')
    .action(
      act(async (cli, { add, addAll, addNone }: Options) => {
        if ([add, addAll, addNone].filter(Boolean).length > 1)
          throw new UsageProblem('give one of --add, --add-all, --add-none')
        if (add) return printRights(cli, await cli.call('mailbox.answerRights', { add: add.map(parseCode) }))
        const known = await cli.call('mailbox.rights', {})
        if (!addAll && !addNone) return printRights(cli, known)
        const offered = known.rights.filter(({ state }) => state === 'offered').map(({ cui }) => cui)
        return printRights(cli, await cli.call('mailbox.answerRights', { add: addAll ? offered : [] }))
      }),
    )
}

function printRights({ terminal: { locale } }: Cli, json: SpvRights): Output {
  const labels = MAILBOX_LABELS[locale]
  if (json.asOf === null && json.rights.length === 0) return { json, text: labels.rights.empty }
  const rows = json.rights.map(({ cui, name, isPerson, state, gone }) => [
    cui,
    isPerson ? labels.person : (name ?? '–'),
    gone ? labels.gone : labels.rightStates[state],
  ])
  const offered = json.rights.filter(({ state }) => state === 'offered').length
  const head = facts([
    [labels.rights.asOf, moment(json.asOf, locale)],
    [labels.rights.serial, json.certificateSerial ?? '–'],
  ])
  const body = table([labels.rights.cui, labels.rights.name, labels.rights.state], rows)
  return { json, text: [head, body, ...(offered > 0 ? [labels.offered(offered)] : [])].join('\n\n') }
}
