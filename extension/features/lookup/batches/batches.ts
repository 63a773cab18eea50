import { type ReadonlySignal, signal } from '@preact/signals'
import type { Batch } from '../../../../shared/protocol/registers/batches.ts'
import type { HostClient } from '../../../host/client.ts'

/** Whether a batch may still change without the user. */
export function isOpen({ state }: Batch): boolean {
  return state === 'running' || state === 'interrupted' || state === 'paused'
}

/** The batches of this machine, whoever began them. Open ones are followed while the page is open (U-05). */
export type Batches = {
  /** The latest first; undefined before the first answer. */
  items: ReadonlySignal<readonly Batch[] | undefined>
  error: ReadonlySignal<unknown>
  /** Loads the batches and follows the open ones. Never rejects: `error` holds the failure. */
  load(): Promise<void>
  /** Adds a batch to the list and follows it. */
  take(batch: Batch): void
  cancel(id: number): Promise<void>
  resume(id: number): Promise<void>
  remove(id: number): Promise<void>
}

export function createBatches(host: HostClient): Batches {
  const items = signal<readonly Batch[]>()
  const error = signal<unknown>()
  const followed = new Set<number>()

  const put = (batch: Batch) => {
    const others = (items.value ?? []).filter(({ id }) => id !== batch.id)
    items.value = [...others, batch].sort((a, b) => b.id - a.id)
  }
  const follow = async (id: number) => {
    if (followed.has(id)) return
    followed.add(id)
    try {
      const { batch } = await host.request('batches.follow', { id }, { onProgress: found => put(found.batch) })
      put(batch)
    } catch (problem) {
      error.value = problem
    } finally {
      followed.delete(id)
    }
  }
  const take = (batch: Batch) => {
    put(batch)
    if (isOpen(batch)) void follow(batch.id)
  }
  const change = async (method: 'batches.cancel' | 'batches.resume', id: number) => {
    error.value = undefined
    try {
      take((await host.request(method, { id })).batch)
    } catch (problem) {
      error.value = problem
    }
  }

  return {
    items,
    error,
    take,
    cancel: id => change('batches.cancel', id),
    resume: id => change('batches.resume', id),
    async load() {
      try {
        const { batches } = await host.request('batches.list', {})
        items.value = [...batches].sort((a, b) => b.id - a.id)
        error.value = undefined
        for (const batch of batches) if (isOpen(batch)) void follow(batch.id)
      } catch (problem) {
        error.value = problem
      }
    },
    async remove(id) {
      error.value = undefined
      try {
        await host.request('batches.remove', { id })
        items.value = items.value?.filter(batch => batch.id !== id)
      } catch (problem) {
        error.value = problem
      }
    },
  }
}
