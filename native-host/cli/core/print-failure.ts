import { CommanderError } from 'commander'
import { describeReason } from '../../../shared/errors/describe-reason.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Services } from '../../services.ts'
import { needsSession } from '../../session/needs-session.ts'
import { jsonLine, plain, type Terminal } from '../terminal/terminal.ts'
import { exitCodeOf } from './exit-codes.ts'
import { LABELS } from './labels.ts'
import { UsageProblem } from './usage-problem.ts'

type Options = {
  /** The command's services; undefined if it failed before opening them. */
  services: Services | undefined
  terminal: Terminal
  json: boolean
}

/** Prints why a command line failed, as text or as JSON; returns its exit code. */
export function printFailure(error: unknown, { services, terminal, json }: Options): number {
  const shown = usageErrorOf(error) ?? services?.explain(error) ?? unexpectedError(error)
  printError(shown, terminal, json)
  return exitCodeOf(shown.code)
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

/** A wrong command line as one sentence; commander prefixes its sentences with `error: `. */
function usageErrorOf(error: unknown): RecipisaError | undefined {
  if (error instanceof UsageProblem) return new RecipisaError('usage', { problem: error.message })
  if (!(error instanceof CommanderError)) return undefined
  const problem = error.code === 'commander.help' ? 'a command is missing' : error.message.replace(/^error: /, '')
  return new RecipisaError('usage', {
    problem: problem
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '')
      .join(' ')
      .replace(/\.$/, ''),
  })
}

function unexpectedError(error: unknown): RecipisaError {
  return new RecipisaError('unexpected', { problem: error instanceof Error ? error.message : String(error), log: '' })
}
