import { CommanderError } from 'commander'
import type { HostOptions, Services } from '../../services.ts'
import { jsonLine, localeOf, plain, type Terminal } from '../terminal/terminal.ts'
import type { Act, Output, Say } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { createProgram, type Flags } from './program.ts'

type OptionsFor = (flags: Flags) => HostOptions

/** Runs one command line and returns its exit code. Nothing is thrown: every failure is printed as text or as JSON. */
export async function runCommandLine(args: readonly string[], optionsFor: OptionsFor): Promise<number> {
  const { stdout, stderr, env } = process
  const terminal: Terminal = {
    // Node opens it on first use and loads modules that most commands do not need.
    get stdin() {
      return process.stdin
    },
    stdout,
    stderr,
    locale: localeOf(env),
  }
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO') return // the terminal was closed, and SIGHUP ends the work
    if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.done) // the reader has closed the pipe, like head
  })
  stderr.on('error', () => undefined) // nobody reads it any more; the exit code still says what happened
  const json = args.includes('--json')
  // An error that nothing awaits (an event of a library) would otherwise end the program with a stack.
  process.once('uncaughtException', error => {
    void fail(error).then(code => process.exit(code))
  })
  let output: Output | undefined
  let services: Services | undefined
  let flags: Flags = {}

  /** Prints a failure; returns its exit code. The sentences of failures are loaded only for one. */
  const fail = async (error: unknown) => {
    const { printFailure } = await import('./print-failure.ts')
    return printFailure(error, { services, terminal, json })
  }
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
    return await fail(error)
  } finally {
    await services?.close()
  }
}

function print(output: Output, { stdout }: Terminal, json: boolean): void {
  if ('bytes' in output) stdout.write(output.bytes)
  else if (json) stdout.write(`${jsonLine(output.json)}\n`)
  else if (output.text) stdout.write(`${plain(output.text)}\n`)
}
