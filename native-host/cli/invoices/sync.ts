import type { Command } from 'commander'
import type { SyncProgress, SyncResult } from '../../../shared/protocol/jobs.ts'
import { syncHere } from '../../jobs/here.ts'
import { parseCui } from '../../operations/core/companies.ts'
import type { Act, Cli, Said } from '../core/command.ts'
import { inWords } from '../core/error-text.ts'
import { EXIT, exitCodeOf } from '../core/exit-codes.ts'
import { moment } from '../core/format.ts'
import { integer, repeated } from '../core/options.ts'
import { progressBar } from '../core/progress-bar.ts'
import { table } from '../core/terminal.ts'

type Options = { cui?: string[]; days?: number }

export function addSync(invoices: Command, act: Act): void {
  invoices
    .command('sync')
    .description('list, download what is new, archive')
    .option('--cui <cui>', 'only this company (can be given again)', repeated)
    .option('--days <n>', 'look back 1 to 60 days, however far the last sync came', integer(1, 60))
    .action(
      act(async (cli, { cui, days }: Options) => {
        const params = { cuis: cui?.map(parseCui), days }
        const result = await watching(cli, progress => syncHere(cli.services, params, { signal: cli.signal, progress }))
        if (result.companies.length === 0) return { json: result, text: cli.words.sync.noCompanies }
        const { companies } = await cli.services.archive()
        const names = new Map(companies.list().map(company => [company.cui, company.name]))
        const { environment } = await cli.services.profile()
        const folder = cli.services.archiveFolder(environment)
        return sayResult(cli, result, { names, folder, expired: cli.words.sync.expired })
      }),
    )
}

/** Does something long under a progress bar. */
export async function watching<T>(cli: Cli, work: (progress: (value: SyncProgress) => void) => Promise<T>): Promise<T> {
  const bar = progressBar(cli.terminal)
  try {
    return await work(({ phase, done, total, companiesListed, companies, pausedUntil }) => {
      const { phases, pausedUntil: untilWords } = cli.words
      if (phase === 'listing') bar.show(companiesListed, companies, phases.listing)
      else if (pausedUntil === undefined) bar.show(done, total, phases[phase])
      else bar.show(done, total, untilWords(moment(pausedUntil, cli.terminal.locale)))
    })
  } finally {
    bar.clear()
  }
}

type Telling = {
  names: ReadonlyMap<string, string | null>
  /** Where the documents are. */
  folder: string
  /** What those are called that the authority does not give out. */
  expired: string
}

/** The summary; what failed for some is said, and shows in the exit code. */
export function sayResult({ words, terminal }: Cli, result: SyncResult, telling: Telling): Said {
  const ofCompanies = result.companies.flatMap(({ error, failures }) => error ?? failures.map(one => one.error))
  const failures = [...ofCompanies, ...result.unread]
  const [first] = failures.map(error => exitCodeOf(error.code))
  const same = failures.every(error => exitCodeOf(error.code) === first)
  const exitCode = result.failed === 0 && first === undefined ? EXIT.done : same ? (first ?? EXIT.failed) : EXIT.failed

  const { cui, listed, downloaded, failed, total, folder } = words.sync
  const cells = (head: string, row: { listed: number; downloaded: number; expired: number; failed: number }) => [
    head,
    telling.names.get(head) ?? '',
    ...[row.listed, row.downloaded, row.expired, row.failed].map(String),
  ]
  const rows = result.companies.map(company => cells(company.cui, company))
  const sum = { ...result, listed: result.companies.reduce((all, company) => all + company.listed, 0) }
  const ofEach = result.companies.flatMap(company => [
    ...(company.error ? [`${company.cui}: ${inWords(company.error, terminal.locale)}`] : []),
    ...company.failures.map(({ id, error }) => `${company.cui} ${id}: ${inWords(error, terminal.locale)}`),
  ])
  const problems = [...ofEach, ...result.unread.map(error => inWords(error, terminal.locale))]
  const heads = [cui, words.companies.name, listed, downloaded, telling.expired, failed]
  const lines = [table(heads, [...rows, cells(total, sum)], [2, 3, 4, 5]), ...problems, `${folder}: ${telling.folder}`]
  return { json: result, text: lines.join('\n'), exitCode }
}
