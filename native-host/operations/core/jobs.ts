import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { followJob, hasEnded } from '../../jobs/follow-job.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from './handler.ts'

type Area = 'jobs.latest' | 'jobs.list' | 'jobs.follow' | 'jobs.cancel'

/** Jobs as rows of the database, whichever process works on them. */
export function jobsOperations(services: Services): Pick<Handlers, Area> {
  return {
    'jobs.latest': async ({ kind }) => ({ job: (await services.archive()).jobs.latest(kind) ?? null }),
    'jobs.list': async ({ limit }) => ({ jobs: (await services.archive()).jobs.list(limit) }),
    'jobs.follow': async ({ id }, context) => {
      const { jobs } = await services.archive()
      return { job: await followJob(jobs, id, services.runner.ensureStarted, context) }
    },
    'jobs.cancel': async ({ id }, { signal }) => {
      const { jobs } = await services.archive()
      const job = jobs.get(id)
      if (!job) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such job' })
      if (hasEnded(job)) return { job }
      jobs.requestCancel(id)
      // Where no process works on the job, a runner takes it up and finds the cancel.
      return { job: await followJob(jobs, id, services.runner.ensureStarted, { signal, progress: () => undefined }) }
    },
  }
}
