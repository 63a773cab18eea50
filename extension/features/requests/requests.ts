import { type ReadonlySignal, signal } from '@preact/signals'
import type { ReportRequest, RequestParams, RequestPreset, RequestState } from '../../../shared/protocol/requests.ts'
import type { HostClient } from '../../host/client.ts'
import { readLatest } from '../../host/latest.ts'

/** Requests shown at first, and how many more each time. */
const PAGE_SIZE = 100
/** States that change by themselves. */
const MOVING: readonly RequestState[] = ['sending', 'requested', 'delivered']

export type NewRequest = { type: string; cuis: string[]; params: RequestParams; again: boolean }

/** The requests as this page knows them, each followed while its report has not come. */
export type Requests = {
  /** The latest first; undefined before the first answer. */
  items: ReadonlySignal<readonly ReportRequest[] | undefined>
  total: ReadonlySignal<number>
  error: ReadonlySignal<unknown>
  /** Favourites first, then the latest used. */
  presets: ReadonlySignal<readonly RequestPreset[]>
  load(): Promise<void>
  more(): Promise<void>
  /** Has the same request made for each company. Rejects with what the host refuses before anything is sent. */
  send(request: NewRequest): Promise<void>
  /** Looks for the report now. Rejects with what the host reports. */
  check(id: number): Promise<void>
  setFavourite(preset: Pick<RequestPreset, 'type' | 'params' | 'favourite'>): Promise<void>
}

/** `changed` is called when a request came into another state. */
export function createRequests(host: HostClient, changed: () => Promise<void>): Requests {
  const items = signal<readonly ReportRequest[] | undefined>()
  const total = signal(0)
  const error = signal<unknown>()
  const presets = signal<readonly RequestPreset[]>([])
  let limit = PAGE_SIZE
  const followed = new Set<number>()

  const put = (found: readonly ReportRequest[]) => {
    const known = new Map(items.value?.map(request => [request.id, request]))
    const moved = found.some(({ id, state }) => known.get(id)?.state !== state)
    const fresh = found.filter(({ id }) => !known.has(id))
    for (const request of found) known.set(request.id, request)
    items.value = [...known.values()].sort((a, b) => b.id - a.id)
    total.value += fresh.length
    if (moved) void changed()
  }

  const follow = async (found: readonly ReportRequest[]) => {
    const ids = found.filter(({ id, state }) => MOVING.includes(state) && !followed.has(id)).map(({ id }) => id)
    if (ids.length === 0) return
    for (const id of ids) followed.add(id)
    try {
      const { requests } = await host.request(
        'requests.follow',
        { ids },
        { onProgress: ({ requests }) => put(requests) },
      )
      put(requests)
    } catch (problem) {
      error.value = problem
    } finally {
      for (const id of ids) followed.delete(id)
    }
  }

  const load = async () => {
    try {
      const [found, kept] = await Promise.all([
        readLatest(limit, part => host.request('requests.list', part)),
        host.request('requests.presets', {}),
      ])
      items.value = found.items
      total.value = found.total
      presets.value = kept.presets
      error.value = undefined
      void follow(found.items)
    } catch (problem) {
      error.value = problem
    }
  }

  return {
    items,
    total,
    error,
    presets,
    load,
    async more() {
      limit += PAGE_SIZE
      await load()
    },
    async send(request) {
      const { requests } = await host.request('requests.send', request)
      put(requests)
      void follow(requests)
      presets.value = (await host.request('requests.presets', {})).presets
    },
    async check(id) {
      const { request } = await host.request('requests.check', { id })
      put([request])
      void follow([request])
    },
    async setFavourite(preset) {
      presets.value = (await host.request('requests.setFavourite', preset)).presets
    },
  }
}
