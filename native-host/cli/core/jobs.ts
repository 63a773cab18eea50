import type { Command } from 'commander'
import type { Job } from '../../../shared/protocol/jobs.ts'
import { hasEnded } from '../../jobs/follow-job.ts'
import { runWaiting } from '../../jobs/here.ts'
import { processEnds } from '../../process/ending.ts'
import type { Act, Cli, Said } from './command.ts'
import { moment } from './format.ts'
import { table } from './terminal.ts'

export function addJobs(program: Command, act: Act): void {
  const jobs = program.command('jobs').description('syncs under way, in whichever process')
  jobs
    .command('list')
    .description('the latest syncs, running or ended, the newest first')
    .action(act(async cli => sayJobs(cli, (await cli.call('jobs.list', {})).jobs)))
  jobs
    .command('cancel')
    .description('stop what runs, and wait until it has ended')
    .action(
      act(async cli => {
        const under = (await cli.call('jobs.list', {})).jobs.filter(job => !hasEnded(job))
        if (under.length === 0) return { json: { jobs: [] }, text: cli.words.noJob }
        const ended = await Promise.all(under.map(async ({ id }) => (await cli.call('jobs.cancel', { id })).job))
        return sayJobs(cli, ended)
      }),
    )
  // What the host starts as a process of its own; its row tells the rest, so it says nothing.
  jobs.command('run', { hidden: true }).action(
    act(
      async ({ services, signal }) => {
        // Who ends the process (a shutdown) has not cancelled the job: the next host takes it up.
        const ending = new AbortController()
        signal.addEventListener('abort', () => ending.abort(processEnds()), { once: true })
        await runWaiting(services, ending.signal)
        return { json: {}, text: '' }
      },
      { isAwaited: false },
    ),
  )
}

function sayJobs({ words, terminal }: Cli, jobs: readonly Job[]): Said {
  if (jobs.length === 0) return { json: { jobs }, text: words.jobs.empty }
  const { id, kind, state, started, ended, progress } = words.jobs
  const pauseOf = ({ progress, endedAt }: Job) =>
    endedAt === null && progress?.pausedUntil
      ? `, ${words.pausedUntil(moment(progress.pausedUntil, terminal.locale))}`
      : ''
  const rows = jobs.map(job => [
    String(job.id),
    words.jobKinds[job.kind],
    words.jobStates[job.state],
    moment(job.startedAt, terminal.locale),
    moment(job.endedAt, terminal.locale),
    job.progress ? `${job.progress.done}/${job.progress.total}${pauseOf(job)}` : words.none,
  ])
  return { json: { jobs }, text: table([id, kind, state, started, ended, progress], rows, [0]) }
}
