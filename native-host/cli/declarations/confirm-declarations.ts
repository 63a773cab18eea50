import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { alreadyDeclared } from '../../../shared/filings/already-sent.ts'
import type { DeclarationInspection } from '../../../shared/protocol/declarations.ts'
import type { Cli } from '../core/command.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { canAsk, confirm } from '../terminal/confirm.ts'
import { facts } from '../terminal/terminal.ts'
import { DECLARATION_LABELS } from './declaration-labels.ts'
import { periodOf } from './print-declarations.ts'

/**
 * Shows previews and asks. Returns the files to submit although they were submitted before: the latest earlier submission
 * that was shown, by the file's SHA-256.
 */
export async function confirmDeclarations(
  cli: Cli,
  inspections: readonly DeclarationInspection[],
  { yes, again = false }: { yes?: boolean; again?: boolean },
): Promise<ReadonlyMap<string, number>> {
  const labels = DECLARATION_LABELS[cli.terminal.locale]
  const { stderr } = cli.terminal
  if (new Set(inspections.map(({ sha256 }) => sha256)).size < inspections.length)
    throw new UsageProblem('the same file is given twice')
  if (!yes && !canAsk(cli)) throw new RecipisaError('confirmation-needed')
  const before = inspections.flatMap(({ earlier }) =>
    earlier.filter(({ state }) => state !== 'rejected' && state !== 'not-sent').slice(0, 1),
  )
  const [first] = before
  if (first && !again && (yes || !canAsk(cli))) throw alreadyDeclared(first)
  // The yes covers only what was shown: another process may have submitted the files meanwhile.
  const shown = new Map(before.flatMap(({ sha256, id }) => (sha256 === null ? [] : [[sha256, id] as const])))
  if (yes) return shown
  for (const inspection of inspections) stderr.write(`${preview(cli, inspection)}\n\n`)
  stderr.write(`${labels.noTestEnvironment}\n`)
  for (const { fileName, createdAt, filingNumber, state } of again ? [] : before) {
    const outcome = filingNumber === null ? labels.states[state] : `index ${filingNumber}`
    const question = labels.askAgain(fileName ?? '', formatQuotedMoment(createdAt), outcome)
    await confirm(cli, question)
  }
  await confirm(cli, labels.ask(inspections.length))
  return shown
}

function preview({ labels, terminal: { locale } }: Cli, inspection: DeclarationInspection): string {
  const { preview: names, unread, trial } = DECLARATION_LABELS[locale]
  const { fileName, form, cui, companyName, period, isSigned, attachment, isTrial } = inspection
  const lines = facts([
    [names.file, fileName],
    [names.form, form ?? unread],
    [names.company, cui === null ? unread : [companyName, `(${cui})`].filter(Boolean).join(' ')],
    [names.period, period ? periodOf(period) : unread],
    [names.signed, isSigned ? labels.yes : labels.no],
    [names.attachment, attachment ?? labels.no],
  ])
  return isTrial ? `${lines}\n${trial}` : lines
}
