import type { Command } from 'commander'
import type { SyncProgress, SyncResult } from '../../../shared/protocol/jobs.ts'
import { parseCui } from '../../operations/core/parse-cui.ts'
import type { Act, Cli, Output } from '../core/command.ts'
import { errorSentences } from '../core/error-sentences.ts'
import { EXIT, exitCodeOf } from '../core/exit-codes.ts'
import { integer, repeated } from '../core/options.ts'
import { moment } from '../terminal/format.ts'
import { progressBar } from '../terminal/progress-bar.ts'
import { table } from '../terminal/terminal.ts'

type Options = { cui?: string[]; days?: number }

export function addSync(invoices: Command, act: Act): void {
  invoices
    .command('sync')
    .description('read the lists, download new documents, archive them')
    .option('--cui <cui>', 'only this company (can be given again)', repeated)
    .option('--days <n>', 'look back 1 to 60 days, whenever the last sync was', integer(1, 60))
    .action(
      act(async (cli, { cui, days }: Options) => {
        const params = { cuis: cui?.map(parseCui), days }
        const result = await withProgressBar(cli, progress => cli.call('invoices.sync', params, { progress }))
        if (result.companies.length === 0) return { json: result, text: cli.labels.sync.noCompanies }
        const { companies } = await cli.call('companies.list', {})
        const names = new Map(companies.map(company => [company.cui, company.name]))
        const { archiveFolder: folder } = await cli.call('profile.get', {})
        return printSyncResult(cli, result, { names, folder, expired: cli.labels.sync.expired })
      }),
    )
}

/** Shows the progress of a sync as a bar. */
export async function withProgressBar<T>(
  cli: Cli,
  work: (progress: (value: SyncProgress) => void) => Promise<T>,
): Promise<T> {
  const bar = progressBar(cli.terminal)
  try {
    return await work(({ phase, done, total, companiesListed, companies, pausedUntil }) => {
      const { phases, pausedUntil: untilLabel } = cli.labels
      if (phase === 'listing') bar.show(companiesListed, companies, phases.listing)
      else if (pausedUntil === undefined) bar.show(done, total, phases[phase])
      else bar.show(done, total, untilLabel(moment(pausedUntil, cli.terminal.locale)))
    })
  } finally {
    bar.clear()
  }
}

type SyncSummary = {
  names: ReadonlyMap<string, string | null>
  /** The folder of the documents. */
  folder: string
  /** Head of the column of documents that the authority refuses. */
  expired: string
}

/** Prints a table by company and each failure; failures set the exit code. */
export function printSyncResult({ labels, terminal }: Cli, result: SyncResult, summary: SyncSummary): Output {
  const ofCompanies = result.companies.flatMap(({ error, failures }) => error ?? failures.map(one => one.error))
  const failures = [...ofCompanies, ...result.unread]
  const [first] = failures.map(error => exitCodeOf(error.code))
  const same = failures.every(error => exitCodeOf(error.code) === first)
  const exitCode = result.failed === 0 && first === undefined ? EXIT.done : same ? (first ?? EXIT.failed) : EXIT.failed

  const { cui, listed, downloaded, failed, total, folder } = labels.sync
  const cells = (head: string, row: { listed: number; downloaded: number; expired: number; failed: number }) => [
    head,
    summary.names.get(head) ?? '',
    ...[row.listed, row.downloaded, row.expired, row.failed].map(String),
  ]
  const rows = result.companies.map(company => cells(company.cui, company))
  const sum = { ...result, listed: result.companies.reduce((all, company) => all + company.listed, 0) }
  const ofEach = result.companies.flatMap(company => [
    ...(company.error ? [`${company.cui}: ${errorSentences(company.error, terminal.locale)}`] : []),
    ...company.failures.map(({ id, error }) => `${company.cui} ${id}: ${errorSentences(error, terminal.locale)}`),
  ])
  const problems = [...ofEach, ...result.unread.map(error => errorSentences(error, terminal.locale))]
  const heads = [cui, labels.companies.name, listed, downloaded, summary.expired, failed]
  const lines = [table(heads, [...rows, cells(total, sum)], [2, 3, 4, 5]), ...problems, `${folder}: ${summary.folder}`]
  return { json: result, text: lines.join('\n'), exitCode }
}
