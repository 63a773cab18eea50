import { describeReason } from '../../../shared/errors/describe-reason.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import type { Declaration } from '../../../shared/protocol/declarations.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Cli } from './command.ts'
import { EXIT, exitCodeOf, heaviest } from './exit-codes.ts'

type Filing = Pick<Upload | Declaration, 'state' | 'findings' | 'trouble'>
type PrintedFilings = { problem: { error?: ErrorBody }; text: string; exitCode: number }

/**
 * Uploads or declarations at the terminal: for each the lines of `headOf`, then its findings and its trouble. `problem`
 * says why one was not sent, or why its outcome is unknown.
 */
export function printFilings<F extends Filing>(
  { terminal: { locale } }: Cli,
  filings: readonly F[],
  headOf: (filing: F) => string[],
): PrintedFilings {
  const error = filings.find(({ state, trouble }) => trouble && (state === 'not-sent' || state === 'unknown'))?.trouble
  const lines = filings.flatMap(filing => {
    const failure = filing.trouble && fromErrorBody(filing.trouble)
    return [
      ...headOf(filing),
      ...filing.findings.map(finding => `  ${finding}`),
      ...(failure ? [describeReason(failure.reason, failure.params, locale).text] : []),
    ]
  })
  return { problem: error ? { error } : {}, text: lines.join('\n'), exitCode: heaviest(filings.map(exitCodeOfFiling)) }
}

function exitCodeOfFiling({ state, trouble }: Filing): number {
  switch (state) {
    case 'ok':
    case 'valid':
    case 'processing':
    case 'sending':
      return EXIT.done
    case 'unknown':
      return EXIT.unknown
    case 'not-sent':
      return trouble ? exitCodeOf(trouble.code) : EXIT.failed
    default:
      return EXIT.refused
  }
}
