import type { Command } from 'commander'
import type { Job } from '../../shared/protocol/jobs.ts'
import { runWaiting } from '../sync/here.ts'
import type { Act, Cli, Said } from './command.ts'
import { moment } from './format.ts'
import { facts } from './terminal.ts'

export function addJobs(program: Command, act: Act): void {
  const jobs = program.command('jobs').description('syncs under way, in whichever process')
  jobs
    .command('list')
    .description('the latest sync, running or ended')
    .action(
      act(async cli => {
        const { job } = await cli.call('jobs.latest', {})
        return sayJob(cli, job)
      }),
    )
  jobs
    .command('cancel')
    .description('stop the sync that runs, and wait until it has ended')
    .action(
      act(async cli => {
        const job = (await cli.services.archive()).jobs.unfinished()
        if (!job) return { json: { jobs: [] }, text: cli.words.noJob }
        return sayJob(cli, (await cli.call('jobs.cancel', { id: job.id })).job)
      }),
    )
  // What the host starts as a process of its own; its row tells the rest, so it says nothing.
  jobs.command('run', { hidden: true }).action(
    act(async ({ services, signal }) => {
      await runWaiting(services, signal)
      return { json: {}, text: '' }
    }),
  )
}

function sayJob({ words, terminal }: Cli, job: Job | null): Said {
  if (!job) return { json: { jobs: [] }, text: words.jobs.empty }
  const text = facts([
    [words.jobs.id, String(job.id)],
    [words.jobs.state, words.jobStates[job.state]],
    [words.jobs.started, moment(job.startedAt, terminal.locale)],
    [words.jobs.ended, moment(job.endedAt, terminal.locale)],
    [words.jobs.progress, job.progress ? `${job.progress.done}/${job.progress.total}` : words.none],
  ])
  return { json: { jobs: [job] }, text }
}
