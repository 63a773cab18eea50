import type { Locale } from '../../../shared/errors/codes.ts'
import { fromErrorBody } from '../../../shared/errors/from-error-body.ts'
import type { OfficeState, SeatState } from '../../../shared/protocol/office.ts'
import type { BackedUp } from '../../office/backup/back-up.ts'
import type { Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { EXIT } from '../core/exit-codes.ts'
import { moment } from '../terminal/format.ts'
import { facts, table } from '../terminal/terminal.ts'
import { OFFICE_LABELS } from './office-labels.ts'

/** What a backup has; it fails where documents are missing in it, and names them. */
export function printBackup(
  backup: BackedUp,
  { missing, ...labels }: (typeof OFFICE_LABELS)[Locale],
  done: 'backedUp' | 'restored',
): Output {
  const { rows, documents, missing: keys } = backup
  const lines = keys.map(({ company, sha256 }) => `${company} ${sha256}`)
  const text = labels[done](rows, documents - keys.length)
  if (keys.length === 0) return { json: backup, text }
  return { json: backup, text: [text, missing(keys.length), ...lines].join('\n'), exitCode: EXIT.failed }
}

/** The state of this machine in its office. */
export function printOffice({ terminal: { locale } }: Pick<Cli, 'terminal'>, state: OfficeState | null): Output {
  const labels = OFFICE_LABELS[locale]
  if (!state) return { json: null, text: labels.none }
  const { url, seat, documents, problem, storageProblem, shared, waiting, conflicts, seats } = state
  const lines: [string, string][] = [
    [labels.address, url],
    [labels.seat, seat],
    [labels.documents, typeof documents === 'string' ? labels.keeps[documents] : labels.kept(documents.length)],
  ]
  if (problem) lines.push([labels.problem, errorSentences(problem, locale)])
  if (storageProblem) lines.push([labels.storage, errorSentences(storageProblem, locale)])
  if (shared) {
    const megabytes = (shared.bytes / 1_000_000).toFixed(1)
    lines.push([labels.shared, labels.totals(shared.documents, megabytes, shared.filings)])
    if (shared.heldSince !== undefined) lines.push([labels.news, labels.held(moment(shared.heldSince, locale))])
  }
  lines.push([labels.waiting, String(waiting)])
  for (const { area, key, company } of conflicts) lines.push([labels.conflicts, `${company} ${area} ${key}`])
  const row = ({ name, isMe, role, companies, seenAt, leftAt }: SeatState) => [
    isMe ? `${name} ${labels.me}` : name,
    labels.roles[role],
    role === 'office' ? labels.allCompanies : companies.join(' ') || '–',
    leftAt === null ? moment(seenAt, locale) : `${labels.left} ${moment(leftAt, locale)}`,
  ]
  const trouble = problem ?? storageProblem
  const text = [facts(lines), ...(seats.length === 0 ? [] : [table(labels.heads, seats.map(row))])].join('\n\n')
  return { json: state, text, ...(trouble && fromErrorBody(trouble) ? { exitCode: EXIT.failed } : {}) }
}
