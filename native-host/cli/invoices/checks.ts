import type { Command } from 'commander'
import { inLanguage } from '../../../shared/documents/findings.ts'
import { contradicts, findingOf } from '../../../shared/documents/signature-verdict.ts'
import type { Finding } from '../../../shared/protocol/invoices/checks.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { EXIT } from '../core/exit-codes.ts'
import { sourceOf } from '../core/file-source.ts'
import { wireId } from '../core/options.ts'
import { readDocument } from '../core/read-document.ts'
import { moment } from '../terminal/format.ts'
import { saveAs, saveNew } from '../terminal/save.ts'
import { facts } from '../terminal/terminal.ts'
import { UPLOAD_LABELS } from '../uploads/upload-labels.ts'

type PdfOptions = { validation: boolean; output?: string }

export function addChecks(invoices: Command, act: Act): void {
  invoices
    .command('status')
    .argument('<index>', 'upload index, also of an upload made elsewhere', wireId)
    .description('the state of an upload at ANAF')
    .action(
      act(async (cli, uploadIndex: string) => {
        const json = await cli.call('uploads.status', { uploadIndex })
        const { states, archived } = UPLOAD_LABELS[cli.terminal.locale]
        const text = [states[json.state], ...(json.downloadId === null ? [] : [archived(json.downloadId)])].join('\n')
        const isRefused = json.state === 'nok' || json.state === 'not-taken'
        return { json, text, exitCode: isRefused ? EXIT.refused : EXIT.done }
      }),
    )
  invoices
    .command('validate')
    .argument('<file>', 'XML file, or id of an archived document')
    .description('validate a document at ANAF; nothing is uploaded, and no sign-in is needed')
    .action(
      act(async (cli, file: string) => {
        const json = await cli.call('invoices.validate', { source: sourceOf(file) })
        if (json.state === 'nok') return { json, text: printFindings(cli, json.findings), exitCode: EXIT.refused }
        return { json, text: UPLOAD_LABELS[cli.terminal.locale].valid }
      }),
    )
  invoices
    .command('pdf')
    .argument('<file>', 'XML file, or id of an archived document')
    .option('--no-validation', 'skip the validation of the content; nobody vouches for it then')
    .option('--output <file>', 'where to write it; - for standard output')
    .description('generate a PDF of an invoice at ANAF; no sign-in is needed for a file')
    .action(act(pdf))
  invoices
    .command('verify')
    .argument('<zip>', 'ZIP file, or id of an archived document')
    .option('--ask-authority', "show ANAF's own answer too")
    .description('verify the signature of a downloaded ZIP on this computer')
    .action(
      act(async (cli, zip: string, { askAuthority }: { askAuthority?: boolean }) => {
        const source = sourceOf(zip)
        const report = await cli.call('invoices.verify', { source })
        const authority = askAuthority ? await cli.call('invoices.verifyAtAuthority', { source }) : undefined
        const text = printReport(cli, report, authority)
        const exitCode = verdictCode(report.verdict, authority?.verdict)
        return { json: { ...report, ...(authority ? { authority } : {}) }, text, exitCode }
      }),
    )
}

async function pdf(cli: Cli, file: string, { validation, output }: PdfOptions): Promise<Output> {
  const json = await cli.call('invoices.pdf', { source: sourceOf(file), validate: validation })
  if (json.outcome === 'invalid') return { json, text: printFindings(cli, json.findings), exitCode: EXIT.refused }
  const { bytes, fileName } = await readDocument(cli, json.document)
  if (output === '-' || (output === undefined && !cli.json && !cli.terminal.stdout.isTTY)) return { bytes }
  const path = output === undefined ? saveNew(fileName, bytes) : saveAs(output, bytes)
  const note = json.validated ? [] : [UPLOAD_LABELS[cli.terminal.locale].notValidated]
  return { json: { ...json, path, size: bytes.length }, text: [cli.labels.saved(path), ...note].join('\n') }
}

function printFindings({ terminal }: Cli, findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ rule, text }) => `  ${rule === null ? '' : `[${rule}] `}${inLanguage(text, terminal.locale)}`,
  )
  return [UPLOAD_LABELS[terminal.locale].findings(findings.length), ...lines].join('\n')
}

type Report = ResultOf<'invoices.verify'>
type Answer = ResultOf<'invoices.verifyAtAuthority'>

/** The authority's verdict counts if it gave one, because it judges its own signature (E-26, E-36). */
function verdictCode(own: Report['verdict'], authority?: Answer['verdict']): number {
  if (authority === 'valid') return EXIT.done
  if (authority === 'invalid') return EXIT.refused
  return own === 'valid' ? EXIT.done : EXIT.failed
}

/** The findings of this machine and the authority's answer side by side. */
function printReport({ terminal: { locale } }: Cli, report: Report, authority: Answer | undefined): string {
  const { verdict, form, how, signature, certificate, chain, problem } = report
  const labels = UPLOAD_LABELS[locale]
  const heads = labels.signature
  const until = (moments: { validFrom: number; validTo: number }) =>
    `${moment(moments.validFrom, locale)} – ${moment(moments.validTo, locale)}`
  const text = facts([
    [heads.verdict, labels.verdicts[findingOf(report)]],
    [heads.form, form ? [labels.forms[form], ...(how ? [labels.how(how)] : [])].join('; ') : '–'],
    [signature ? heads.subject : heads.claimed, certificate?.subject ?? '–'],
    [heads.issuer, certificate?.issuer ?? '–'],
    [heads.serial, certificate?.serial ?? '–'],
    [heads.validity, certificate ? until(certificate) : '–'],
    [heads.chain, labels.chains[signature ? chain : 'not-shown']],
    ...(problem === null ? [] : [[heads.problem, problem] as const]),
    ...(authority ? [[heads.authority, printAnswer(authority, labels.authorityVerdicts)] as const] : []),
  ])
  if (!authority) return verdict === 'unverifiable' ? `${text}\n${labels.canAsk}` : text
  return contradicts(verdict, authority.verdict) ? `${text}\n${labels.disagree}` : text
}

const printAnswer = ({ verdict, message }: Answer, verdicts: Record<Answer['verdict'], string>): string =>
  `${verdicts[verdict]}: ${message}`
