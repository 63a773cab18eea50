import { type Command, InvalidArgumentError, Option } from 'commander'
import * as v from 'valibot'
import { fromErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { DeclarationState, FilingNumber } from '../../../shared/protocol/declarations.ts'
import { findRow } from '../../capabilities/declarations/check.ts'
import { parseCode } from '../../operations/mailbox/mailbox.ts'
import type { Act, Cli } from '../core/command.ts'
import { moment } from '../core/format.ts'
import { integer, wireId } from '../core/options.ts'
import { saveAs, saveNew } from '../core/save.ts'
import { table } from '../core/terminal.ts'
import { DECLARATION_WORDS } from './declaration-labels.ts'
import { periodOf, sayDeclarations, statusTable } from './print-declarations.ts'
import { submitAll } from './submit.ts'

/** Beyond this nothing is numbered. */
const MOST_ID = 1_000_000_000

type Key = { cui: string; counter?: boolean; lost?: number }

export function addDeclarations(program: Command, act: Act): void {
  const declarations = program.command('declarations').description('tax declarations: file, follow, receipts')
  declarations
    .command('submit')
    .argument('<files...>', 'signed PDF files')
    .description('file declarations on the portal; each is sent once')
    .option('--cui <cui>', 'company, where the PDF does not say it')
    .option('--wait', 'until the authority has an outcome')
    .option('--again', 'file it also if the same bytes were filed before')
    .option('--yes', 'do not ask')
    .action(act(submitAll))
  withKey(declarations.command('track'))
    .description('follow a filing that was made elsewhere, or say which index a lost one has')
    .option('--lost <number>', 'the filing of the list whose answer was lost, and that it is', integer(1, MOST_ID))
    .action(
      act(async (cli, filingNumber: string, { cui, counter = false, lost }: Key) => {
        const key = { filingNumber, cui: parseCode(cui), isCounter: counter }
        const json = await cli.call('declarations.track', { ...key, ...(lost === undefined ? {} : { lost }) })
        const { text } = sayDeclarations(cli, [json.declaration])
        const words = DECLARATION_WORDS[cli.terminal.locale]
        const others = json.others.length > 0 ? [words.others(json.others.length), statusTable(cli, json.others)] : []
        return { json, text: [text, ...others].join('\n') }
      }),
    )
  withKey(declarations.command('status'))
    .description('what the filing-status page says now')
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
    .argument('<number>', 'the filing of the list', integer(1, MOST_ID))
    .description('name or correct the company of a filing whose PDF does not say it')
    .requiredOption('--cui <cui>', 'company')
    .action(
      act(async (cli, id: number, { cui }: Pick<Key, 'cui'>) => {
        const json = await cli.call('declarations.setCompany', { id, cui: parseCode(cui) })
        return { json, text: sayDeclarations(cli, [json.declaration]).text }
      }),
    )
  declarations
    .command('receipt')
    .argument('<index>', 'upload index', wireId)
    .description('the receipt of a filing, from the archive or the authority')
    .option('--cui <cui>', 'company, of a filing that is not followed')
    .option('--output <file>', 'where to write it; - for standard output')
    .action(
      act(async (cli, uploadIndex: string, { cui, output }: { cui?: string; output?: string }) => {
        const { declarations } = await cli.services.archive()
        if (!(await declarations.findReceipt(uploadIndex))) await bringReceipt(cli, uploadIndex, cui)
        const { bytes, fileName } = await declarations.readReceipt(uploadIndex)
        if (output === '-') return { bytes }
        const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
        return { json: { file: path }, text: cli.words.saved(path) }
      }),
    )
  declarations
    .command('list')
    .description('declarations that were filed or are followed, the latest first')
    .option('--cui <cui>', 'only this company')
    .addOption(new Option('--state <state>').choices(DeclarationState.options))
    .option('--limit <n>', 'at most so many', integer(1, 500), 100)
    .option('--offset <n>', 'leave out so many', integer(0, MOST_ID), 0)
    .action(
      act(async (cli, { cui, ...query }: ListOptions) => {
        const { locale } = cli.terminal
        const { list, states, receipts, overdue, unconfirmed } = DECLARATION_WORDS[locale]
        const json = await cli.call('declarations.list', { ...query, ...(cui ? { cui: parseCode(cui) } : {}) })
        if (json.items.length === 0) return { json, text: list.empty }
        const rows = json.items.map(one => [
          String(one.id),
          one.filedOn ?? moment(one.createdAt, locale),
          one.form ?? '–',
          periodOf(one.period),
          one.cui ?? '–',
          [one.isUnconfirmed ? unconfirmed : states[one.state], one.isOverdue ? `(${overdue})` : ''].join(' ').trim(),
          one.filingNumber ?? '–',
          receipts[one.receipt],
        ])
        const heads = [list.id, list.filed, list.form, list.period, list.cui, list.state, list.number, list.receipt]
        return { json, text: `${table(heads, rows, [0])}\n${cli.words.shown(rows.length, json.total)}` }
      }),
    )
}

/** Into the archive. The page gives a receipt out by its index alone: it says first whose filing that is. */
async function bringReceipt(cli: Cli, uploadIndex: string, given: string | undefined): Promise<void> {
  const known = (await cli.services.archive()).declarations.byFilingNumber(uploadIndex, false)
  const cui = given === undefined ? known?.cui : parseCode(given)
  if (!cui) throw new RecipisaError('usage', { problem: 'the filing is not followed: give --cui' })
  const { rows } = await cli.call('declarations.status', { filingNumber: uploadIndex, cui })
  const row = findRow(rows, uploadIndex)
  if (!row && known?.cui === cui) throw new RecipisaError('receipt-unavailable', { index: uploadIndex })
  if (!row) throw new RecipisaError('declaration-not-found', { number: uploadIndex, cui })
  const filedOn = row.registeredOn ?? row.uploadedOn
  const wanted = { uploadIndex, form: row.form, filedOn, hasReceipt: row.hasReceipt }
  const { receipts } = await cli.call('declarations.receipts', { cui, rows: [wanted] })
  const [receipt] = receipts
  if (receipt?.error)
    throw fromErrorBody(receipt.error) ?? new RecipisaError('unexpected', { problem: receipt.error.message, log: '' })
  if (receipt?.state === 'unavailable') throw new RecipisaError('receipt-unavailable', { index: uploadIndex })
}

type ListOptions = { cui?: string; state?: DeclarationState; limit: number; offset: number }

function withKey(command: Command): Command {
  return command
    .argument('<index>', 'upload index; the registration number of one filed at a counter', filingNumber)
    .requiredOption('--cui <cui>', 'company')
    .option('--counter', 'it was filed at a counter')
}

function filingNumber(text: string): string {
  const parsed = v.safeParse(FilingNumber, text)
  if (!parsed.success) throw new InvalidArgumentError('It must be an upload index or a registration number.')
  return parsed.output
}
