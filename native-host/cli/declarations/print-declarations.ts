import type { Period } from '../../../shared/domain/mailbox.ts'
import { describeReason } from '../../../shared/errors/describe-reason.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import type { Declaration, StatusRow } from '../../../shared/protocol/declarations.ts'
import type { Cli } from '../core/command.ts'
import { EXIT, exitCodeOf, heaviest } from '../core/exit-codes.ts'
import { table } from '../terminal/terminal.ts'
import { DECLARATION_LABELS } from './declaration-labels.ts'

type PrintedDeclarations = {
  json: { declarations: readonly Declaration[]; error?: ErrorBody }
  text: string
  exitCode: number
}

export function periodOf(period: Period | null): string {
  if (!period) return '–'
  return period.month === null ? String(period.year) : `${String(period.month).padStart(2, '0')}.${period.year}`
}

/** One document for all declarations; `error` says why one was not sent or is unknown. */
export function printDeclarations(
  { terminal: { locale } }: Cli,
  declarations: readonly Declaration[],
): PrintedDeclarations {
  const labels = DECLARATION_LABELS[locale]
  const codes = declarations.map(exitCodeOfDeclaration)
  const exitCode = heaviest(codes)
  const open = declarations.find(({ state, trouble }) => trouble && (state === 'not-sent' || state === 'unknown'))
  const text = declarations
    .map(({ fileName, form, filingNumber, state, isUnconfirmed, findings, trouble }) => {
      const failure = trouble && fromErrorBody(trouble)
      const name = fileName ?? form ?? ''
      return [
        `${name}: ${isUnconfirmed ? labels.unconfirmed : labels.states[state]}${filingNumber === null ? '' : ` (index ${filingNumber})`}`,
        ...findings.map(finding => `  ${finding}`),
        ...(failure ? [describeReason(failure.reason, failure.params, locale).text] : []),
      ].join('\n')
    })
    .join('\n')
  return { json: { declarations, ...(open?.trouble ? { error: open.trouble } : {}) }, text, exitCode }
}

export function statusTable({ labels: { yes, no }, terminal: { locale } }: Cli, rows: readonly StatusRow[]): string {
  const { rows: heads, states } = DECLARATION_LABELS[locale]
  return table(
    [heads.number, heads.form, heads.state, heads.registration, heads.uploaded, heads.receipt],
    rows.map(row => [
      row.filingNumber,
      row.form,
      row.state ? states[row.state] : row.wording,
      row.registrationNumber ?? '–',
      row.uploadedOn ?? '–',
      row.hasReceipt ? yes : no,
    ]),
  )
}

function exitCodeOfDeclaration({ state, trouble }: Declaration): number {
  switch (state) {
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
