import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { type Export, ExportFormat } from '../../../shared/protocol/invoices/exports.ts'
import { addFilterOptions, type FilterOptions } from '../books/filter-options.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { EXIT } from '../core/exit-codes.ts'
import { readDocument } from '../core/read-document.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { checkTarget, saveAs, saveNew } from '../terminal/save.ts'

type Options = FilterOptions & { as: Export['format']; folder?: string; output?: string }

export function addExport(invoices: Command, act: Act): void {
  addFilterOptions(invoices.command('export'))
    .description('many documents at once: one file, or files in a folder')
    .addOption(
      new Option('--as <form>', 'the signed ZIPs, the XML in them, their PDFs, one PDF to print, or a table')
        .choices(ExportFormat.options)
        .default('originals'),
    )
    .option('--folder <folder>', 'write the documents there one by one')
    .option('--output <file>', 'where to write the file')
    .action(act(exportInvoices))
}

async function exportInvoices(cli: Cli, { as, folder, output, ...filter }: Options): Promise<Output> {
  if (output !== undefined) checkTarget(output)
  const { locale } = cli.terminal
  const where = folder ? { folder: resolve(folder) } : {}
  const order = { area: 'invoices' as const, format: as, filter, locale, ...where }
  const begun = await cli.call('exports.begin', { order })
  const done = await follow(cli, begun.export.id)
  const path = folder ? resolve(folder) : await saveFile(cli, done, output)
  const remarks = done.skips.map(({ id, error }) => `${id}: ${errorSentences(error, cli.terminal.locale)}`)
  return {
    json: { ...done, path },
    text: [cli.labels.exported(done.done - done.skipped, done.total, path), ...remarks].join('\n'),
    exitCode: done.skipped === 0 ? EXIT.done : EXIT.failed,
  }
}

async function follow(cli: Cli, id: number): Promise<Export> {
  const bar = progressBar(cli.terminal)
  try {
    const { export: ended } = await cli.call(
      'exports.follow',
      { id },
      { progress: ({ export: one }) => bar.show(one.done, one.total, one.fileName) },
    )
    if (ended.state === 'done') return ended
    throw (ended.error && fromErrorBody(ended.error)) ?? new RecipisaError('cancelled')
  } finally {
    bar.clear()
  }
}

async function saveFile(cli: Cli, { id }: Export, output: string | undefined): Promise<string> {
  const { bytes, fileName } = await readDocument(cli, { area: 'exports', id: String(id), as: 'file' })
  const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
  await cli.call('exports.remove', { id })
  return path
}
