import { type Command, Option } from 'commander'
import { MailboxKind } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { type MailboxItem, MOST_MAIL_DAYS } from '../../../shared/protocol/mailbox.ts'
import { refuseForeign } from '../../capabilities/mailbox/sync.ts'
import { syncMailboxHere } from '../../jobs/here.ts'
import { readDocument } from '../../operations/invoices/documents.ts'
import { parseCode } from '../../operations/mailbox/mailbox.ts'
import type { Act, Cli, Said } from '../core/command.ts'
import { day, integer, repeated, wireId } from '../core/options.ts'
import { saveAs, saveNew } from '../core/save.ts'
import { table } from '../core/terminal.ts'
import { sayResult, watching } from '../invoices/sync.ts'
import { MAILBOX_WORDS } from './mailbox-labels.ts'
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

/** Most items that one call of the operation gives. */
const PAGE = 500

export function addMailbox(program: Command, act: Act): void {
  const mailbox = program.command('mailbox').description('messages of SPV: sync, list, get, request')
  mailbox
    .command('sync')
    .description('list, download what is new, archive')
    .option('--cui <cui>', 'only this company or person (can be given again)', repeated)
    .option(
      '--days <n>',
      'look back so many days, however far the last sync came; 60 the first time',
      integer(1, MOST_MAIL_DAYS),
    )
    .action(act(sync))
  mailbox
    .command('list')
    .description('what the archive knows, the newest first')
    .option('--cui <cui>', 'only this company or person')
    .option('--type <type>', 'only this type, as the service writes it')
    .addOption(new Option('--kind <kind>').choices(MailboxKind.options))
    .option('--since <date>', 'from this day on, yyyy-MM-dd', day)
    .option('--until <date>', 'until this day, yyyy-MM-dd', day)
    .option('--search <text>', 'words of type, details, names, CUIs or ids')
    .option('--unread', 'only what was not seen yet')
    .option('--limit <n>', 'at most so many', integer(1, 1_000_000), 100)
    .option('--offset <n>', 'leave out so many', integer(0, 1_000_000_000), 0)
    .action(act(async (cli, options: ListOptions) => sayList(cli, await list(cli, options))))
  mailbox
    .command('get')
    .argument('<id>', "the message's id", wireId)
    .option('--output <file>', 'where to write it; - for standard output')
    .description('the document of a message, downloaded now if it is not archived yet')
    .action(act(get))
  addMailRequests(mailbox, act)
  addMailRights(mailbox, act)
}

async function sync(cli: Cli, { cui, days }: SyncOptions): Promise<Said> {
  const words = MAILBOX_WORDS[cli.terminal.locale]
  const params = { cuis: cui?.map(parseCode), days }
  const { rights } = await cli.services.archive()
  refuseForeign(rights, params.cuis ?? [])
  // A scheduler is told at once that somebody has to sign in; a session that ends later is waited for.
  await cli.call('session.test', { service: 'spv' })
  let isTold = false
  const result = await watching(cli, progress =>
    syncMailboxHere(cli.services, params, {
      signal: cli.signal,
      progress(value) {
        progress(value)
        if (value.phase === 'session-needed' && !isTold) cli.terminal.stderr.write(`${words.sessionNeeded}\n`)
        isTold = value.phase === 'session-needed'
      },
    }),
  )
  if (result.companies.length === 0) return { json: result, text: words.nothing }
  const names = new Map(rights.list().rights.map(right => [right.cui, right.name]))
  const folder = cli.services.archiveFolder('prod')
  return sayResult(cli, result, { names, folder, expired: words.refused })
}

async function list({ call }: Cli, { limit, offset, cui, ...query }: ListOptions) {
  const items: MailboxItem[] = []
  const where = { ...query, ...(cui === undefined ? {} : { cui: parseCode(cui) }) }
  for (;;) {
    const size = Math.min(PAGE, limit - items.length)
    const page = await call('mailbox.list', { ...where, limit: size, offset: offset + items.length })
    items.push(...page.items)
    if (items.length >= limit || page.items.length === 0 || offset + items.length >= page.total)
      return { items, total: page.total }
  }
}

/** Characters of a message's type and details that a line shows: both are the service's own, of any length. */
const TYPE = 30
const DETAILS = 70
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

function sayList({ words, terminal }: Cli, json: { items: MailboxItem[]; total: number }): Said {
  const own = MAILBOX_WORDS[terminal.locale]
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
  return { json, text: `${table(heads, rows)}\n${words.shown(rows.length, json.total)}` }
}

/** To `--output`; without it to a pipe as bytes, or beside the person who looks at a terminal under its readable name. */
async function get(cli: Cli, id: string, { output }: { output?: string }): Promise<Said> {
  const known = await cli.call('mailbox.get', { id })
  // With --json standard output holds one document, so the bytes stay away unless a file is named.
  if (cli.json && output === undefined) return { json: known, text: '' }
  const archive = await cli.services.archive()
  await cli.call('mailbox.download', { id })
  const { bytes, fileName, sha256 } = await readDocument(archive, { area: 'mailbox', id, as: 'document' })
  if (output === '-' || (output === undefined && !cli.terminal.stdout.isTTY)) return { bytes }
  const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
  return { json: { id, path, size: bytes.length, sha256 }, text: cli.words.saved(path) }
}
