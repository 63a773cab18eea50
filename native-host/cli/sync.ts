import type { Command } from 'commander'
import type { SyncProgress, SyncResult } from '../../shared/protocol/jobs.ts'
import { parseCui } from '../operations/companies.ts'
import { syncHere } from '../sync/here.ts'
import type { Act, Cli, Said } from './command.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { inWords } from './in-words.ts'
import { integer, repeated } from './options.ts'
import { progressBar } from './progress-bar.ts'
import { table } from './terminal.ts'

type Options = { cui?: string[]; days?: number }

export function addSync(invoices: Command, act: Act): void {
  invoices
    .command('sync')
    .description('list, download what is new, archive')
    .option('--cui <cui>', 'only this company (can be given again)', repeated)
    .option('--days <n>', 'look back 1 to 60 days, however far the last sync came', integer(1, 60))
    .action(
      act(async (cli, { cui, days }: Options) => {
        const bar = progressBar(cli.terminal)
        const show = ({ phase, done, total, companiesListed, companies }: SyncProgress) => {
          if (phase === 'listing') bar.show(companiesListed, companies, cli.words.phases.listing)
          else bar.show(done, total, cli.words.phases[phase])
        }
        try {
          const watch = { signal: cli.signal, progress: show }
          return await saySync(cli, await syncHere(cli.services, { cuis: cui?.map(parseCui), days }, watch))
        } finally {
          bar.clear()
        }
      }),
    )
}

/** The summary; what failed for some is said, and shows in the exit code. */
async function saySync({ words, services, terminal }: Cli, result: SyncResult): Promise<Said> {
  const failures = result.companies.flatMap(({ error, failures }) => (error ? [error] : failures.map(one => one.error)))
  const [first] = failures.map(error => exitCodeOf(error.code))
  const same = failures.every(error => exitCodeOf(error.code) === first)
  const exitCode = result.failed === 0 && first === undefined ? EXIT.done : same ? (first ?? EXIT.failed) : EXIT.failed
  if (result.companies.length === 0) return { json: result, text: words.sync.noCompanies }

  const { cui, listed, downloaded, expired, failed, total, folder } = words.sync
  const names = new Map((await services.archive()).companies.list().map(company => [company.cui, company.name]))
  const cells = (head: string, row: { listed: number; downloaded: number; expired: number; failed: number }) => [
    head,
    names.get(head) ?? '',
    ...[row.listed, row.downloaded, row.expired, row.failed].map(String),
  ]
  const rows = result.companies.map(company => cells(company.cui, company))
  const sum = { ...result, listed: result.companies.reduce((all, company) => all + company.listed, 0) }
  const problems = result.companies.flatMap(company => [
    ...(company.error ? [`${company.cui}: ${inWords(company.error, terminal.locale)}`] : []),
    ...company.failures.map(({ id, error }) => `${company.cui} ${id}: ${inWords(error, terminal.locale)}`),
  ])
  const archive = services.archiveFolder((await services.profile()).environment)
  const heads = [cui, words.companies.name, listed, downloaded, expired, failed]
  const text = [table(heads, [...rows, cells(total, sum)], [2, 3, 4, 5]), ...problems, `${folder}: ${archive}`].join(
    '\n',
  )
  return { json: result, text, exitCode }
}
