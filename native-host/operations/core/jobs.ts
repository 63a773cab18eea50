import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { Job } from '../../../shared/protocol/jobs.ts'
import { followJob, hasEnded } from '../../jobs/follow-job.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

type Area = 'jobs.latest' | 'jobs.list' | 'jobs.follow' | 'jobs.cancel'

/** Jobs as rows of the database, whichever process works on them. */
export function jobsOperations(services: Services): Pick<Handlers, Area> {
  const revive = async (job: Job | undefined) => {
    services.mustBeCurrent()
    if (job?.kind !== 'sync') return services.runner.ensureStarted()
    const { jobs } = await services.archive()
    if (jobs.cancelRequested(job.id)) await services.work.invoices.endCancelled()
    else (await services.apiWorker()).begin()
  }
  return {
    'jobs.latest': async ({ kind }) => ({ job: (await services.archive()).jobs.latest(kind) ?? null }),
    'jobs.list': async ({ limit }) => ({ jobs: (await services.archive()).jobs.list(limit) }),
    'jobs.follow': async ({ id }, context) => {
      const { jobs } = await services.archive()
      return { job: await followJob(jobs, id, () => revive(jobs.get(id)), context) }
    },
    'jobs.cancel': async ({ id }, { signal }) => {
      const { jobs } = await services.archive()
      const job = jobs.get(id)
      if (!job) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such job' })
      if (hasEnded(job)) return { job }
      jobs.requestCancel(id)
      // If no process works on the job, this one or a runner takes it up and finds the cancel.
      return { job: await followJob(jobs, id, () => revive(jobs.get(id)), { signal, progress: () => undefined }) }
    },
  }
}
