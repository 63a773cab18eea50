import type { JobKind, SyncResult } from '../../shared/protocol/jobs.ts'
import { awaitJob, type JobRequest } from './await-job.ts'
import type { LoggedHostPorts } from './host-ports.ts'
import { pauseEndOf } from './pauses.ts'
import { type JobArchive, type JobWatch, type OpenedJob, runJob } from './run-job.ts'
import type { Queue } from './work-loop.ts'
import type { Worker } from './worker.ts'

export type JobParts = LoggedHostPorts & {
  kind: JobKind
  archive: () => Promise<JobArchive>
  /** Opens the job's parts. `isAwaited`: a person waits, so the job does not wait out a long pause. */
  open: (isAwaited: boolean) => Promise<OpenedJob>
  /** Starts the runner, which takes over a job that this process leaves. */
  startRunner: () => void
}

/** A kind of job: one at a time, joined by every requester. */
export type JobWork = {
  /** Has `worker` do the job and watches it. */
  request(request: Omit<JobRequest, 'kind'>, worker: Worker, watch: JobWatch): Promise<SyncResult>
  /** Ends, in this process, a cancelled job that no process works on. */
  endCancelled(): Promise<void>
  queue(): Promise<Queue>
}

export function createJobWork({ kind, archive, open, startRunner, now, explain, log }: JobParts): JobWork {
  const run = async (watch: JobWatch, isAwaited: boolean) => {
    const options = { archive: await archive(), kind, open: () => open(isAwaited), now, explain, isAwaited, ...watch }
    const job = await runJob(options).catch((error: unknown) => {
      if (isAwaited && pauseEndOf(error) !== undefined) startRunner()
      throw error
    })
    if (job) log.info('job-ended', { job: job.id, kind, state: job.state, reason: job.error?.details })
  }

  return {
    async request(request, worker, watch) {
      const work = (watched: JobWatch) => run(watched, true)
      return awaitJob((await archive()).jobs, { kind, ...request }, { worker, work, now }, watch)
    },
    endCancelled: () => run({ signal: new AbortController().signal, progress: () => undefined }, false),
    async queue() {
      const { jobs } = await archive()
      return {
        name: kind,
        lanes: 1,
        due() {
          const job = jobs.unfinished(kind)
          return job ? [job.id] : []
        },
        isClaimed: id => jobs.get(id)?.state !== 'interrupted',
        advance: (_id, signal) => run({ signal, progress: () => undefined }, false),
      }
    },
  }
}
