import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Certificate, CertificateList } from '../../../shared/protocol/certificates.ts'
import type { Act, Cli, Output, Say } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { moment } from '../terminal/format.ts'
import { table } from '../terminal/terminal.ts'
import { CERTIFICATE_LABELS } from './certificate-labels.ts'

/** Certificates on this computer's tokens, and those that sign-ins have shown (H-11). */
export function addCertificates(certificates: Command, act: Act, say: Say): void {
  certificates
    .command('list')
    .option('--module <path>', 'read only this PKCS#11 library')
    .description('the certificates of your tokens, without a PIN, and those that you have signed in with')
    .action(
      act(async (cli, { module }: { module?: string }) =>
        print(cli, await cli.call('certificates.list', module === undefined ? {} : { module: resolve(module) })),
      ),
    )
  certificates
    .command('add-module')
    .argument('<path>', 'PKCS#11 library of your token')
    .description('read this library from now on, too')
    .action(
      act(async (cli, path: string) => print(cli, await cli.call('certificates.addModule', { path: resolve(path) }))),
    )
  certificates
    .command('remove-module')
    .argument('<path>')
    .description('read a library that you added no longer')
    .action(
      act(async (cli, path: string) =>
        print(cli, await cli.call('certificates.removeModule', { path: resolve(path) })),
      ),
    )
  certificates
    .command('forget')
    .argument('<serial>')
    .description('forget a certificate that you no longer have')
    .action(
      act(async ({ call, terminal: { locale } }, serial: string) => {
        const json = await call('certificates.forget', { serial })
        const labels = CERTIFICATE_LABELS[locale]
        return { json, text: json.forgotten ? labels.forgotten(serial) : labels.unknown(serial) }
      }),
    )
  // The process that loads a module; see read-module.ts.
  certificates
    .command('read-module', { hidden: true })
    .argument('<path>')
    .action(
      say(async (path: string) => {
        const { loadModule } = await import('../../certificates/load-module.ts')
        const { LOADING_LINE, REPORT_LINE } = await import('../../certificates/module-report.ts')
        await new Promise<void>(written => process.stdout.write(`${LOADING_LINE}\n`, () => written()))
        // On its own line: the module may have written, too.
        return { bytes: new TextEncoder().encode(`\n${REPORT_LINE}${JSON.stringify(await loadModule(path))}\n`) }
      }),
    )
}

function print({ terminal: { locale } }: Cli, json: CertificateList): Output {
  const labels = CERTIFICATE_LABELS[locale]
  const { heads, states, usages, uses } = labels
  const stateOf = ({ state, daysLeft }: Certificate) =>
    state === 'expiring' && daysLeft !== null ? labels.daysLeft(daysLeft) : states[state]
  const rows = json.certificates.map(certificate => [
    certificate.facts?.subject ?? '–',
    certificate.facts?.issuer ?? '–',
    certificate.serial,
    moment(certificate.facts?.validUntil ?? null, locale),
    stateOf(certificate),
    certificate.facts?.usages.map(usage => usages[usage]).join(', ') || '–',
    certificate.usedFor.map(use => uses[use]).join(', ') || '–',
    certificate.token ?? '–',
    certificate.companies.map(({ cui }) => cui).join(', ') || '–',
  ])
  const columns = [
    heads.holder,
    heads.issuer,
    heads.serial,
    heads.until,
    heads.state,
    heads.usages,
    heads.usedFor,
    heads.token,
    heads.companies,
  ]
  const modules = json.modules.map(({ path, tokens, error }) =>
    error ? labels.unread(path, errorSentences(error, locale)) : labels.module(path, tokens),
  )
  const body = rows.length > 0 ? table(columns, rows) : labels.none
  return { json, text: [body, '', ...(modules.length > 0 ? modules : [labels.noModules])].join('\n') }
}
