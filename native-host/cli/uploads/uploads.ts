import { type Command, Option } from 'commander'
import { UploadState } from '../../../shared/protocol/uploads.ts'
import { parseCui } from '../../operations/core/parse-cui.ts'
import type { Act } from '../core/command.ts'
import { integer } from '../core/options.ts'
import { moment } from '../terminal/format.ts'
import { table } from '../terminal/terminal.ts'
import { listOpenUploads } from './list-open-uploads.ts'
import { printUploads } from './print-uploads.ts'
import { UPLOAD_LABELS } from './upload-labels.ts'

type ListOptions = { cui?: string; state?: UploadState; limit: number; offset: number }

export function addUploads(uploads: Command, act: Act): void {
  uploads
    .command('list')
    .description('uploads, newest first')
    .option('--cui <cui>', 'only this company')
    .addOption(new Option('--state <state>').choices(UploadState.options))
    .option('--limit <n>', 'at most this many', integer(1, 500), 100)
    .option('--offset <n>', 'skip this many', integer(0, 1_000_000_000), 0)
    .action(
      act(async (cli, { cui, ...query }: ListOptions) => {
        const { locale } = cli.terminal
        const { list, states } = UPLOAD_LABELS[locale]
        const json = await cli.call('uploads.list', { ...query, ...(cui ? { cui: parseCui(cui) } : {}) })
        if (json.items.length === 0) return { json, text: list.empty }
        const rows = json.items.map(one => [
          String(one.id),
          moment(one.createdAt, locale),
          one.fileName,
          one.invoice?.number ?? '–',
          one.cui,
          states[one.state],
          one.uploadIndex ?? '–',
          one.downloadId ?? '–',
        ])
        const heads = [list.id, list.date, list.file, list.number, list.cui, list.state, list.index, list.message]
        return { json, text: `${table(heads, rows, [0])}\n${cli.labels.shown(rows.length, json.total)}` }
      }),
    )
  uploads
    .command('check')
    .argument('[number]', 'one upload; by default all that are not over', integer(1, 1_000_000_000))
    .description('check uploads now: ask for their state, or look in the lists for those of unknown outcome')
    .action(
      act(async (cli, number: number | undefined) => {
        const ids = number === undefined ? (await listOpenUploads(cli)).map(({ id }) => id) : [number]
        const checked = []
        for (const id of ids) checked.push((await cli.call('uploads.check', { id })).attempt)
        return checked.length > 0
          ? printUploads(cli, checked)
          : { json: { attempts: [] }, text: UPLOAD_LABELS[cli.terminal.locale].list.empty }
      }),
    )
}
