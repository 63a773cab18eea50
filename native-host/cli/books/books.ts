import { type Command, Option } from 'commander'
import { BookFormat, BookState, type DateStyle, DateStyle as DateStyles } from '../../../shared/domain/books.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { EXIT, exitCodeOf } from '../core/exit-codes.ts'
import { integer } from '../core/options.ts'
import { readDocument } from '../core/read-document.ts'
import { readPages } from '../core/read-pages.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { moment } from '../terminal/format.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { checkTarget, saveAs, saveNew } from '../terminal/save.ts'
import { table } from '../terminal/terminal.ts'
import { BOOK_LABELS } from './book-labels.ts'
import { addFilterOptions, type FilterOptions, selectionOf } from './filter-options.ts'

type Selected = FilterOptions & { all?: boolean }
type MarkOptions = Selected & { state?: BookState; note?: string }
type ExportOptions = Selected & { format: BookFormat; again?: boolean; dates: DateStyle; output?: string }

export function addBooks(invoices: Command, act: Act): void {
  addFilterOptions(invoices.command('mark'))
    .argument('[ids...]', "the messages' ids; or choose by a filter")
    .option('--all', 'every sent and received invoice')
    .addOption(new Option('--state <state>', 'state in the books').choices(BookState.options))
    .option('--note <text>', 'a note; an empty text removes it')
    .description('mark invoices as new, checked or exported, or write a note')
    .action(act(mark))
  addFilterOptions(invoices.command('book-export'))
    .argument('[ids...]', "the messages' ids; or choose by a filter")
    .option('--all', 'every sent and received invoice')
    .addOption(new Option('--format <format>', 'kind of file').choices(BookFormat.options).makeOptionMandatory())
    .addOption(
      new Option('--dates <style>', "how dates are written in SAGA's files")
        .choices(DateStyles.options)
        .default('dd.mm.yyyy'),
    )
    .option('--again', 'also invoices that an export has taken before')
    .option('--output <file>', 'where to write it')
    .description('a file for the accounting program; the invoices in it become exported')
    .action(act(exportSelected))
  invoices
    .command('book-exports')
    .argument('[id]', 'save the file of this export once more', integer(1, Number.MAX_SAFE_INTEGER))
    .option('--output <file>', 'where to write it')
    .description('the exports into accounting that were made')
    .action(act(exports))
}

async function mark(cli: Cli, ids: string[], { state, note, ...filter }: MarkOptions): Promise<Output> {
  if (state === undefined && note === undefined) throw new UsageProblem('give --state or --note')
  const json = await cli.call('books.mark', { selection: selectionOf(ids, filter), state, note })
  return { json, text: BOOK_LABELS[cli.terminal.locale].marked(json.changed, json.selected) }
}

async function exportSelected(cli: Cli, ids: string[], options: ExportOptions): Promise<Output> {
  const { format, again = false, dates, output, ...filter } = options
  const selection = selectionOf(ids, filter)
  if (output !== undefined) checkTarget(output)
  const labels = BOOK_LABELS[cli.terminal.locale]
  const bar = progressBar(cli.terminal)
  const progress = ({ done, total }: { done: number; total: number }) => bar.show(done, total, labels.exporting)
  const json = await cli
    .call('books.export', { selection, format, again, dates }, { progress })
    .finally(() => bar.clear())
  const { path = null, error } = json.export ? await trySave(cli, json.export.id, output) : {}
  const lines = [
    ...(path ? [cli.labels.saved(path)] : []),
    ...(error ? [errorSentences(error, cli.terminal.locale)] : []),
    ...(error && json.export ? [labels.unsaved(json.export.id)] : []),
    json.export ? labels.exported(json.export.invoices) : labels.nothing,
    ...(json.taken > 0 ? [labels.taken(json.taken)] : []),
    ...(json.unavailable > 0 ? [labels.unavailable(json.unavailable)] : []),
    ...json.problems.map(one => `  ${one.number ?? one.id}: ${errorSentences(one.error, cli.terminal.locale)}`),
  ]
  const exitCode = error ? exitCodeOf(error.code) : json.unavailable > 0 ? EXIT.failed : EXIT.done
  return { json: { ...json, path, ...(error ? { error } : {}) }, text: lines.join('\n'), exitCode }
}

/** The invoices are marked already: whatever fails now, the export can be saved again. */
async function trySave(
  cli: Cli,
  id: number,
  output: string | undefined,
): Promise<{ path?: string; error?: ErrorBody }> {
  try {
    return { path: await save(cli, id, output) }
  } catch (error) {
    return { error: toErrorBody(cli.services.explain(error)) }
  }
}

async function save(cli: Cli, id: number, output: string | undefined): Promise<string> {
  const { bytes, fileName } = await readDocument(cli, { area: 'book-exports', id: String(id), as: 'file' })
  return output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
}

async function exports(cli: Cli, id: number | undefined, { output }: { output?: string }): Promise<Output> {
  if (id !== undefined) {
    const path = await save(cli, id, output)
    return { json: { id, path }, text: cli.labels.saved(path) }
  }
  const json = await readPages(window => cli.call('books.exports', window))
  const { exports: heads } = BOOK_LABELS[cli.terminal.locale]
  if (json.items.length === 0) return { json, text: heads.empty }
  const rows = json.items.map(made => [
    String(made.id),
    moment(made.at, cli.terminal.locale),
    made.by,
    made.format,
    String(made.invoices),
    made.fileName,
  ])
  return { json, text: table([heads.id, heads.at, heads.by, heads.format, heads.invoices, heads.file], rows, [0, 4]) }
}
