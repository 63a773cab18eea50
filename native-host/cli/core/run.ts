import { Command, CommanderError } from 'commander'
import { VERSION } from '../../../shared/domain/product.ts'
import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { describeReason, RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { PATIENCE } from '../../limits/patience.ts'
import type { Context } from '../../operations/core/handler.ts'
import { createHandlers } from '../../operations/core/handlers.ts'
import { invoke } from '../../operations/core/invoke.ts'
import { createServices, type HostOptions, type Services } from '../../services.ts'
import { needsSession } from '../../session/needs-session.ts'
import { addDeclarations } from '../declarations/declarations.ts'
import { addInvoices } from '../invoices/invoices.ts'
import { addMailbox } from '../mailbox/mailbox.ts'
import { addAuth } from '../session/auth.ts'
import { addSession } from '../session/session.ts'
import { jsonLine, localeOf, plain, type Terminal } from '../terminal/terminal.ts'
import { addUploads } from '../uploads/uploads.ts'
import { addArchive } from './archive.ts'
import type { Act, Cli, Output } from './command.ts'
import { addCompanies } from './companies.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { addHost } from './host.ts'
import { addJobs } from './jobs.ts'
import { LABELS } from './labels.ts'
import { addLimits } from './limits.ts'
import { addProfile } from './profile.ts'
import { UsageProblem } from './usage-problem.ts'

type Flags = { profile?: string; dataDir?: string; json?: boolean }
type OptionsFor = (flags: Flags) => HostOptions

/** Runs one command line and returns its exit code. Nothing is thrown: every failure is printed as text or as JSON. */
export async function runCommandLine(args: readonly string[], optionsFor: OptionsFor): Promise<number> {
  const { stdin, stdout, stderr, env } = process
  const terminal: Terminal = { stdin, stdout, stderr, locale: localeOf(env) }
  stdout.on('error', error => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    process.exit(EXIT.done) // the reader has closed the pipe, as head does
  })
  const json = args.includes('--json')
  // An error that nothing awaits (an event of a library) would otherwise end the program with a stack.
  process.once('uncaughtException', error => {
    const shown = services ? services.explain(error) : unexpectedError(error)
    printError(shown, terminal, json)
    process.exit(exitCodeOf(shown.code))
  })
  let output: Output | undefined
  let services: Services | undefined

  const program = new Command('recipisa')
    .description("keeps a firm's e-invoices from ANAF on your own disk")
    .version(VERSION)
    .option('--profile <file>', 'profile with the endpoints (RECIPISA_PROFILE)')
    .option('--data-dir <dir>', 'folder of archive, index and log (RECIPISA_DATA_DIR)')
    .option('--json', 'print one JSON document on standard output')
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({ writeErr: () => undefined }) // printed below, in one line
  const act: Act =
    (work, { isAwaited } = { isAwaited: true }) =>
    async (...parameters) => {
      const opened = createServices({
        ...optionsFor(program.opts<Flags>()),
        ...(isAwaited ? { patience: PATIENCE } : {}),
      })
      services = opened
      output = await work(createCli(opened, terminal, json), ...parameters)
    }
  const areas = [
    addAuth,
    addSession,
    addCompanies,
    addInvoices,
    addUploads,
    addDeclarations,
    addMailbox,
    addLimits,
    addArchive,
    addProfile,
    addJobs,
    addHost,
  ]
  for (const add of areas) add(program, act)

  try {
    await program.parseAsync(args, { from: 'user' })
    if (output) print(output, terminal, json)
    return output && 'exitCode' in output ? (output.exitCode ?? EXIT.done) : EXIT.done
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done // --help, --version
    const shown = usageErrorOf(error) ?? (services ? services.explain(error) : unexpectedError(error))
    printError(shown, terminal, json)
    return exitCodeOf(shown.code)
  } finally {
    await services?.close()
  }
}

function createCli(services: Services, terminal: Terminal, json: boolean): Cli {
  const handlers = createHandlers(services)
  const stop = new AbortController()
  // A second signal of the same kind ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new RecipisaError('cancelled')))
  const call: Cli['call'] = async (method, params, watch = {}) => {
    const { progress = () => undefined, isEnough } = watch
    // The table of methods ties each to its own types, which a call by name cannot carry.
    const context = { signal: stop.signal, progress, ...(isEnough ? { isEnough } : {}) } as Context<unknown>
    return (await invoke(handlers, method, params, context)) as never
  }
  return { services, terminal, labels: LABELS[terminal.locale], json, signal: stop.signal, call }
}

function print(output: Output, { stdout }: Terminal, json: boolean): void {
  if ('bytes' in output) stdout.write(output.bytes)
  else if (json) stdout.write(`${jsonLine(output.json)}\n`)
  else if (output.text) stdout.write(`${plain(output.text)}\n`)
}

function printError(error: RecipisaError, { stdout, stderr, locale }: Terminal, json: boolean): void {
  if (json) {
    stdout.write(`${jsonLine({ error: toErrorBody(error) })}\n`)
    return
  }
  const labels = LABELS[locale]
  const { what, next, side } = describeReason(error.reason, error.params, locale)
  stderr.write(`${labels.error}: ${plain(what)}\n`)
  if (error.reason !== 'usage' && error.reason !== 'cancelled') stderr.write(`${labels.side}: ${labels.sides[side]}\n`)
  if (next) stderr.write(`${labels.next}: ${plain(next)}\n`)
  if (needsSession(error)) stderr.write(`${labels.sessionByCommand}\n`)
}

/** A wrong command line as one sentence; commander prefixes its own with `error: `. */
function usageErrorOf(error: unknown): RecipisaError | undefined {
  if (error instanceof UsageProblem) return new RecipisaError('usage', { problem: error.message })
  if (!(error instanceof CommanderError)) return undefined
  const problem = error.code === 'commander.help' ? 'a command is missing' : error.message.replace(/^error: /, '')
  return new RecipisaError('usage', {
    problem: problem
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/\.$/, ''),
  })
}

function unexpectedError(error: unknown): RecipisaError {
  return new RecipisaError('unexpected', { problem: error instanceof Error ? error.message : String(error), log: '' })
}
