import { type Command, InvalidArgumentError, Option } from 'commander'
import * as v from 'valibot'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { DeclarationState, FilingNumber } from '../../../shared/protocol/declarations.ts'
import { parseCode } from '../../operations/core/parse-cui.ts'
import type { Act } from '../core/command.ts'
import { integer, wireId } from '../core/options.ts'
import { fileAloneOption } from '../office/file-alone.ts'
import { moment } from '../terminal/format.ts'
import { table } from '../terminal/terminal.ts'
import { DECLARATION_LABELS, stateWords } from './declaration-labels.ts'
import { periodOf, printDeclarations, statusTable } from './print-declarations.ts'
import { receipt } from './receipt.ts'
import { submitAll } from './submit.ts'

/** The largest possible number. */
const MOST_ID = 1_000_000_000

type Key = { cui: string; counter?: boolean; lost?: number }

export function addDeclarations(declarations: Command, act: Act): void {
  declarations
    .command('submit')
    .argument('<files...>', 'signed PDF files')
    .description('submit declarations on the portal; each is sent once')
    .option('--cui <cui>', 'company, if the PDF does not name it')
    .option('--wait', 'wait for the outcome at ANAF')
    .option('--again', 'submit it even if the same bytes were submitted before')
    .addOption(fileAloneOption())
    .option('--yes', 'do not ask')
    .action(act(submitAll))
  withKey(declarations.command('track'))
    .description('follow a declaration that was submitted elsewhere, or name the index of one of unknown outcome')
    .option('--lost <number>', 'number of the listed declaration of unknown outcome that it is', integer(1, MOST_ID))
    .action(
      act(async (cli, filingNumber: string, { cui, counter = false, lost }: Key) => {
        const key = { filingNumber, cui: parseCode(cui), isCounter: counter }
        const json = await cli.call('declarations.track', { ...key, ...(lost === undefined ? {} : { lost }) })
        const { text } = printDeclarations(cli, [json.declaration])
        const labels = DECLARATION_LABELS[cli.terminal.locale]
        const others = json.others.length > 0 ? [labels.others(json.others.length), statusTable(cli, json.others)] : []
        return { json, text: [text, ...others].join('\n') }
      }),
    )
  withKey(declarations.command('status'))
    .description('what the declaration status page shows now')
    .action(
      act(async (cli, filingNumber: string, { cui, counter = false }: Key) => {
        const key = { filingNumber, cui: parseCode(cui), isCounter: counter }
        const json = await cli.call('declarations.status', key)
        if (!json.found) throw new RecipisaError('declaration-not-found', { number: filingNumber, cui: key.cui })
        return { json, text: statusTable(cli, json.rows) }
      }),
    )
  declarations
    .command('company')
    .argument('<number>', 'number of a listed declaration', integer(1, MOST_ID))
    .description('name or correct the company of a declaration whose PDF does not name it')
    .requiredOption('--cui <cui>', 'company')
    .action(
      act(async (cli, id: number, { cui }: Pick<Key, 'cui'>) => {
        const json = await cli.call('declarations.setCompany', { id, cui: parseCode(cui) })
        return { json, text: printDeclarations(cli, [json.declaration]).text }
      }),
    )
  declarations
    .command('receipt')
    .argument('<index>', 'upload index', wireId)
    .description('the receipt of a declaration, from the archive or from ANAF')
    .option('--cui <cui>', 'company, for a declaration that is not followed')
    .option('--output <file>', 'where to write it; - for standard output')
    .action(act(receipt))
  declarations
    .command('list')
    .description('submitted and followed declarations, newest first')
    .option('--cui <cui>', 'only this company')
    .addOption(new Option('--state <state>').choices(DeclarationState.options))
    .option('--limit <n>', 'at most this many', integer(1, 500), 100)
    .option('--offset <n>', 'skip this many', integer(0, MOST_ID), 0)
    .action(
      act(async (cli, { cui, ...query }: ListOptions) => {
        const { locale } = cli.terminal
        const labels = DECLARATION_LABELS[locale]
        const { list, receipts, overdue } = labels
        const json = await cli.call('declarations.list', { ...query, ...(cui ? { cui: parseCode(cui) } : {}) })
        if (json.items.length === 0) return { json, text: list.empty }
        const rows = json.items.map(one => [
          String(one.id),
          one.filedOn ?? moment(one.createdAt, locale),
          one.form ?? '–',
          periodOf(one.period),
          one.cui ?? '–',
          [stateWords(labels, one), one.isOverdue ? `(${overdue})` : ''].join(' ').trim(),
          one.filingNumber ?? '–',
          receipts[one.receipt],
        ])
        const heads = [list.id, list.filed, list.form, list.period, list.cui, list.state, list.number, list.receipt]
        return { json, text: `${table(heads, rows, [0])}\n${cli.labels.shown(rows.length, json.total)}` }
      }),
    )
}

type ListOptions = { cui?: string; state?: DeclarationState; limit: number; offset: number }

function withKey(command: Command): Command {
  return command
    .argument(
      '<index>',
      'upload index; for a declaration handed in at a counter, its registration number',
      filingNumber,
    )
    .requiredOption('--cui <cui>', 'company')
    .option('--counter', 'it was handed in at a counter')
}

function filingNumber(text: string): string {
  const parsed = v.safeParse(FilingNumber, text)
  if (!parsed.success) throw new InvalidArgumentError('It must be an upload index or a registration number.')
  return parsed.output
}
