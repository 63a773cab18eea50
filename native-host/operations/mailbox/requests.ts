import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import type { ReportRequest } from '../../../shared/protocol/requests.ts'
import { beginRequests } from '../../capabilities/mailbox/begin-requests.ts'
import { followRequests, isRequestSettled } from '../../capabilities/mailbox/follow-requests.ts'
import { checkRequestHere } from '../../capabilities/mailbox/mailbox-here.ts'
import type { Services } from '../../services.ts'
import { fitting } from '../core/fitting.ts'
import type { Handlers } from '../core/handler.ts'

type Area = Extract<keyof Handlers, `requests.${string}`>

/** Reports that are asked for, and what became of them. */
export function requestsOperations(services: Services): Pick<Handlers, Area> {
  // A runner sends: the browser kills a host whose port closes, and the service may take its time.
  const revive = () => services.runners.ensure()
  return {
    'requests.send': async params => {
      const begun = beginRequests(await services.archive(), params)
      revive()
      return { requests: brief(begun) }
    },
    'requests.follow': async ({ ids }, { signal, progress }) => {
      const { requests } = await services.archive()
      const show = (all: ReportRequest[]) => progress({ requests: brief(all) })
      const watch = { now: services.now, revive, signal, progress: show }
      return { requests: brief(await followRequests(requests, ids, isRequestSettled, watch)) }
    },
    'requests.list': async query => {
      const { items, total } = (await services.archive()).requests.list(query)
      return { items: fitting(items), total }
    },
    'requests.check': async ({ id }, { signal }) => {
      const { requests } = await services.archive()
      await checkRequestHere(services, id, signal)
      const request = requests.get(id)
      if (!request) throw new RecipisaError('argument-invalid', { name: 'id', value: id, problem: 'no such request' })
      return { request }
    },
    'requests.presets': async () => ({ presets: (await services.archive()).requests.presets() }),
    'requests.setFavourite': async ({ type, params, favourite }) => {
      const { requests } = await services.archive()
      requests.setFavourite(type, params, favourite)
      return { presets: requests.presets() }
    },
  }
}

/** Characters of the service's words that each of so many requests that an answer would be too large keeps. */
const NOTE = 100

/** All of the requests, as an answer has room for them: the list has the whole of what the service said. */
function brief(requests: readonly ReportRequest[]): ReportRequest[] {
  if (fitting(requests).length === requests.length) return [...requests]
  return requests.map(request => ({ ...request, note: request.note?.slice(0, NOTE) ?? null, trouble: null }))
}
