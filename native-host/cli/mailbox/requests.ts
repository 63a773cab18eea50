import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import * as v from 'valibot'
import {
  INCOME_REASONS,
  incomeReasonLike,
  problemsOf,
  REQUEST_TYPES,
  requestTypeLike,
} from '../../../shared/domain/requests.ts'
import { fromErrorBody } from '../../../shared/errors/error-body.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import { type ReportRequest, RequestParams } from '../../../shared/protocol/requests.ts'
import { beginRequests, withdrawRequest } from '../../capabilities/mailbox/begin-requests.ts'
import { followRequests, isRequestSettled } from '../../capabilities/mailbox/follow-requests.ts'
import { advanceRequestsHere } from '../../capabilities/mailbox/mailbox-here.ts'
import { needsSession } from '../../capabilities/mailbox/session-pause.ts'
import { parseCode } from '../../operations/mailbox/mailbox.ts'
import type { Act, Cli, Said } from '../core/command.ts'
import { inWords } from '../core/error-text.ts'
import { EXIT, exitCodeOf, heaviest } from '../core/exit-codes.ts'
import { moment } from '../core/format.ts'
import { integer, repeated } from '../core/options.ts'
import { stoppedBy } from '../core/partial-result.ts'
import { table } from '../core/terminal.ts'
import { UsageProblem } from '../session/auth.ts'
import { MAILBOX_WORDS } from './mailbox-labels.ts'

type Options = RequestParams & { cui: string[]; wait?: boolean; again?: boolean; yes?: boolean }
type ListOptions = { cui?: string; open?: boolean; limit: number; offset: number }

/** How long `--wait` stays for a report, ms. */
const PATIENCE = 60 * 60_000
const MONTH = integer(1, 12)

export function addMailRequests(mailbox: Command, act: Act): void {
  mailbox
    .command('request')
    .argument('<type...>', `what is asked for: ${REQUEST_TYPES.map(({ type }) => type).join(', ')}`)
    .requiredOption('--cui <cui>', 'for this company or person (can be given again)', repeated)
    .option('--year <n>', 'year', integer(1990, 2100))
    .option('--month <n>', 'month', MONTH)
    .option('--reason <text>', 'what an income certificate is for, of the list below')
    .option('--registration <text>', 'registration number of the form, of a duplicated receipt')
    .option('--branch <cui>', 'CUI of a branch or working point')
    .option('--from <month>', 'first month of a period', MONTH)
    .option('--to <month>', 'last month of a period', MONTH)
    .option('--wait', 'until the report is here')
    .option('--again', 'also if the same request is open')
    .option('--yes', 'do not ask, for several companies')
    .description('ask for a report; it comes as a message, which is downloaded')
    .addHelpText(
      'after',
      `\nReasons of an income certificate:\n${INCOME_REASONS.map(reason => `  ${reason}`).join('\n')}`,
    )
    .action(act(request))
  mailbox
    .command('requests')
    .description('reports that were asked for, the latest first')
    .option('--cui <cui>', 'only this company or person')
    .option('--open', 'only those that are not over')
    .option('--limit <n>', 'at most so many', integer(1, 500), 100)
    .option('--offset <n>', 'leave out so many', integer(0, 1_000_000_000), 0)
    .action(act(list))
  mailbox
    .command('check')
    .argument('[number]', 'one request; all that are open if absent', integer(1, 1_000_000_000))
    .description('look now for the reports that were asked for')
    .action(
      act(async (cli, number: number | undefined) => {
        const { requests } = await cli.services.archive()
        const ids = number === undefined ? requests.open().map(({ id }) => id) : [number]
        for (const id of ids) await cli.call('requests.check', { id })
        return sayRequests(cli, requests.ofIds(ids))
      }),
    )
}

async function request(cli: Cli, words: string[], options: Options): Promise<Said> {
  const { cui, wait, again = false, yes, ...fields } = options
  const type = typeOf(words.join(' '))
  const cuis = [...new Set(cui.map(parseCode))]
  const params = paramsOf(fields)
  for (const one of cuis) {
    const [problem] = problemsOf(type, params, one)
    if (problem) throw problem
  }
  if (cuis.length > 1 && !yes) await agree(cli, type, cuis.length)
  const { requests } = await cli.services.archive()
  const ids = beginRequests(await cli.services.archive(), { type, cuis, params, again }).map(({ id }) => id)
  const { now } = cli.services
  const until = now() + PATIENCE
  const isOver = (one: ReportRequest) =>
    waitsForSession(one) || (wait ? isRequestSettled(one) || now() > until : one.state !== 'sending')
  const revive = () => advanceRequestsHere(cli.services, cli.signal)
  const watch = { now, revive, signal: cli.signal, progress: () => undefined }
  let over: ReportRequest[]
  try {
    over = await followRequests(requests, ids, isOver, watch)
  } catch (error) {
    // Who stops it wants nothing more of it sent, by no other process either.
    for (const id of cli.signal.aborted ? ids : []) withdrawRequest(requests, id)
    return stoppedBy(cli, sayRequests(cli, requests.ofIds(ids)), error)
  }
  const said = sayRequests(cli, over)
  const isMissing = wait && said.exitCode === EXIT.done && over.some(({ state }) => state !== 'archived')
  if (!isMissing) return said
  const { notDelivered } = MAILBOX_WORDS[cli.terminal.locale]
  return { ...said, text: `${said.text}\n${notDelivered}`, exitCode: EXIT.failed }
}

/** The exact spelling of what somebody wrote in their own. */
function typeOf(text: string): string {
  const type = requestTypeLike(text)
  if (type) return type
  const [problem] = problemsOf(text, {}, '')
  if (problem?.reason === 'request-not-offered') throw problem
  const types = REQUEST_TYPES.map(known => known.type).join(', ')
  throw new UsageProblem(`SPV has no document "${text}" to request; there are: ${types}`)
}

/** What goes into a request, in the shape and lengths that both doors keep to. */
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
  throw new UsageProblem(`"${text.slice(0, 40)}" is no reason of the list: ${INCOME_REASONS.join(', ')}`)
}

async function agree({ terminal, signal }: Cli, type: string, companies: number): Promise<void> {
  const { stdin: input, stderr: output, locale } = terminal
  if (input.isTTY !== true || output.isTTY !== true) throw new RecipisaError('confirmation-needed')
  const words = MAILBOX_WORDS[locale]
  const prompt = createInterface({ input, output })
  try {
    const answer = await prompt.question(words.ask(type, companies), { signal })
    if (!words.yes.test(answer.trim())) throw new RecipisaError('cancelled')
  } finally {
    prompt.close()
  }
}

async function list(cli: Cli, { cui, ...query }: ListOptions): Promise<Said> {
  const { locale } = cli.terminal
  const words = MAILBOX_WORDS[locale]
  const json = await cli.call('requests.list', { ...query, ...(cui ? { cui: parseCode(cui) } : {}) })
  if (json.items.length === 0) return { json, text: words.requests.empty }
  const { number, date, type, cui: company, state, id, message } = words.requests
  const rows = json.items.map(one => [
    String(one.id),
    moment(one.createdAt, locale),
    one.type,
    one.cui,
    words.requestStates[one.state],
    one.requestId ?? '–',
    one.messageId ?? '–',
  ])
  const text = table([number, date, type, company, state, id, message], rows, [0])
  return { json, text: `${text}\n${cli.words.shown(rows.length, json.total)}` }
}

type SaidRequests = { json: { requests: readonly ReportRequest[]; error?: ErrorBody }; text: string; exitCode: number }

/** One document for all of them; `error` says why one is not on its way. */
function sayRequests({ terminal: { locale } }: Cli, requests: readonly ReportRequest[]): SaidRequests {
  const words = MAILBOX_WORDS[locale]
  const codes = requests.map(exitCodeOfRequest)
  const exitCode = heaviest(codes)
  const error = requests.find((one, at) => one.trouble && codes[at] === exitCode && exitCode !== EXIT.done)?.trouble
  const text = requests
    .map(({ cui, companyName, type, state, requestId, messageId, note, trouble }) =>
      [
        `${[cui, companyName].filter(Boolean).join(' ')} · ${type}: ${words.requestStates[state]}${requestId ? ` (${requestId})` : ''}`,
        ...(note === null ? [] : [`  ${note}`]),
        ...(messageId === null ? [] : [`  ${words.document(messageId)}`]),
        ...(trouble === null ? [] : [`  ${inWords(trouble, locale)}`]),
      ].join('\n'),
    )
    .join('\n')
  return { json: { requests, ...(error ? { error } : {}) }, text: text || words.requests.empty, exitCode }
}

function exitCodeOfRequest(request: ReportRequest): number {
  const { state, trouble } = request
  if (waitsForSession(request)) return EXIT.signIn
  switch (state) {
    case 'unknown':
      return EXIT.unknown
    case 'rejected':
      return EXIT.refused
    case 'not-sent':
      return trouble ? exitCodeOf(trouble.code) : EXIT.failed
    case 'delivered':
      return trouble ? exitCodeOf(trouble.code) : EXIT.done
    default:
      return EXIT.done
  }
}

/** Nothing goes on with it until somebody signs in. */
function waitsForSession({ state, trouble }: ReportRequest): boolean {
  return state !== 'unknown' && trouble !== null && needsSession(fromErrorBody(trouble))
}
