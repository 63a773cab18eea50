import { type Command, Option } from 'commander'
import { MailboxKind } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { SyncProgress } from '../../../shared/protocol/jobs.ts'
import { type MailboxItem, MOST_MAIL_DAYS } from '../../../shared/protocol/mailbox.ts'
import { parseCode } from '../../operations/core/parse-cui.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { day, integer, repeated, wireId } from '../core/options.ts'
import { readDocument } from '../core/read-document.ts'
import { readPages } from '../core/read-pages.ts'
import { printSyncResult, withProgressBar } from '../invoices/sync.ts'
import { saveAs, saveNew } from '../terminal/save.ts'
import { table } from '../terminal/terminal.ts'
import { MAILBOX_LABELS } from './mailbox-labels.ts'
import { addMailRequests } from './requests.ts'
import { addMailRights } from './rights.ts'

type SyncOptions = { cui?: string[]; days?: number }
type ListOptions = {
  cui?: string
  type?: string
  kind?: MailboxKind
  since?: string
  until?: string
  search?: string
  unread?: boolean
  limit: number
  offset: number
}

export function addMailbox(mailbox: Command, act: Act): void {
  mailbox
    .command('sync')
    .description('read the list, download new documents, archive them')
    .option('--cui <cui>', 'only this company or person (can be given again)', repeated)
    .option(
      '--days <n>',
      'look back this many days, whenever the last sync was; 60 the first time',
      integer(1, MOST_MAIL_DAYS),
    )
    .action(act(sync))
  mailbox
    .command('list')
    .description('archived and listed messages, newest first')
    .option('--cui <cui>', 'only this company or person')
    .option('--type <type>', 'only this type, as the service writes it')
    .addOption(new Option('--kind <kind>').choices(MailboxKind.options))
    .option('--since <date>', 'from this day on, yyyy-MM-dd', day)
    .option('--until <date>', 'until this day, yyyy-MM-dd', day)
    .option('--search <text>', 'words from type, details, names, CUIs or ids')
    .option('--unread', 'only unseen messages')
    .option('--limit <n>', 'at most this many', integer(1, 1_000_000), 100)
    .option('--offset <n>', 'skip this many', integer(0, 1_000_000_000), 0)
    .action(
      act(async (cli, { limit, offset, cui, ...query }: ListOptions) => {
        const filter = { ...query, ...(cui === undefined ? {} : { cui: parseCode(cui) }) }
        const read = (window: { limit: number; offset: number }) => cli.call('mailbox.list', { ...filter, ...window })
        return printList(cli, await readPages(read, { limit, offset }))
      }),
    )
  mailbox
    .command('get')
    .argument('<id>', "the message's id", wireId)
    .option('--output <file>', 'where to write it; - for standard output')
    .description('get the document of a message; downloads it if it is not archived yet')
    .action(act(get))
  addMailRequests(mailbox, act)
  addMailRights(mailbox, act)
}

async function sync(cli: Cli, { cui, days }: SyncOptions): Promise<Output> {
  const labels = MAILBOX_LABELS[cli.terminal.locale]
  const params = { cuis: cui?.map(parseCode), days }
  let isSessionNeeded = false
  const result = await withProgressBar(cli, show => {
    const progress = (value: SyncProgress) => {
      show(value)
      if (value.phase === 'session-needed' && !isSessionNeeded) cli.terminal.stderr.write(`${labels.sessionNeeded}\n`)
      isSessionNeeded = value.phase === 'session-needed'
    }
    return cli.call('mailbox.sync', params, { progress })
  })
  if (result.companies.length === 0) return { json: result, text: labels.nothing }
  const { rights } = await cli.call('mailbox.rights', {})
  const names = new Map(rights.map(right => [right.cui, right.name]))
  const folder = cli.services.archiveFolder('prod')
  return printSyncResult(cli, result, { names, folder, expired: labels.refused })
}

/** How much of a message's type and details a line shows, characters: the service's texts have any length. */
const TYPE = 30
const DETAILS = 70
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

function printList({ labels, terminal }: Cli, json: { items: MailboxItem[]; total: number }): Output {
  const own = MAILBOX_LABELS[terminal.locale]
  const { date, company, type, kind, details, state, id, empty } = own.list
  if (json.items.length === 0) return { json, text: empty }
  const rows = json.items.map(item => [
    `${item.seen ? ' ' : '*'} ${romaniaDay(item.createdAt)}`,
    item.cui,
    cut(item.type, TYPE),
    own.kinds[item.kind],
    cut(item.details, DETAILS),
    own.states[item.state],
    item.id,
  ])
  const heads = [`  ${date}`, company, type, kind, details, state, id]
  return { json, text: `${table(heads, rows)}\n${labels.shown(rows.length, json.total)}` }
}

/**
 * Writes a document to `--output`; without that option, to a pipe as bytes or, at a terminal, into the current folder.
 */
async function get(cli: Cli, id: string, { output }: { output?: string }): Promise<Output> {
  const known = await cli.call('mailbox.get', { id })
  // With --json standard output holds one JSON document, so bytes go only to a named file.
  if (cli.json && output === undefined) return { json: known, text: '' }
  await cli.call('mailbox.download', { id })
  const { bytes, fileName, sha256 } = await readDocument(cli, { area: 'mailbox', id, as: 'document' })
  if (output === '-' || (output === undefined && !cli.terminal.stdout.isTTY)) return { bytes }
  const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
  return { json: { id, path, size: bytes.length, sha256 }, text: cli.labels.saved(path) }
}
