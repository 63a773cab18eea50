import type { Command } from 'commander'
import type { Company } from '../../../shared/protocol/companies.ts'
import { CERTIFICATE_LABELS } from '../certificates/certificate-labels.ts'
import { addLookup } from '../registers/lookup.ts'
import { moment } from '../terminal/format.ts'
import { table } from '../terminal/terminal.ts'
import type { Act } from './command.ts'
import { errorSentences } from './error-sentences.ts'

export function addCompanies(companies: Command, act: Act): void {
  companies
    .command('list')
    .description('the companies on the list, with the number of archived documents')
    .action(
      act(async cli => {
        const { labels, terminal } = cli
        const json = await cli.call('companies.list', {})
        const heads = labels.companies
        // With one certificate the column would say the same on every row.
        const hasSeveral =
          new Set(json.companies.flatMap(({ certificates = [] }) => certificates.map(one => one.serial))).size > 1
        const rows = json.companies.map(company => [
          company.cui,
          company.name ?? labels.none,
          labels.rights[company.rights],
          moment(company.syncedAt, terminal.locale),
          String(company.archived),
          String(company.unread),
          ...(hasSeveral ? [certificatesOf(company)] : []),
        ])
        const columns = [heads.cui, heads.name, heads.rights, heads.synced, heads.archived, heads.unread]
        if (hasSeveral) columns.push(CERTIFICATE_LABELS[terminal.locale].heads.certificates)
        return { json, text: rows.length > 0 ? table(columns, rows, [4, 5]) : heads.empty }
      }),
    )
  companies
    .command('add')
    .argument('<cui>', 'as people write it, with or without RO')
    .description('add a company, after checking with ANAF whether you have rights for it')
    .action(
      act(async ({ call, labels, terminal }, cui: string) => {
        const json = await call('companies.add', { cui })
        const { company, refusal } = json
        if (!refusal) return { json, text: labels.added(company.cui) }
        return { json, text: `${labels.added(company.cui)} ${errorSentences(refusal, terminal.locale)}` }
      }),
    )
  companies
    .command('rename')
    .argument('<cui>')
    .argument('[name]', "your own name for it; without one, the register's name counts again")
    .description('give a company a name of your own')
    .action(
      act(async ({ call, labels }, cui: string, name?: string) => {
        const json = await call('companies.rename', { cui, name: name ?? null })
        return { json, text: `${json.company.cui}: ${json.company.name ?? labels.none}` }
      }),
    )
  companies
    .command('remove')
    .argument('<cui>')
    .description('remove a company from the list; its documents stay')
    .action(
      act(async ({ call, labels }, cui: string) => {
        const json = await call('companies.remove', { cui })
        return { json, text: json.removed ? labels.removed(cui) : labels.notOnList(cui) }
      }),
    )
  addLookup(companies, act)
}

function certificatesOf({ certificates = [] }: Company): string {
  return certificates.map(({ holder, serial }) => holder ?? serial).join(', ') || '–'
}
