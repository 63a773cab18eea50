import type { JobKind } from '../../shared/protocol/jobs.ts'
import type { Jobs } from '../archive/core/archive.ts'
import { declarationQueues } from '../capabilities/declarations/here.ts'
import { advanceRequestsHere } from '../capabilities/mailbox/mailbox-here.ts'
import { isRequestDue } from '../capabilities/mailbox/request-schedule.ts'
import type { Services } from '../services.ts'
import { advanceHere, runBatchHere, runJobHere } from './here.ts'
import { isDue } from './schedule.ts'
import type { Queue } from './work-loop.ts'

/** Everything that runners work on. */
export async function createQueues(services: Services): Promise<Queue[]> {
  const { uploads, batches, jobs, requests } = await services.archive()
  return [
    ...(await declarationQueues(services)),
    jobQueue(services, jobs, 'sync'),
    jobQueue(services, jobs, 'mailbox'),
    {
      name: 'uploads',
      lanes: 8,
      due: moment =>
        uploads
          .open()
          .filter(attempt => isDue(attempt, moment))
          .map(({ id }) => id),
      isClaimed: uploads.isClaimed,
      advance: (id, signal) => advanceHere(services, id, signal),
    },
    {
      name: 'batches',
      lanes: 2,
      due: batches.unfinished,
      isClaimed: batches.isClaimed,
      advance: (id, signal) => runBatchHere(services, id, { signal, progress: () => undefined, isAwaited: false }),
    },
    {
      name: 'requests',
      // The session's cookies are for one call at a time.
      lanes: 1,
      due: moment =>
        requests
          .open()
          .filter(request => isRequestDue(request, moment))
          .map(({ id }) => id),
      isClaimed: requests.isClaimed,
      advance: (_id, signal) => advanceRequestsHere(services, signal),
    },
  ]
}

function jobQueue(services: Services, jobs: Jobs, kind: JobKind): Queue {
  return {
    name: kind,
    lanes: 1,
    due() {
      const job = jobs.unfinished(kind)
      return job ? [job.id] : []
    },
    isClaimed: id => jobs.get(id)?.state !== 'interrupted',
    advance: (_id, signal) => runJobHere(services, kind, { signal, progress: () => undefined, isAwaited: false }),
  }
}
