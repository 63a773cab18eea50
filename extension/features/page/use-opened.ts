import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Page } from './page.ts'

type Source<T> = {
  get(): Promise<T>
  isArchived(found: T): boolean
  isSeen(found: T): boolean
  markSeen(): Promise<unknown>
}

type Opened<T> = {
  found: T | undefined
  error: unknown
  /** Asks again. Never rejects. */
  load(): Promise<void>
}

/** The entry that a mounted detail shows, which is seen from then on. Another entry mounts another detail. */
export function useOpened<T>(page: Page, { get, isArchived, isSeen, markSeen }: Source<T>): Opened<T> {
  const found = useSignal<T | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const load = async (signal?: AbortSignal) => {
    error.value = undefined
    try {
      const answer = await get()
      if (signal?.aborted) return
      found.value = answer
      if (isSeen(answer)) return
      await markSeen()
      await page.changed()
    } catch (problem) {
      if (!signal?.aborted) error.value = problem
    }
  }
  const loadWhileMounted = () => {
    const gone = new AbortController()
    void load(gone.signal)
    return () => gone.abort()
  }
  useEffect(loadWhileMounted, [])
  useEffect(() => {
    const shown = found.peek()
    if (shown !== undefined && !isArchived(shown)) return loadWhileMounted()
    // After each look at the archive: a sync may bring the document while its entry is open.
  }, [page.overview.value])
  return { found: found.value, error: error.value, load: () => load() }
}
