import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Upload } from '../../../shared/protocol/uploads.ts'
import type { Cli } from '../core/command.ts'
import { printFilings } from '../core/print-filings.ts'
import { UPLOAD_LABELS } from './upload-labels.ts'

type PrintedUploads = { json: { attempts: readonly Upload[]; error?: ErrorBody }; text: string; exitCode: number }

/** One document for all uploads, under the key `attempts` that scripts read. */
export function printUploads(cli: Cli, uploads: readonly Upload[]): PrintedUploads {
  const labels = UPLOAD_LABELS[cli.terminal.locale]
  const { problem, ...printed } = printFilings(cli, uploads, ({ fileName, state, uploadIndex, downloadId }) => [
    `${fileName}: ${labels.states[state]}${uploadIndex === null ? '' : ` (index ${uploadIndex})`}`,
    ...(downloadId === null ? [] : [labels.archived(downloadId)]),
  ])
  return { json: { attempts: uploads, ...problem }, ...printed }
}
