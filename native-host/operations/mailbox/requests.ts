import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { isRequestSettled } from '../../../shared/filings/settled.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import { beginRequests, withdrawRequest } from '../../capabilities/mailbox/begin-requests.ts'
import { followRequests } from '../../capabilities/mailbox/follow-requests.ts'
import type { Services } from '../../services.ts'
import { fitAnswer } from '../core/fit-answer.ts'
import type { Handlers } from '../core/handler.ts'

type Area = Extract<keyof Handlers, `requests.${string}`>

/** Requests for reports: sending them once, and following them. */
export function requestsOperations(services: Services): Pick<Handlers, Area> {
  const known = (request: ReportRequest | undefined, id: number): ReportRequest => {
    if (!request) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such request' })
    return request
  }
  return {
    'requests.send': async params => {
      const begun = beginRequests(await services.archive(), params)
      services.worker.begin()
      return { requests: shorten(begun) }
    },
    'requests.follow': async ({ ids }, { signal, progress, isEnough }) => {
      const { requests } = await services.archive()
      const { worker, work, now } = services
      const isOver = (all: ReportRequest[]) => isEnough?.({ requests: all }) ?? all.every(isRequestSettled)
      const revive = () => worker.run(() => work.mailbox.advanceRequests(signal))
      const show = (all: ReportRequest[]) => progress({ requests: shorten(all) })
      try {
        return {
          requests: shorten(await followRequests(requests, ids, isOver, { now, revive, signal, progress: show })),
        }
      } catch (error) {
        // A person who stops the work wants no more of it sent, not even by another process.
        if (worker.isInProcess && signal.aborted) for (const id of ids) withdrawRequest(requests, id)
        throw error
      }
    },
    'requests.list': async query => {
      const { items, total } = (await services.archive()).requests.list(query)
      return { items: fitAnswer(items), total }
    },
    'requests.check': async ({ id }, { signal }) => {
      const { requests } = await services.archive()
      await services.work.mailbox.checkRequest(id, signal)
      return { request: known(requests.get(id), id) }
    },
    'requests.withdraw': async ({ id }) => {
      const { requests } = await services.archive()
      withdrawRequest(requests, id)
      return { request: known(requests.get(id), id) }
    },
    'requests.presets': async () => ({ presets: (await services.archive()).requests.presets() }),
    'requests.setFavourite': async ({ type, params, favourite }) => {
      const { requests } = await services.archive()
      requests.setFavourite(type, params, favourite)
      return { presets: requests.presets() }
    },
  }
}

/** How much of the service's note each request keeps in an answer that would be too large, characters. */
const SHORT_NOTE = 100

/** All requests, shortened if they do not fit into an answer; `requests.list` has the whole notes. */
function shorten(requests: readonly ReportRequest[]): ReportRequest[] {
  if (fitAnswer(requests).length === requests.length) return [...requests]
  return requests.map(request => ({ ...request, note: request.note?.slice(0, SHORT_NOTE) ?? null, trouble: null }))
}
