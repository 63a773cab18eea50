import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import type { OfficeState, SeatState } from '../../../shared/protocol/office.ts'
import type { Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { EXIT } from '../core/exit-codes.ts'
import { moment } from '../terminal/format.ts'
import { facts, table } from '../terminal/terminal.ts'
import { OFFICE_LABELS } from './office-labels.ts'

/** The state of this machine in its office. */
export function printOffice({ terminal: { locale } }: Pick<Cli, 'terminal'>, state: OfficeState | null): Output {
  const labels = OFFICE_LABELS[locale]
  if (!state) return { json: null, text: labels.none }
  const { url, seat, documents, problem, shared, waiting, conflicts, seats } = state
  const lines: [string, string][] = [
    [labels.address, url],
    [labels.seat, seat],
    [labels.documents, typeof documents === 'string' ? labels.keeps[documents] : labels.kept(documents.length)],
  ]
  if (problem) lines.push([labels.problem, errorSentences(problem, locale)])
  if (shared) {
    const megabytes = (shared.bytes / 1_000_000).toFixed(1)
    lines.push([labels.shared, labels.totals(shared.documents, megabytes, shared.filings)])
  }
  lines.push([labels.waiting, String(waiting)])
  for (const { area, key, company } of conflicts) lines.push([labels.conflicts, `${company} ${area} ${key}`])
  const row = ({ name, isMe, role, companies, seenAt, leftAt }: SeatState) => [
    isMe ? `${name} ${labels.me}` : name,
    labels.roles[role],
    role === 'office' ? labels.allCompanies : companies.join(' ') || '–',
    leftAt === null ? moment(seenAt, locale) : `${labels.left} ${moment(leftAt, locale)}`,
  ]
  const text = [facts(lines), ...(seats.length === 0 ? [] : [table(labels.heads, seats.map(row))])].join('\n\n')
  return { json: state, text, ...(problem && fromErrorBody(problem) ? { exitCode: EXIT.failed } : {}) }
}
