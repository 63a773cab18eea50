import { type Command, Option } from 'commander'
import { MessageKind } from '../../../shared/domain/invoices.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { DocumentRef } from '../../../shared/protocol/documents.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { day, integer, wireId } from '../core/options.ts'
import { readDocument } from '../core/read-document.ts'
import { readPages } from '../core/read-pages.ts'
import { amount } from '../terminal/format.ts'
import { saveAs, saveNew } from '../terminal/save.ts'
import { table } from '../terminal/terminal.ts'
import { addUpload } from '../uploads/upload.ts'
import { addChecks } from './checks.ts'
import { addExport } from './export.ts'
import { addSync } from './sync.ts'

type ListOptions = {
  cui?: string
  direction?: 'sent' | 'received'
  kind?: InvoiceItem['kind']
  since?: string
  until?: string
  search?: string
  limit: number
  offset: number
}
type GetOptions = { as?: Extract<DocumentRef, { area: 'invoices' }>['as']; output?: string }

export function addInvoices(invoices: Command, act: Act): void {
  addSync(invoices, act)
  addUpload(invoices, act)
  addChecks(invoices, act)
  addExport(invoices, act)
  invoices
    .command('list')
    .description('archived and listed documents, newest first')
    .option('--cui <cui>', 'only this company')
    .addOption(new Option('--direction <direction>').choices(['sent', 'received']))
    .addOption(new Option('--kind <kind>').choices(MessageKind.options))
    .option('--since <date>', 'from this day on, yyyy-MM-dd', day)
    .option('--until <date>', 'until this day, yyyy-MM-dd', day)
    .option('--search <text>', 'words, amounts (">1000") and periods ("luna trecută", "oct 2026")')
    .option('--limit <n>', 'at most this many', integer(1, 1_000_000), 100)
    .option('--offset <n>', 'skip this many', integer(0, 1_000_000_000), 0)
    .action(
      act(async (cli, { limit, offset, ...query }: ListOptions) => {
        const read = (window: { limit: number; offset: number }) => cli.call('invoices.list', { ...query, ...window })
        return printList(cli, await readPages(read, { limit, offset }))
      }),
    )
  invoices
    .command('get')
    .argument('<id>', "the message's id", wireId)
    .addOption(
      new Option('--as <form>', 'the signed ZIP, a file in it, or its PDF').choices(['zip', 'xml', 'signature', 'pdf']),
    )
    .option('--output <file>', 'where to write it; - for standard output')
    .description('get a document, byte for byte as it was archived')
    .action(act(get))
}

function printList({ labels, terminal }: Cli, json: { items: InvoiceItem[]; total: number }): Output {
  const { date, kind, number, partner, amount: payable, state, id, empty } = labels.invoices
  const rows = json.items.map(item => [
    romaniaDay(item.createdAt),
    item.direction === 'both' ? labels.bothDirections.both : labels.kinds[item.kind],
    item.invoice?.number ?? labels.none,
    partnerOf(item) ?? labels.none,
    amount(item.invoice?.payableAmount ?? null, item.invoice?.currency ?? null, terminal.locale),
    labels.states[item.undescribed ? 'undescribed' : item.state],
    item.id,
  ])
  if (rows.length === 0) return { json, text: empty }
  const text = table([date, kind, number, partner, payable, state, id], rows, [4])
  return { json, text: `${text}\n${labels.shown(rows.length, json.total)}` }
}

/** The partner of the document, by name where the XML gives one. */
function partnerOf({ direction, invoice, sellerCui, buyerCui }: InvoiceItem): string | null {
  if (direction === 'received') return invoice?.sellerName ?? sellerCui
  return invoice?.buyerName ?? buyerCui
}

/** Writes a document to `--output`; without it to a pipe as bytes, or at a terminal into the present folder. */
async function get(cli: Cli, id: string, { as, output }: GetOptions): Promise<Output> {
  const document = { area: 'invoices', id, as: as ?? 'zip' } as const
  // With --json standard output holds one JSON document, so the bytes are written only to a named file.
  if (cli.json && output === undefined) {
    const json = await cli.call('invoices.get', { id })
    return { json, text: '' }
  }
  const { item } = await cli.call('invoices.get', { id }) // an unknown id fails in another way than one that is not archived yet
  const { bytes, fileName, sha256 } = await readDocument(cli, document)
  if (output === '-' || (output === undefined && !cli.terminal.stdout.isTTY)) return { bytes }
  const remark = item.undescribed ? [errorSentences(item.undescribed, cli.terminal.locale)] : []
  const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
  return { json: { id, path, size: bytes.length, sha256 }, text: [cli.labels.saved(path), ...remark].join('\n') }
}
