import { CommanderError } from 'commander'
import { toErrorBody } from '../../../shared/errors/error-body.ts'
import { describeReason, RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { HostOptions, Services } from '../../services.ts'
import { needsSession } from '../../session/needs-session.ts'
import { jsonLine, localeOf, plain, type Terminal } from '../terminal/terminal.ts'
import type { Act, Output, Say } from './command.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { LABELS } from './labels.ts'
import { createProgram, type Flags } from './program.ts'
import { UsageProblem } from './usage-problem.ts'

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
  let flags: Flags = {}

  const act: Act =
    (work, { isAwaited } = { isAwaited: true }) =>
    async (...parameters) => {
      const { openCli } = await import('./open-cli.ts')
      const cli = openCli({ host: optionsFor(flags), isAwaited, terminal, json })
      services = cli.services
      output = await work(cli, ...parameters)
    }
  const say: Say =
    work =>
    async (...parameters) => {
      output = await work(...parameters)
    }

  try {
    const program = await createProgram(args, { act, say })
    flags = program.opts<Flags>()
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
