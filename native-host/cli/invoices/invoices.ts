import { type Command, Option } from 'commander'
import { signedAmount } from '../../../shared/documents/storno.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { addAgree } from '../books/agree.ts'
import { BOOK_LABELS } from '../books/book-labels.ts'
import { addBooks } from '../books/books.ts'
import { addFilterOptions, type FilterOptions } from '../books/filter-options.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { integer, wireId } from '../core/options.ts'
import { readDocument } from '../core/read-document.ts'
import { readPages } from '../core/read-pages.ts'
import { amount } from '../terminal/format.ts'
import { saveAs, saveNew } from '../terminal/save.ts'
import { table } from '../terminal/terminal.ts'
import { addUpload } from '../uploads/upload.ts'
import { addChecks } from './checks.ts'
import { addExport } from './export.ts'
import { addPrint } from './print.ts'
import { addSync } from './sync.ts'

type ListOptions = FilterOptions & { limit: number; offset: number }
type GetOptions = { as?: Extract<DocumentRef, { area: 'invoices' }>['as']; attachment?: number; output?: string }

export function addInvoices(invoices: Command, act: Act): void {
  addSync(invoices, act)
  addUpload(invoices, act)
  addChecks(invoices, act)
  addPrint(invoices, act)
  addExport(invoices, act)
  addBooks(invoices, act)
  addAgree(invoices, act)
  addFilterOptions(invoices.command('list'))
    .description('archived and listed documents, newest first')
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
    .option('--attachment <n>', 'a file that is embedded in the invoice: 1 for the first', integer(1, 1000))
    .option('--output <file>', 'where to write it; - for standard output')
    .description('get a document, byte for byte as it was archived')
    .action(act(get))
}

function printList({ labels, terminal }: Cli, json: { items: InvoiceItem[]; total: number }): Output {
  const { date, kind, number, partner, amount: sum, state, id, empty } = labels.invoices
  const books = BOOK_LABELS[terminal.locale]
  const rows = json.items.map(item => {
    // An errors file names no invoice: it stands for the one that was filed here.
    const invoice = item.invoice ?? item.filed?.invoice ?? null
    return [
      romaniaDay(item.createdAt),
      item.direction === 'both' ? labels.bothDirections.both : labels.kinds[item.kind],
      invoice?.number ?? labels.none,
      partnerOf(item, invoice) ?? labels.none,
      amount(invoice && signedAmount(invoice), invoice?.currency ?? null, terminal.locale),
      labels.states[item.undescribed ? 'undescribed' : item.state],
      item.book ? books.states[item.book.state] : labels.none,
      item.id,
    ]
  })
  if (rows.length === 0) return { json, text: empty }
  const text = table([date, kind, number, partner, sum, state, books.head, id], rows, [4])
  return { json, text: `${text}\n${labels.shown(rows.length, json.total)}` }
}

/** The partner of the document, by name if the XML has one. */
function partnerOf({ direction, sellerCui, buyerCui }: InvoiceItem, invoice: InvoiceItem['invoice']): string | null {
  if (direction === 'received') return invoice?.sellerName ?? sellerCui
  return invoice?.buyerName ?? buyerCui
}

/**
 * Writes a document to `--output`; without that option, to a pipe as bytes or, at a terminal, into the current folder.
 */
async function get(cli: Cli, id: string, { as, attachment, output }: GetOptions): Promise<Output> {
  // With --json standard output holds one JSON document, so bytes go only to a named file.
  if (cli.json && output === undefined) {
    const json = await cli.call('invoices.get', { id })
    return { json, text: '' }
  }
  const found = await cli.call('invoices.get', { id }) // an unknown id fails differently from an unarchived one
  const document = documentOf(found, attachment, as)
  const { item } = found
  const { bytes, fileName, sha256 } = await readDocument(cli, document)
  if (output === '-' || (output === undefined && !cli.terminal.stdout.isTTY)) return { bytes }
  const remark = item.undescribed ? [errorSentences(item.undescribed, cli.terminal.locale)] : []
  const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
  return { json: { id, path, size: bytes.length, sha256 }, text: [cli.labels.saved(path), ...remark].join('\n') }
}

/** The signed ZIP, another form of it, or the nth attachment of the invoice. */
function documentOf(
  { item: { id }, document }: ResultOf<'invoices.get'>,
  attachment: number | undefined,
  as: GetOptions['as'] = 'zip',
): DocumentRef {
  if (attachment === undefined) return { area: 'invoices', id, as }
  const embedded = document?.attachments.flatMap(({ index }) => index ?? []) ?? []
  const index = embedded[attachment - 1]
  if (index === undefined) throw new RecipisaError('document-part-missing', { id, part: `attachment ${attachment}` })
  return { area: 'attachments', id, index }
}
