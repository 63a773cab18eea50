import { join } from 'node:path'
import { describeReason } from '../../shared/errors/describe-reason.ts'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { exitCodeOf } from '../cli/core/exit-codes.ts'
import { localeOf, plain } from '../cli/terminal/terminal.ts'
import { createLog } from '../log/log.ts'
import { createRedactor } from '../log/redact.ts'
import type { HostOptions } from '../services.ts'

/** Longest argument of a stranger in the log, characters. */
const QUOTED = 300

/**
 * Refuses a caller that is not our extension: writes no frame, only a line in the log, and returns the exit code
 * (H-06).
 */
export function refuseCaller(args: readonly string[], { dataDir, env, now }: HostOptions): number {
  const caller = args.slice(0, 2).map(argument => argument.slice(0, QUOTED))
  const log = createLog({ folder: join(dataDir, 'logs'), redactor: createRedactor(), now, pid: process.pid })
  log.warn('caller-refused', { caller })
  const refusal = new RecipisaError('caller-refused', { caller: caller.join(' ') })
  process.stderr.write(`recipisa: ${plain(describeReason(refusal.reason, refusal.params, localeOf(env)).text)}\n`)
  return exitCodeOf(refusal.code)
}
