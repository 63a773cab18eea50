import type { Command } from 'commander'
import type { Act } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { progressBar } from './progress-bar.ts'
import { table } from './terminal.ts'

export function addArchive(program: Command, act: Act): void {
  const archive = program.command('archive').description('the documents on disk and their index')
  archive
    .command('verify')
    .description('read every document back and compare it with the index')
    .action(
      act(async cli => {
        const bar = progressBar(cli.terminal)
        const json = await cli
          .call('archive.verify', {}, ({ checked, total }) => bar.show(checked, total, ''))
          .finally(bar.clear)
        if (json.problems.length === 0) return { json, text: cli.words.verified(json.checked) }
        const rows = json.problems.map(({ id, problem, path }) => [id, cli.words.problems[problem], path])
        const text = `${cli.words.damaged(rows.length)}\n${table(['Id', '', ''], rows)}`
        return { json, text, exitCode: EXIT.failed }
      }),
    )
  archive
    .command('rebuild')
    .description('make the index anew from the documents; a damaged database is kept beside it')
    .action(
      act(async cli => {
        const bar = progressBar(cli.terminal)
        const json = await cli
          .call('archive.rebuild', {}, ({ checked, total }) => bar.show(checked, total, ''))
          .finally(bar.clear)
        const { words } = cli
        const kept = json.keptDatabase === null ? [] : [words.keptDatabase(json.keptDatabase)]
        const torn = json.keptJournals.map(({ lines, path }) => words.keptJournal(lines.join(', '), path))
        return { json, text: [words.rebuilt(json.indexed), ...kept, ...torn].join('\n') }
      }),
    )
}
