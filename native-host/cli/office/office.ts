import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'
import { type KeptDocuments, SeatRole } from '../../../shared/protocol/office.ts'
import { DEFAULT_TEMPLATE } from '../../office/mirror/template.ts'
import { parseCui } from '../../operations/core/parse-cui.ts'
import type { Act, Cli } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { EXIT } from '../core/exit-codes.ts'
import { confirm } from '../terminal/confirm.ts'
import { askSecrets } from './ask-secrets.ts'
import { OFFICE_LABELS } from './office-labels.ts'
import { printBackup, printOffice } from './print-office.ts'
import { addWork } from './work.ts'

type Shared = { ca?: string; s3KeyId?: string }
type New = Shared & { seat: string; s3?: string; s3Region: string; s3All?: boolean }

/** Several seats, one archive (docs/office.md). Passwords are asked for, or read from standard input. */
export function addOffice(office: Command, act: Act): void {
  const withCa = (command: Command) =>
    command.option('--ca <file>', "PEM of the certificate by which the server's is trusted")
  withCa(office.command('create').argument('<address>', 'postgres://owner@host/database, without the password'))
    .description('make an office in a database, and this computer its first seat')
    .requiredOption('--seat <name>', 'what this seat is called')
    .option('--s3 <endpoint>', 'S3 store for documents over 1 MB: https://host/bucket')
    .option('--s3-region <region>', 'its region', 'auto')
    .option('--s3-key-id <id>', 'the id of its access key; the secret is asked for')
    .option('--s3-all', 'keep all documents there')
    .action(
      act(async (cli, url: string, options: New) => {
        const { seat, s3, s3Region: region, s3All: keepsAll = false } = options
        const login = await signIn(cli, url, options)
        const storage = s3 === undefined ? {} : { storage: { endpoint: s3, region, keepsAll } }
        return printOffice(cli, await cli.call('office.create', { ...login, seat, ...storage }))
      }),
    )
  withCa(office.command('join').argument('<address>', 'what "seat add" printed'))
    .description('make this computer a seat; its archive and that of the others become one')
    .option('--s3-key-id <id>', "the id of the S3 store's access key; the secret is asked for")
    .addOption(documentsOption().default('opened'))
    .action(
      act(async (cli, url: string, options: Shared & { documents: KeptDocuments }) => {
        const { documents } = options
        return printOffice(cli, await cli.call('office.join', { ...(await signIn(cli, url, options)), documents }))
      }),
    )
  office
    .command('leave')
    .description('leave the office; the archive stays on this computer')
    .option('--yes', 'do not ask')
    .action(
      act(async (cli, { yes }: { yes?: boolean }) => {
        const labels = OFFICE_LABELS[cli.terminal.locale]
        if (yes !== true) await confirm(cli, labels.leaving)
        const json = await cli.call('office.leave', {})
        return { json, text: labels.gone(json.unsent) }
      }),
    )
  office
    .command('status')
    .description('the office, its seats, and what is still to be exchanged')
    .action(act(async cli => printOffice(cli, await cli.call('office.status', {}))))
  office
    .command('keep')
    .description(
      'which documents this computer keeps (those that are opened, all, or all of some companies), or its S3 key',
    )
    .addOption(documentsOption())
    .option('--s3-key-id <id>', 'the id of its new access key for the S3 store; the secret is asked for')
    .action(
      act(async (cli, { documents, s3KeyId }: { documents?: KeptDocuments; s3KeyId?: string }) => {
        if (documents === undefined && s3KeyId === undefined)
          throw new RecipisaError('usage', { problem: 'give --documents or --s3-key-id' })
        const [secret] =
          s3KeyId === undefined ? [] : await askSecrets(cli, [OFFICE_LABELS[cli.terminal.locale].objectSecret])
        const kept = documents === undefined ? {} : { documents }
        return printOffice(cli, await cli.call('office.keep', { ...kept, ...storageLogin(s3KeyId, secret) }))
      }),
    )
  office
    .command('exchange')
    .description('exchange with the office now')
    .action(
      act(async cli => {
        const json = await cli.call('office.exchange', {})
        return { json, text: OFFICE_LABELS[cli.terminal.locale].exchanged(json.sent, json.received, json.brought) }
      }),
    )
  office
    .command('backup')
    .argument('<file>', 'where to write it')
    .description('write everything that the office has into a file')
    .action(
      act(async (cli, file: string) => {
        const json = await cli.services.office.backUp(file, cli.signal)
        return printBackup(json, OFFICE_LABELS[cli.terminal.locale], 'backedUp')
      }),
    )
  withCa(
    office.command('restore').argument('<file>', 'a backup').argument('<address>', 'an empty database, as for create'),
  )
    .description('fill an empty database from a backup, and make this computer its first seat')
    .requiredOption('--seat <name>', 'what this seat is called')
    .option('--s3-key-id <id>', "the id of the S3 store's access key; the secret is asked for")
    .action(
      act(async (cli, file: string, url: string, options: Shared & { seat: string }) => {
        const login = await signIn(cli, url, options)
        const json = await cli.services.office.restore({ ...login, seat: options.seat, file }, cli.signal)
        return printBackup(json, OFFICE_LABELS[cli.terminal.locale], 'restored')
      }),
    )
  office
    .command('mirror')
    .argument('<folder>', 'a folder for everybody, on a NAS or synced by another program')
    .option('--template <path>', 'where each document lies', DEFAULT_TEMPLATE)
    .description('copy all documents into a folder, one way')
    .action(
      act(async (cli, folder: string, { template }: { template: string }) => {
        const { written, present, failed } = await cli.services.office.mirror(resolve(folder), template, cli.signal)
        const { locale } = cli.terminal
        const errors = failed.map(({ name, error }) => ({ name, error: toErrorBody(error) }))
        const text = OFFICE_LABELS[locale].mirrored(written, present)
        const lines = errors.map(({ name, error }) => `${name}: ${errorSentences(error, locale)}`)
        const exitCode = errors.length > 0 ? EXIT.failed : EXIT.done
        return { json: { written, present, failed: errors }, text: [text, ...lines].join('\n'), exitCode }
      }),
    )
  addSeats(office.command('seat').description('seats of the office'), act)
  addWork(office, act)
}

function addSeats(seat: Command, act: Act): void {
  seat
    .command('add')
    .argument('<name>', 'what the seat is called')
    .addOption(new Option('--role <role>', 'what it may').choices(SeatRole.options).default('clerk'))
    .option('--company <cui...>', 'the companies of a clerk or reader')
    .description('add a seat; prints once what it signs in with')
    .action(
      act(async (cli, name: string, { role, company = [] }: { role: SeatRole; company?: string[] }) => {
        const json = await cli.call('office.addSeat', { name, role, companies: company.map(parseCui) })
        return { json, text: OFFICE_LABELS[cli.terminal.locale].invitation(json.url, json.password) }
      }),
    )
  seat
    .command('companies')
    .argument('<name>', 'the seat')
    .argument('<cui...>', 'its companies from now on')
    .description('give a clerk or reader these companies, and no others')
    .action(
      act(async (cli, name: string, cuis: string[]) =>
        printOffice(cli, await cli.call('office.giveCompanies', { name, companies: cuis.map(parseCui) })),
      ),
    )
  seat
    .command('end')
    .argument('<name>', 'the seat')
    .description('end a seat: its login can connect no more')
    .action(act(async (cli, name: string) => printOffice(cli, await cli.call('office.endSeat', { name }))))
}

const documentsOption = () =>
  new Option('--documents <which>', 'opened, all, or CUIs with commas').argParser(
    (text): KeptDocuments => (text === 'opened' || text === 'all' ? text : text.split(',').map(parseCui)),
  )

/** The address with the secrets that the person enters. */
async function signIn(
  cli: Cli,
  url: string,
  { ca, s3KeyId }: Shared,
): Promise<Pick<ParamsIn<'office.join'>, 'url' | 'password' | 'ca' | 'objectStore'>> {
  const { password: prompt, objectSecret } = OFFICE_LABELS[cli.terminal.locale]
  const pem = ca === undefined ? {} : { ca: readPem(ca) }
  const secrets = await askSecrets(cli, s3KeyId === undefined ? [prompt] : [prompt, objectSecret])
  const [password = '', secret] = secrets
  return { url, password, ...pem, ...storageLogin(s3KeyId, secret) }
}

const storageLogin = (accessKeyId: string | undefined, secretAccessKey = '') =>
  accessKeyId === undefined ? {} : { objectStore: { accessKeyId, secretAccessKey } }

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new RecipisaError('ca-missing', { path, field: '--ca' }, { cause })
  }
}
