import { describeReason } from '../../../shared/errors/describe-reason.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Cli } from '../core/command.ts'
import { EXIT, exitCodeOf, heaviest } from '../core/exit-codes.ts'
import { UPLOAD_LABELS } from './upload-labels.ts'

type PrintedUploads = { json: { attempts: readonly Upload[]; error?: ErrorBody }; text: string; exitCode: number }

/**
 * One document for all uploads, under the key `attempts` that scripts read; `error` says why one was not sent, or why
 * its outcome is unknown.
 */
export function printUploads({ terminal: { locale } }: Cli, uploads: readonly Upload[]): PrintedUploads {
  const labels = UPLOAD_LABELS[locale]
  const exitCode = heaviest(uploads.map(exitCodeOfUpload))
  const error = uploads.find(({ state, trouble }) => trouble && (state === 'not-sent' || state === 'unknown'))?.trouble
  const text = uploads
    .map(({ fileName, state, uploadIndex, downloadId, findings, trouble }) => {
      const failure = trouble && fromErrorBody(trouble)
      return [
        `${fileName}: ${labels.states[state]}${uploadIndex === null ? '' : ` (index ${uploadIndex})`}`,
        ...(downloadId === null ? [] : [labels.archived(downloadId)]),
        ...findings.map(finding => `  ${finding}`),
        ...(failure ? [describeReason(failure.reason, failure.params, locale).text] : []),
      ].join('\n')
    })
    .join('\n')
  return { json: { attempts: uploads, ...(error ? { error } : {}) }, text, exitCode }
}

function exitCodeOfUpload({ state, trouble }: Upload): number {
  switch (state) {
    case 'ok':
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
