import { type Command, Option } from 'commander'
import type { Locale } from '../../../shared/errors/codes.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { wireId } from '../core/options.ts'
import { readDocument } from '../core/read-document.ts'
import { checkTarget, saveAs, saveNew } from '../terminal/save.ts'

type Options = { output?: string; language?: Locale }

/** `invoices print`: our own PDF, made without a network. */
export function addPrint(invoices: Command, act: Act): void {
  invoices
    .command('print')
    .argument('<ids...>', 'ids of archived invoices; several give one PDF', (id, before: string[] = []) => [
      ...before,
      wireId(id),
    ])
    .addOption(new Option('--language <language>', 'of the labels').choices(['ro', 'en']))
    .option('--output <file>', 'where to write it; - for standard output')
    .description('a PDF for reading and printing, made on this computer; ANAF is not asked')
    .action(act(print))
}

async function print(cli: Cli, ids: string[], { output, language }: Options): Promise<Output> {
  if (output !== undefined && output !== '-') checkTarget(output)
  const locale = language ?? cli.terminal.locale
  const { bytes, fileName, sha256 } = await readDocument(cli, { area: 'sheets', ids, locale })
  if (output === '-' || (output === undefined && !cli.json && !cli.terminal.stdout.isTTY)) return { bytes }
  const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
  return { json: { ids, path, size: bytes.length, sha256 }, text: cli.labels.saved(path) }
}
