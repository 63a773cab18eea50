import { type Command, InvalidArgumentError, Option } from 'commander'
import { listTooLarge } from '../../../shared/domain/file-sizes.ts'
import {
  type AgreementRow,
  Finding,
  type GivenColumns,
  LedgerColumns,
} from '../../../shared/protocol/invoices/ledgers.ts'
import type { ParamsIn, ResultOf } from '../../../shared/protocol/methods.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { EXIT } from '../core/exit-codes.ts'
import { readFile } from '../core/file-source.ts'
import { day } from '../core/options.ts'
import { readDocument } from '../core/read-document.ts'
import { readPages } from '../core/read-pages.ts'
import { amount } from '../terminal/format.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { checkTarget, saveAs } from '../terminal/save.ts'
import { table } from '../terminal/terminal.ts'
import { LEDGER_LABELS } from './ledger-labels.ts'

type Options = Omit<ParamsIn<'ledgers.agree'>, 'sha256' | 'columns'> & {
  column?: GivenColumns
  only?: Finding
  output?: string
}

const FACTS = Object.keys(LedgerColumns.entries)

export function addAgree(invoices: Command, act: Act): void {
  invoices
    .command('agree')
    .argument('<ledger>', 'your records: text, CSV or XLSX with number, CUI, date and total')
    .requiredOption('--cui <cui>', 'the company whose records they are')
    .addOption(
      new Option('--direction <direction>', 'purchases are received, sales are sent')
        .choices(['received', 'sent'])
        .makeOptionMandatory(),
    )
    .option('--since <date>', "by the invoice's date, yyyy-MM-dd; by default the first of the ledger's months", day)
    .option('--until <date>', "by the invoice's date, yyyy-MM-dd; by default the last of the ledger's months", day)
    .option(
      '--column <fact=n>',
      `where a fact stands, counted from 1 (can be given again): ${FACTS.join(', ')}`,
      (text: string, before: GivenColumns | undefined) => ({ ...before, ...columnOf(text) }),
    )
    .addOption(new Option('--only <finding>', 'print only these').choices(Finding.options))
    .option('--output <file>', 'write the result here as XLSX')
    .description('compare your records with what SPV has: what is missing in either, and what differs')
    .action(act(agree))
}

function columnOf(text: string): GivenColumns {
  const [, fact = '', number] = /^(\w+)=(\d{1,3})$/.exec(text) ?? []
  if (!FACTS.includes(fact) || Number(number) < 1)
    throw new InvalidArgumentError(`It must be one of ${FACTS.join(', ')} and a column, such as total=5.`)
  return { [fact]: Number(number) - 1 }
}

async function agree(cli: Cli, ledger: string, options: Options): Promise<Output> {
  const { column: columns = {}, only, output, ...asked } = options
  if (output !== undefined) checkTarget(output)
  const labels = LEDGER_LABELS[cli.terminal.locale]
  const source = { ...readFile(ledger, listTooLarge), columns: { ...columns, side: asked.direction } }
  const { sha256, sheet } = await cli.call('ledgers.inspect', source)
  const bar = progressBar(cli.terminal)
  const progress = ({ done, total }: { done: number; total: number }) => bar.show(done, total, labels.comparing)
  const { agreement } = await cli
    .call('ledgers.agree', { ...asked, sha256, columns }, { progress })
    .finally(() => bar.clear())
  const { id, differs, notInBooks, notInSpv, unreadable } = agreement
  const exitCode = differs + notInBooks + notInSpv + unreadable > 0 ? EXIT.failed : EXIT.done
  const summary = [
    ...(sheet === undefined ? [] : [labels.sheet(sheet)]),
    labels.summary(agreement),
    ...(agreement.left > 0 ? [labels.left(agreement.left)] : []),
    ...(agreement.aside ? [labels.aside(agreement.aside)] : []),
  ]
  if (output !== undefined) {
    const { bytes } = await readDocument(cli, { area: 'agreements', id: String(id), as: 'xlsx' })
    const path = saveAs(output, bytes)
    return { json: { agreement, sheet, path }, text: [cli.labels.saved(path), ...summary].join('\n'), exitCode }
  }
  const read = (window: { limit: number; offset: number }) =>
    cli.call('ledgers.rows', { id, ...(only === undefined ? {} : { only }), ...window })
  const { items } = await readPages<AgreementRow>(read)
  type Json = ResultOf<'ledgers.agree'> & { sheet: string | undefined; rows: AgreementRow[] }
  const json: Json = { agreement, sheet, rows: items }
  const shown = items.filter(({ finding }) => only !== undefined || finding !== 'agrees')
  return { json, text: [...(shown.length > 0 ? [printRows(cli, shown)] : []), ...summary].join('\n'), exitCode }
}

function printRows({ terminal: { locale } }: Cli, rows: readonly AgreementRow[]): string {
  const { heads, findings, differences, payable: isPayable, inLei: isInLei, problems } = LEDGER_LABELS[locale]
  const body = rows.map(({ finding, differences: own, payable, inLei, invoice, ledger }) => [
    findings[finding],
    invoice?.number ?? ledger?.number ?? '',
    invoice?.cui ?? ledger?.cui ?? '',
    invoice?.date ?? ledger?.date ?? '',
    amount(invoice?.total ?? null, invoice?.currency ?? null, locale),
    amount(ledger?.total ?? null, ledger?.currency ?? null, locale),
    ledger === null ? '' : String(ledger.row),
    [
      ...own.map(one => differences[one]),
      ...(payable === undefined ? [] : [isPayable]),
      ...(inLei === undefined ? [] : [isInLei]),
      ...(ledger?.problem ? [problems[ledger.problem]] : []),
    ].join(', '),
  ])
  const { finding, number, partner, date, spv, books, row, what } = heads
  return table([finding, number, partner, date, spv, books, row, what], body, [4, 5, 6])
}
