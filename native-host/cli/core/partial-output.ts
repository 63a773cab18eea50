import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { toErrorBody } from '../../../shared/errors/to-error-body.ts'
import type { Cli } from './command.ts'
import { errorSentences } from './error-sentences.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'

type PrintedPart<J> = { json: J; text: string; exitCode: number }

/**
 * Adds an error to the output of the work done before it. Everything sent is printed, so that nobody sends it again.
 */
export function partialOutput<J extends object>(
  cli: Cli,
  done: PrintedPart<J>,
  error: unknown,
): PrintedPart<J & { error: ErrorBody }> {
  const body = toErrorBody(cli.services.explain(error))
  return {
    json: { ...done.json, error: body },
    text: `${done.text}\n${errorSentences(body, cli.terminal.locale)}`,
    exitCode: done.exitCode === EXIT.unknown ? EXIT.unknown : exitCodeOf(body.code),
  }
}
