import type { Command } from 'commander'
import { progressBar } from '../terminal/progress-bar.ts'
import { table } from '../terminal/terminal.ts'
import type { Act } from './command.ts'
import { EXIT } from './exit-codes.ts'

export function addArchive(archive: Command, act: Act): void {
  archive
    .command('verify')
    .description('read every document back and compare it with the index')
    .action(
      act(async cli => {
        const bar = progressBar(cli.terminal)
        const json = await cli
          .call('archive.verify', {}, { progress: ({ checked, total }) => bar.show(checked, total, '') })
          .finally(bar.clear)
        if (json.problems.length === 0) return { json, text: cli.labels.verified(json.checked) }
        const rows = json.problems.map(({ id, problem, path }) => [id, cli.labels.problems[problem], path])
        const text = `${cli.labels.damaged(rows.length)}\n${table(['Id', '', ''], rows)}`
        return { json, text, exitCode: EXIT.failed }
      }),
    )
  archive
    .command('rebuild')
    .description('rebuild the index from the documents; a damaged database is kept beside it')
    .action(
      act(async cli => {
        const bar = progressBar(cli.terminal)
        const json = await cli
          .call('archive.rebuild', {}, { progress: ({ checked, total }) => bar.show(checked, total, '') })
          .finally(bar.clear)
        const { labels } = cli
        const kept = json.keptDatabase === null ? [] : [labels.keptDatabase(json.keptDatabase)]
        const torn = json.keptJournals.map(({ lines, path }) => labels.keptJournal(lines.join(', '), path))
        return { json, text: [labels.rebuilt(json.indexed), ...kept, ...torn].join('\n') }
      }),
    )
}
