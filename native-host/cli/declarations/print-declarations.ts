import type { Period } from '../../../shared/domain/mailbox.ts'
import type { ErrorBody } from '../../../shared/errors/error-body.ts'
import type { Declaration, StatusRow } from '../../../shared/protocol/declarations.ts'
import type { Cli } from '../core/command.ts'
import { printFilings } from '../core/print-filings.ts'
import { table } from '../terminal/terminal.ts'
import { DECLARATION_LABELS, stateWords } from './declaration-labels.ts'

type PrintedDeclarations = {
  json: { declarations: readonly Declaration[]; error?: ErrorBody }
  text: string
  exitCode: number
}

export function periodOf(period: Period | null): string {
  if (!period) return '–'
  return period.month === null ? String(period.year) : `${String(period.month).padStart(2, '0')}.${period.year}`
}

/** One document for all declarations. */
export function printDeclarations(cli: Cli, declarations: readonly Declaration[]): PrintedDeclarations {
  const labels = DECLARATION_LABELS[cli.terminal.locale]
  const { problem, ...printed } = printFilings(cli, declarations, one => [
    `${one.fileName ?? one.form ?? ''}: ${stateWords(labels, one)}${one.filingNumber === null ? '' : ` (index ${one.filingNumber})`}`,
  ])
  return { json: { declarations, ...problem }, ...printed }
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
