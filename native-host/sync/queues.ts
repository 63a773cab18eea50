import { declarationQueues } from '../declarations/here.ts'
import type { Services } from '../services.ts'
import { isDue } from './follow-filing.ts'
import { advanceHere, runJobHere } from './here.ts'
import type { Queue } from './waiting.ts'

/** Everything that runners work on. */
export async function createQueues(services: Services): Promise<Queue[]> {
  const { attempts, jobs } = await services.archive()
  return [
    {
      name: 'sync',
      lanes: 1,
      due() {
        const job = jobs.unfinished('sync')
        return job ? [job.id] : []
      },
      isClaimed: id => jobs.get(id)?.state !== 'interrupted',
      advance: (_id, signal) => runJobHere(services, { signal, progress: () => undefined }),
    },
    ...(await declarationQueues(services)),
    {
      name: 'filings',
      lanes: 8,
      due: moment =>
        attempts
          .open()
          .filter(attempt => isDue(attempt, moment))
          .map(({ id }) => id),
      isClaimed: attempts.isClaimed,
      advance: (id, signal) => advanceHere(services, id, signal),
    },
  ]
}
