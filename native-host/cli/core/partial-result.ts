import { toErrorBody } from '../../../shared/errors/error-body.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { Cli } from './command.ts'
import { inWords } from './error-text.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'

type Done<J> = { json: J; text: string; exitCode: number }

/** What was done before something stopped it, and what that was: whatever was sent is said, for nobody to send it again. */
export function stoppedBy<J extends object>(cli: Cli, done: Done<J>, error: unknown): Done<J & { error: ErrorBody }> {
  const why = toErrorBody(cli.services.explain(error))
  return {
    json: { ...done.json, error: why },
    text: `${done.text}\n${inWords(why, cli.terminal.locale)}`,
    exitCode: done.exitCode === EXIT.unknown ? EXIT.unknown : exitCodeOf(why.code),
  }
}
