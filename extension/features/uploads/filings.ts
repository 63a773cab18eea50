import { type ReadonlySignal, signal } from '@preact/signals'
import type { Upload, UploadState } from '../../../shared/protocol/uploads.ts'
import type { HostClient } from '../../host/client.ts'
import { readLatest } from '../../host/latest.ts'

/** How many more are shown by a click. */
const PAGE_SIZE = 100
/** States that change by themselves. */
const MOVING: readonly UploadState[] = ['sending', 'processing', 'unknown']

/** The filings as this page knows them, each followed while it is not over. */
export type Filings = {
  /** The latest first; undefined before the first answer. */
  items: ReadonlySignal<readonly Upload[] | undefined>
  total: ReadonlySignal<number>
  error: ReadonlySignal<unknown>
  find(id: number): Upload | undefined
  load(): Promise<void>
  more(): Promise<void>
  /** Takes over what another answer told of a filing, and follows it. */
  take(attempt: Upload): void
  /** Asks the authority now (E-05, E-07). Rejects with what the host reports. */
  check(id: number): Promise<void>
  /** Sends the same bytes again; `again` where the user was asked whether they may be filed twice (E-06). */
  resend(attempt: Upload, again: boolean): Promise<void>
}

/** `changed` is called when a filing came into another state. */
export function createFilings(host: HostClient, changed: () => Promise<void>): Filings {
  const items = signal<readonly Upload[] | undefined>()
  const total = signal(0)
  const error = signal<unknown>()
  let limit = PAGE_SIZE
  const followed = new Set<number>()
  /** Unknown ones that the host has given up looking for by itself. */
  const rested = new Set<number>()

  const find = (id: number) => items.value?.find(attempt => attempt.id === id)

  const put = (attempt: Upload) => {
    const before = find(attempt.id)
    items.value = before
      ? items.value?.map(each => (each.id === attempt.id ? attempt : each))
      : [attempt, ...(items.value ?? [])]
    if (!before) total.value += 1
    if (before?.state !== attempt.state) void changed()
  }

  const follow = async ({ id, state }: Upload) => {
    if (!MOVING.includes(state) || followed.has(id) || rested.has(id)) return
    followed.add(id)
    try {
      const onProgress = ({ attempt }: { attempt: Upload }) => put(attempt)
      const { attempt } = await host.request('uploads.follow', { id }, { onProgress })
      if (attempt.state === 'unknown') rested.add(id)
      put(attempt)
    } catch (problem) {
      error.value = problem
    } finally {
      followed.delete(id)
    }
  }

  const take = (attempt: Upload) => {
    put(attempt)
    void follow(attempt)
  }

  const load = async () => {
    try {
      const found = await readLatest(limit, part => host.request('uploads.list', part))
      items.value = found.items
      total.value = found.total
      error.value = undefined
      for (const attempt of found.items) void follow(attempt)
    } catch (problem) {
      error.value = problem
    }
  }

  return {
    items,
    total,
    error,
    find,
    load,
    take,
    async more() {
      limit += PAGE_SIZE
      await load()
    },
    async check(id) {
      rested.delete(id)
      const { attempt } = await host.request('uploads.check', { id })
      take(attempt)
    },
    async resend({ sha256, cui, standard, flags, corrects }, again) {
      const { attempt } = await host.request('uploads.send', {
        sha256,
        cui,
        standard,
        flags,
        again,
        ...(corrects === null ? {} : { corrects }),
      })
      take(attempt)
    },
  }
}
