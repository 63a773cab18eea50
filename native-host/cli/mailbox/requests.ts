import type { Command } from 'commander'
import * as v from 'valibot'
import {
  INCOME_REASONS,
  incomeReasonLike,
  problemsOf,
  REQUEST_TYPES,
  RequestParams,
  requestTypeLike,
} from '../../../shared/domain/requests.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isRequestSettled } from '../../../shared/filings/settled.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import { parseCode } from '../../operations/core/parse-cui.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { EXIT } from '../core/exit-codes.ts'
import { integer, repeated } from '../core/options.ts'
import { partialOutput } from '../core/partial-output.ts'
import { readPages } from '../core/read-pages.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { confirm } from '../terminal/confirm.ts'
import { moment } from '../terminal/format.ts'
import { table } from '../terminal/terminal.ts'
import { MAILBOX_LABELS } from './mailbox-labels.ts'
import { printRequests, waitsForSession } from './print-requests.ts'

type Options = RequestParams & { cui: string[]; wait?: boolean; again?: boolean; yes?: boolean }
type ListOptions = { cui?: string; open?: boolean; limit: number; offset: number }

/** How long `--wait` waits for a report, ms. */
const PATIENCE = 60 * 60_000
const MONTH = integer(1, 12)

export function addMailRequests(mailbox: Command, act: Act): void {
  mailbox
    .command('request')
    .argument('<type...>', `the document to request: ${REQUEST_TYPES.map(({ type }) => type).join(', ')}`)
    .requiredOption('--cui <cui>', 'for this company or person (can be given again)', repeated)
    .option('--year <n>', 'year', integer(1990, 2100))
    .option('--month <n>', 'month', MONTH)
    .option('--reason <text>', 'purpose of an income certificate, from the list below')
    .option('--registration <text>', 'registration number of the form, for a duplicate receipt')
    .option('--branch <cui>', 'CUI of a branch')
    .option('--from <month>', 'first month of a period', MONTH)
    .option('--to <month>', 'last month of a period', MONTH)
    .option('--wait', 'wait for the report')
    .option('--again', 'send it even if the same request is open')
    .option('--yes', 'do not ask for confirmation')
    .description('request a report; it arrives as a message, which is downloaded')
    .addHelpText(
      'after',
      `\nReasons of an income certificate:\n${INCOME_REASONS.map(reason => `  ${reason}`).join('\n')}`,
    )
    .action(act(request))
  mailbox
    .command('requests')
    .description('requested reports, newest first')
    .option('--cui <cui>', 'only this company or person')
    .option('--open', 'only open requests')
    .option('--limit <n>', 'at most this many', integer(1, 500), 100)
    .option('--offset <n>', 'skip this many', integer(0, 1_000_000_000), 0)
    .action(act(list))
  mailbox
    .command('check')
    .argument('[number]', 'one request; by default all open ones', integer(1, 1_000_000_000))
    .description('look for the requested reports now')
    .action(
      act(async (cli, number: number | undefined) => {
        const ids = number === undefined ? await openIds(cli) : [number]
        for (const id of ids) await cli.call('requests.check', { id })
        return printRequests(cli, await rowsOf(cli, ids))
      }),
    )
  mailbox
    .command('withdraw')
    .argument('<number>', 'a request that waits for a sign-in', integer(1, 1_000_000_000))
    .description('withdraw a request that has not left')
    .action(act(withdraw))
}

async function withdraw(cli: Cli, id: number): Promise<Output> {
  const { request: json } = await cli.call('requests.withdraw', { id })
  const { text } = printRequests(cli, [json])
  return { json, text, exitCode: json.state === 'not-sent' ? EXIT.done : EXIT.failed }
}

async function request(cli: Cli, labels: string[], options: Options): Promise<Output> {
  const { cui, wait, again = false, yes, ...fields } = options
  const type = typeOf(labels.join(' '))
  const cuis = [...new Set(cui.map(parseCode))]
  const params = paramsOf(fields)
  for (const one of cuis) {
    const [problem] = problemsOf(type, params, one)
    if (problem) throw problem
  }
  if (cuis.length > 1 && !yes) await confirm(cli, MAILBOX_LABELS[cli.terminal.locale].ask(type, cuis.length))
  const { requests: begun } = await cli.call('requests.send', { type, cuis, params, again })
  const ids = begun.map(({ id }) => id)
  const giveUpAt = Date.now() + PATIENCE
  const isOver = (one: ReportRequest) =>
    waitsForSession(one) || (wait ? isRequestSettled(one) || Date.now() > giveUpAt : one.state !== 'sending')
  const isEnough = ({ requests: all }: { requests: ReportRequest[] }) => all.every(isOver)
  let requests: ReportRequest[]
  try {
    requests = (await cli.call('requests.follow', { ids }, { isEnough })).requests
  } catch (error) {
    return partialOutput(cli, printRequests(cli, await rowsOf(cli, ids)), error)
  }
  const printed = printRequests(cli, requests)
  const isMissing = wait && printed.exitCode === EXIT.done && requests.some(({ state }) => state !== 'archived')
  if (!isMissing) return printed
  const { notDelivered } = MAILBOX_LABELS[cli.terminal.locale]
  return { ...printed, text: `${printed.text}\n${notDelivered}`, exitCode: EXIT.failed }
}

async function openIds({ call }: Cli): Promise<number[]> {
  const { items } = await readPages(window => call('requests.list', { open: true, ...window }))
  return items.map(({ id }) => id).reverse()
}

/** The requests with these ids, the earliest first. */
async function rowsOf({ call }: Cli, ids: readonly number[]): Promise<ReportRequest[]> {
  const { items } = await readPages(window => call('requests.list', window))
  return items.filter(({ id }) => ids.includes(id)).reverse()
}

/** The exact type for a person's own spelling. */
function typeOf(text: string): string {
  const type = requestTypeLike(text)
  if (type) return type
  const [problem] = problemsOf(text, {}, '')
  if (problem?.reason === 'request-not-offered') throw problem
  const types = REQUEST_TYPES.map(known => known.type).join(', ')
  throw new UsageProblem(`SPV has no document "${text}" to request; there are: ${types}`)
}

/** The params of a request, checked by the protocol's schema. */
function paramsOf({ branch, reason, ...rest }: RequestParams): RequestParams {
  const parsed = v.safeParse(RequestParams, {
    ...rest,
    ...(branch === undefined ? {} : { branch: parseCode(branch) }),
    ...(reason === undefined ? {} : { reason: reasonOf(reason) }),
  })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const value = String(issue.input).slice(0, 40)
  throw new RecipisaError('argument-invalid', { name: `--${v.getDotPath(issue)}`, value, problem: issue.message })
}

function reasonOf(text: string): string {
  const reason = incomeReasonLike(text)
  if (reason) return reason
  throw new UsageProblem(`"${text.slice(0, 40)}" is not a reason of the list: ${INCOME_REASONS.join(', ')}`)
}

async function list(cli: Cli, { cui, ...query }: ListOptions): Promise<Output> {
  const { locale } = cli.terminal
  const labels = MAILBOX_LABELS[locale]
  const json = await cli.call('requests.list', { ...query, ...(cui ? { cui: parseCode(cui) } : {}) })
  if (json.items.length === 0) return { json, text: labels.requests.empty }
  const { number, date, type, cui: company, state, id, message } = labels.requests
  const rows = json.items.map(one => [
    String(one.id),
    moment(one.createdAt, locale),
    one.type,
    one.cui,
    labels.requestStates[one.state],
    one.requestId ?? '–',
    one.messageId ?? '–',
  ])
  const text = table([number, date, type, company, state, id, message], rows, [0])
  return { json, text: `${text}\n${cli.labels.shown(rows.length, json.total)}` }
}
