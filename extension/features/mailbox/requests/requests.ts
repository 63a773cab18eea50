import { type ReadonlySignal, signal } from '@preact/signals'
import type { RequestParams } from '../../../../shared/domain/requests.ts'
import type { ReportRequest, RequestPreset, RequestState } from '../../../../shared/protocol/requests.ts'
import type { HostClient } from '../../../host/client.ts'
import { readLatest } from '../../../host/read-latest.ts'
import { createFollowedList, type FollowedList } from '../../rows/followed-list.ts'

/** States that change by themselves. */
const MOVING: readonly RequestState[] = ['sending', 'requested', 'delivered']
/** Most ids that the host follows in one request. */
const MOST_FOLLOWED = 1000

export type NewRequest = { type: string; cuis: string[]; params: RequestParams; again: boolean }

/** The requests that this page knows, and the presets of new ones. */
export type Requests = FollowedList<ReportRequest> & {
  /** Favourites first, then the latest used. */
  presets: ReadonlySignal<readonly RequestPreset[]>
  /** Makes the same request for each company. Rejects with any refusal of the host before anything is sent. */
  send(request: NewRequest): Promise<void>
  /** Looks for the report now. Rejects with what the host reports. */
  check(id: number): Promise<void>
  /** Withdraws a request that waits; one that has begun to leave stays. */
  withdraw(id: number): Promise<void>
  setFavourite(preset: Pick<RequestPreset, 'type' | 'params' | 'favourite'>): Promise<void>
}

/** `changed` is called when a request enters another state. */
export function createRequests(host: HostClient, changed: () => Promise<void>): Requests {
  const presets = signal<readonly RequestPreset[]>([])
  const list = createFollowedList<ReportRequest>({
    async fetch(limit) {
      const [found, stored] = await Promise.all([
        readLatest(limit, part => host.request('requests.list', part)),
        host.request('requests.presets', {}),
      ])
      presets.value = stored.presets
      return found
    },
    async follow(ids, onProgress) {
      const { requests } = await host.request(
        'requests.follow',
        { ids },
        { onProgress: progress => onProgress(progress.requests) },
      )
      return requests
    },
    mostFollowed: MOST_FOLLOWED,
    isMoving: ({ state }) => MOVING.includes(state),
    isGivenUp: () => false,
    phaseOf: ({ state }) => state,
    changed,
  })
  return {
    ...list,
    presets,
    async send(request) {
      const { requests } = await host.request('requests.send', request)
      list.take(requests)
      presets.value = (await host.request('requests.presets', {})).presets
    },
    async check(id) {
      const { request } = await host.request('requests.check', { id })
      list.take([request])
    },
    async withdraw(id) {
      const { request } = await host.request('requests.withdraw', { id })
      list.take([request])
    },
    async setFavourite(preset) {
      presets.value = (await host.request('requests.setFavourite', preset)).presets
    },
  }
}
