import { signedAmount } from '../../../shared/documents/storno.ts'
import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import type { Locale } from '../../../shared/errors/codes.ts'
import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { alreadyUploaded } from '../../../shared/filings/already-sent.ts'
import { uploadCompany } from '../../../shared/filings/upload-company.ts'
import type { Inspection, Standard, Upload, UploadFlags } from '../../../shared/protocol/uploads.ts'
import type { Cli } from '../core/command.ts'
import { UsageProblem } from '../core/usage-problem.ts'
import { ask, canAsk } from '../terminal/confirm.ts'
import { amount } from '../terminal/format.ts'
import { facts, plain } from '../terminal/terminal.ts'
import { UPLOAD_LABELS } from './upload-labels.ts'

/** One planned upload: the inspected bytes and how to send them. */
export type Plan = { inspection: Inspection; cui: string; standard: Standard; flags: UploadFlags }
export type Consent = {
  yes?: boolean
  again?: boolean
  /** Filed even while the other seats' filings are unknown. */
  fileAlone?: boolean
  wait?: boolean
  corrects?: number
}

const FLAGS = ['extern', 'selfBilled', 'enforcement', 'b2c'] as const

/**
 * Shows previews and asks. Returns the files to send although they were uploaded before (E-06): the latest earlier upload
 * that was shown, by the file's SHA-256.
 */
export async function confirmUploads(
  cli: Cli,
  plans: readonly Plan[],
  { yes, again = false }: Consent,
): Promise<ReadonlyMap<string, number>> {
  const { stderr, locale } = cli.terminal
  const labels = UPLOAD_LABELS[locale]
  if (new Set(plans.map(({ inspection }) => inspection.sha256)).size < plans.length)
    throw new UsageProblem('the same file is given twice')
  if (!yes && !canAsk(cli)) throw new RecipisaError('confirmation-needed')
  for (const plan of plans) {
    if (!yes) stderr.write(`${[preview(cli, plan), ...notes(cli, plan)].join('\n')}\n\n`)
    // Whoever is not asked is told all the same, such as that one company was named for the files of several.
    else for (const note of notes(cli, plan)) stderr.write(`${plain(`${plan.inspection.fileName}: ${note}`)}\n`)
  }
  const before = plans.flatMap(({ inspection }) => inspection.earlier.filter(wasSent).slice(0, 1))
  const [first] = before
  if (first && !again) {
    if (!canAsk(cli) || yes) throw alreadyUploaded(first)
    for (const { fileName, createdAt, uploadIndex, state } of before) {
      const outcome = uploadIndex === null ? labels.states[state] : `index ${uploadIndex}`
      stderr.write(`${plain(labels.filedBefore(fileName, formatQuotedMoment(createdAt), outcome))}\n`)
    }
    if (!(await ask(cli, labels.askAgain))) throw new RecipisaError('cancelled')
  } else if (!yes && !(await ask(cli, labels.ask(plans.length)))) throw new RecipisaError('cancelled')
  // The yes covers only what was shown: another process may have uploaded the files meanwhile.
  return new Map(before.map(({ sha256, id }) => [sha256, id]))
}

function wasSent({ state }: Upload): boolean {
  return state !== 'rejected' && state !== 'not-sent'
}

function preview({ terminal: { locale } }: Cli, { inspection, cui, standard, flags }: Plan): string {
  const labels = UPLOAD_LABELS[locale]
  const { invoice, fileName } = inspection
  const party = (name: string | null | undefined, code: string | null | undefined) =>
    [name, code && `(${code})`].filter(Boolean).join(' ') || '–'
  return facts([
    [labels.preview.file, fileName],
    [labels.preview.standard, standard],
    [labels.preview.company, cui],
    [labels.preview.number, invoice?.number ?? '–'],
    [labels.preview.date, invoice?.issueDate ?? '–'],
    [labels.preview.seller, party(invoice?.sellerName, invoice?.sellerCui)],
    [labels.preview.buyer, party(invoice?.buyerName, invoice?.buyerCui)],
    [labels.preview.amount, amount(invoice && signedAmount(invoice), invoice?.currency ?? null, locale)],
    [labels.preview.flags, flagNames(locale, flag => flags[flag]) || '–'],
  ])
}

/** What speaks against sending a file like this. */
function notes({ terminal: { locale } }: Cli, { inspection, cui, flags }: Plan): string[] {
  const labels = UPLOAD_LABELS[locale]
  const { suggested, rights } = inspection
  const expected = uploadCompany(inspection, flags)
  const missing = flagNames(locale, flag => suggested[flag] && !flags[flag])
  return [
    ...(missing ? [labels.looksLike(missing)] : []),
    ...(expected && expected !== cui ? [labels.otherCompany(expected)] : []),
    ...(rights === 'denied' && cui === inspection.cui ? [labels.noRights(cui)] : []),
  ]
}

const flagNames = (locale: Locale, isNamed: (flag: keyof UploadFlags) => boolean): string =>
  FLAGS.filter(isNamed)
    .map(flag => UPLOAD_LABELS[locale].flags[flag])
    .join(', ')
