import type { Command } from 'commander'
import type { Job } from '../../../shared/protocol/jobs.ts'
import { moment } from '../terminal/format.ts'
import { table } from '../terminal/terminal.ts'
import type { Act, Cli, Output } from './command.ts'
import { doDueWork } from './do-due-work.ts'

export function addJobs(jobs: Command, act: Act): void {
  jobs
    .command('list')
    .description('the latest syncs, running or ended, newest first')
    .action(act(async cli => printJobs(cli, (await cli.call('jobs.list', {})).jobs)))
  jobs
    .command('cancel')
    .description('stop the running syncs and wait until they have ended')
    .action(
      act(async cli => {
        const under = (await cli.call('jobs.list', {})).jobs.filter(({ endedAt }) => endedAt === null)
        if (under.length === 0) return { json: { jobs: [] }, text: cli.labels.noJob }
        const ended = await Promise.all(under.map(async ({ id }) => (await cli.call('jobs.cancel', { id })).job))
        return printJobs(cli, ended)
      }),
    )
  // The runner, which a host starts as a separate process. It prints nothing: the rows of its work hold everything.
  jobs.command('run', { hidden: true }).action(
    act(
      async cli => {
        await doDueWork(cli)
        return { json: {}, text: '' }
      },
      { isAwaited: false },
    ),
  )
}

function printJobs({ labels, terminal }: Cli, jobs: readonly Job[]): Output {
  if (jobs.length === 0) return { json: { jobs }, text: labels.jobs.empty }
  const { id, kind, state, started, ended, progress } = labels.jobs
  const pauseOf = ({ progress, endedAt }: Job) =>
    endedAt === null && progress?.pausedUntil
      ? `, ${labels.pausedUntil(moment(progress.pausedUntil, terminal.locale))}`
      : ''
  const rows = jobs.map(job => [
    String(job.id),
    labels.jobKinds[job.kind],
    labels.jobStates[job.state],
    moment(job.startedAt, terminal.locale),
    moment(job.endedAt, terminal.locale),
    job.progress ? `${job.progress.done}/${job.progress.total}${pauseOf(job)}` : labels.none,
  ])
  return { json: { jobs }, text: table([id, kind, state, started, ended, progress], rows, [0]) }
}
