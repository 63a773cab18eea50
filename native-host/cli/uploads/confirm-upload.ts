import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import { fromErrorBody } from '../../../shared/errors/error-body.ts'
import { describeReason, RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ErrorBody } from '../../../shared/protocol/envelope.ts'
import type { Inspection, Standard, Upload, UploadFlags } from '../../../shared/protocol/uploads.ts'
import { alreadyUploaded, beginUpload } from '../../capabilities/uploads/begin-upload.ts'
import { followUpload, isSent, isSettled } from '../../capabilities/uploads/follow-upload.ts'
import { advanceHere } from '../../jobs/here.ts'
import { ask, canAsk } from '../core/ask.ts'
import type { Cli, Said } from '../core/command.ts'
import { EXIT, exitCodeOf, heaviest } from '../core/exit-codes.ts'
import { amount } from '../core/format.ts'
import { stoppedBy } from '../core/partial-result.ts'
import { facts, plain } from '../core/terminal.ts'
import { UsageProblem } from '../session/auth.ts'
import { FILING_WORDS } from './upload-labels.ts'

/** What is about to be sent: the inspected bytes and how they are to be filed. */
export type Plan = { inspection: Inspection; cui: string; standard: Standard; flags: UploadFlags }
type PrintedUploads = { json: { uploads: readonly Upload[]; error?: ErrorBody }; text: string; exitCode: number }
export type Consent = { yes?: boolean; again?: boolean; wait?: boolean; corrects?: number }

/** How long `--wait` stays with a filing whose answer was lost, ms: the lists know within about 15 minutes (E-18). */
const PATIENCE = 20 * 60_000
const FLAGS = ['extern', 'selfBilled', 'enforcement', 'b2c'] as const

/** Shows what is about to be sent, asks, sends each once in this process, and waits for the outcome if that is wanted. */
export async function fileAll(cli: Cli, plans: readonly Plan[], consent: Consent): Promise<Said> {
  const again = await agree(cli, plans, consent)
  const archive = await cli.services.archive()
  const ids: number[] = []
  try {
    for (const { inspection, cui, standard, flags } of plans) {
      const { sha256 } = inspection
      const corrects = consent.corrects === undefined ? {} : { corrects: consent.corrects }
      const { id } = await beginUpload(archive, { sha256, cui, standard, flags, again, ...corrects })
      ids.push(id)
      await follow(cli, id, isSent)
    }
    const until = cli.services.now() + PATIENCE
    const isOver = (attempt: Upload) =>
      isSettled(attempt) || (attempt.state === 'unknown' && cli.services.now() > until)
    if (consent.wait) await Promise.all(ids.map(id => follow(cli, id, isOver)))
  } catch (error) {
    const uploads = archive.uploads.open().filter(({ id }) => ids.includes(id))
    if (uploads.length === 0) throw error
    return stoppedBy(cli, printUploads(cli, uploads), error)
  }
  return printUploads(
    cli,
    ids.flatMap(id => archive.uploads.get(id) ?? []),
  )
}

async function follow(cli: Cli, id: number, done: (attempt: Upload) => boolean): Promise<Upload> {
  const { services, signal } = cli
  const { uploads } = await services.archive()
  const revive = () => advanceHere(services, id, signal)
  return followUpload(uploads, id, done, { now: services.now, revive, signal, progress: () => undefined })
}

/** The preview and the question; true when bytes that were filed before are to be sent once more (E-06). */
async function agree(cli: Cli, plans: readonly Plan[], { yes, again = false }: Consent): Promise<boolean> {
  const { stderr, locale } = cli.terminal
  const words = FILING_WORDS[locale]
  if (new Set(plans.map(({ inspection }) => inspection.sha256)).size < plans.length)
    throw new UsageProblem('the same file is given twice')
  if (!yes && !canAsk(cli)) throw new RecipisaError('confirmation-needed')
  if (!yes) for (const plan of plans) stderr.write(`${preview(cli, plan)}\n\n`)
  const before = plans.flatMap(({ inspection }) => inspection.earlier.filter(isFiled).slice(0, 1))
  const [first] = before
  if (first && !again) {
    if (!canAsk(cli) || yes) throw alreadyUploaded(first)
    for (const { fileName, createdAt, uploadIndex, state } of before) {
      const outcome = uploadIndex === null ? words.states[state] : `index ${uploadIndex}`
      stderr.write(`${plain(words.filedBefore(fileName, formatQuotedMoment(createdAt), outcome))}\n`)
    }
    if (!(await ask(cli, words.askAgain))) throw new RecipisaError('cancelled')
    return true
  }
  if (!yes && !(await ask(cli, words.ask(plans.length)))) throw new RecipisaError('cancelled')
  return again
}

function isFiled({ state }: Upload): boolean {
  return state !== 'rejected' && state !== 'not-sent'
}

function preview({ terminal: { locale } }: Cli, { inspection, cui, standard, flags }: Plan): string {
  const words = FILING_WORDS[locale]
  const { invoice, fileName, suggested, rights } = inspection
  const party = (name: string | null | undefined, code: string | null | undefined) =>
    [name, code && `(${code})`].filter(Boolean).join(' ') || '–'
  const named = (wanted: (flag: keyof UploadFlags) => boolean) =>
    FLAGS.filter(wanted)
      .map(flag => words.flags[flag])
      .join(', ')
  const lines = facts([
    [words.preview.file, fileName],
    [words.preview.standard, standard],
    [words.preview.company, cui],
    [words.preview.number, invoice?.number ?? '–'],
    [words.preview.date, invoice?.issueDate ?? '–'],
    [words.preview.seller, party(invoice?.sellerName, invoice?.sellerCui)],
    [words.preview.buyer, party(invoice?.buyerName, invoice?.buyerCui)],
    [words.preview.total, amount(invoice?.payableAmount ?? null, invoice?.currency ?? null, locale)],
    [words.preview.flags, named(flag => flags[flag]) || '–'],
  ])
  const missing = named(flag => suggested[flag] && !flags[flag])
  const notes = [
    ...(missing ? [words.looksLike(missing)] : []),
    ...(inspection.cui && inspection.cui !== cui ? [words.otherCompany(inspection.cui)] : []),
    ...(rights === 'denied' ? [words.noRights(cui)] : []),
  ]
  return [lines, ...notes].join('\n')
}

/** One document for all of them; `error` says why one was not sent or is not known. */
export function printUploads({ terminal: { locale } }: Cli, uploads: readonly Upload[]): PrintedUploads {
  const words = FILING_WORDS[locale]
  const codes = uploads.map(exitCodeOfUpload)
  const exitCode = heaviest(codes)
  const error = uploads.find(({ state, trouble }) => trouble && (state === 'not-sent' || state === 'unknown'))?.trouble
  const text = uploads
    .map(({ fileName, state, uploadIndex, downloadId, findings, trouble }) => {
      const failure = trouble && fromErrorBody(trouble)
      return [
        `${fileName}: ${words.states[state]}${uploadIndex === null ? '' : ` (index ${uploadIndex})`}`,
        ...(downloadId === null ? [] : [words.archived(downloadId)]),
        ...findings.map(finding => `  ${finding}`),
        ...(failure ? [describeReason(failure.reason, failure.params, locale).text] : []),
      ].join('\n')
    })
    .join('\n')
  return { json: { uploads, ...(error ? { error } : {}) }, text, exitCode }
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
