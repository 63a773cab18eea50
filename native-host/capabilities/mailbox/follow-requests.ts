import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import type { Requests } from '../../archive/mailbox/mailbox-archive.ts'
import { watchRows } from '../../jobs/watch-rows.ts'
import { isRequestDue } from './request-schedule.ts'

export type RequestWatch = {
  now: () => number
  /** Has the due work done; called while no process does it. */
  revive: () => void | Promise<void>
  signal: AbortSignal
  progress: (requests: ReportRequest[]) => void
}

/** Watches requests until `isOver`, whichever process works on them. The signal ends the watching only. */
export async function followRequests(
  requests: Pick<Requests, 'ofIds' | 'isClaimed'>,
  ids: readonly number[],
  isOver: (requests: ReportRequest[]) => boolean,
  { now, revive, signal, progress }: RequestWatch,
): Promise<ReportRequest[]> {
  return watchRows({
    read() {
      const all = requests.ofIds(ids)
      const missing = ids.find(id => !all.some(request => request.id === id))
      if (missing !== undefined)
        throw new RecipisaError('argument-invalid', { name: 'ids', value: missing, problem: 'no such request' })
      return all
    },
    progressOf: all => all,
    isOver,
    isUnattended: all => all.some(request => isRequestDue(request, now()) && !requests.isClaimed(request.id)),
    revive,
    signal,
    progress,
  })
}
