import { type ReadonlySignal, signal } from '@preact/signals'
import { failureBody } from '../../host/failure.ts'

/** How many more rows one click loads. */
const PAGE_SIZE = 100

/** The latest rows of a list whose states change by themselves; the host reports on those that can still change. */
export type FollowedList<Item, Query = void> = {
  /** The latest first; undefined before the first answer. */
  items: ReadonlySignal<readonly Item[] | undefined>
  /** Rows in the whole list. */
  total: ReadonlySignal<number>
  error: ReadonlySignal<unknown>
  /** A row of the list, or one that `take` brought: its card keeps its state while the list shows another query. */
  find(id: number): Item | undefined
  load(query: Query): Promise<void>
  /** Loads the rows of the last query again. */
  reload(): Promise<void>
  more(): Promise<void>
  /** Puts rows of another answer into the list and follows them. */
  take(items: readonly Item[]): void
}

type Source<Item, Query> = {
  /** The latest `limit` rows. */
  fetch(limit: number, query: Query): Promise<{ items: readonly Item[]; total: number }>
  /** Reports on these rows until none can change by itself; resolves with their final state. */
  follow(ids: number[], onProgress: (items: readonly Item[]) => void): Promise<readonly Item[]>
  /** Most ids that one `follow` takes. */
  mostFollowed: number
  isMoving(item: Item): boolean
  /** Whether the host has stopped reporting on a row; only `take` makes it follow again. */
  isGivenUp(item: Item): boolean
  /** The part of a row that other pages show: `changed` is called when it differs. */
  phaseOf(item: Item): string
  changed(): Promise<void>
}

/** A followed list over `source`. Each row is followed once at a time. */
export function createFollowedList<Item extends { id: number }, Query = void>(
  source: Source<Item, Query>,
): FollowedList<Item, Query> {
  const items = signal<readonly Item[] | undefined>()
  const total = signal(0)
  const error = signal<unknown>()
  const taken = signal<ReadonlyMap<number, Item>>(new Map())
  let limit = PAGE_SIZE
  let asked: { query: Query } | undefined
  const followed = new Set<number>()
  const givenUp = new Set<number>()

  /** Updates the rows in the list and returns the others: the list's query may have changed since the request. */
  const update = (found: readonly Item[]): Item[] => {
    const known = byIdOf(items.value ?? [])
    const others = found.filter(({ id }) => !known.has(id))
    const hasChanged = found.some(item => {
      const before = known.get(item.id) ?? taken.value.get(item.id)
      return before === undefined || source.phaseOf(before) !== source.phaseOf(item)
    })
    const byId = byIdOf(found)
    items.value = [...known.values()].map(item => byId.get(item.id) ?? item)
    refreshTaken(found)
    if (hasChanged) void source.changed()
    return others
  }

  const refreshTaken = (found: readonly Item[]) => {
    const newer = found.filter(({ id }) => taken.value.has(id))
    if (newer.length > 0) taken.value = new Map([...taken.value, ...byIdOf(newer)])
  }

  const isShown = (id: number) => items.value?.some(item => item.id === id) === true

  const forget = (ids: readonly number[]) => {
    if (!ids.some(id => taken.value.has(id))) return
    taken.value = new Map([...taken.value].filter(([id]) => !ids.includes(id)))
  }

  const followSome = async (ids: number[]) => {
    for (const id of ids) followed.add(id)
    try {
      const settled = await source.follow(ids, found => void update(found))
      for (const item of settled) if (source.isGivenUp(item)) givenUp.add(item.id)
      update(settled)
      // The host has no more of the others: another row took their place.
      forget(ids.filter(id => !settled.some(item => item.id === id)))
    } catch (problem) {
      // A row that another list knew, and nobody knows any more, is no failure of this one.
      const isForgotten = isGone(problem) && ids.every(id => taken.value.has(id) && !isShown(id))
      if (isForgotten) forget(ids)
      else error.value = problem
    } finally {
      for (const id of ids) followed.delete(id)
    }
  }

  const follow = (found: readonly Item[]) => {
    const ids = found
      .filter(item => source.isMoving(item) && !followed.has(item.id) && !givenUp.has(item.id))
      .map(({ id }) => id)
    while (ids.length > 0) void followSome(ids.splice(0, source.mostFollowed))
  }

  /** Follows each row that the list does not show, alone: the host may know it no more. */
  const followTaken = () => {
    for (const item of taken.value.values()) if (!isShown(item.id)) follow([item])
  }

  const reload = async () => {
    const current = asked
    if (!current) return
    try {
      const found = await source.fetch(limit, current.query)
      if (asked?.query !== current.query) return // another query was chosen meanwhile
      items.value = found.items
      total.value = found.total
      refreshTaken(found.items)
      error.value = undefined
      follow(found.items)
      followTaken() // following ends with a lost host
    } catch (problem) {
      error.value = problem
    }
  }

  return {
    items,
    total,
    error,
    find: id => items.value?.find(item => item.id === id) ?? taken.value.get(id),
    reload,
    async load(query) {
      asked = { query }
      await reload()
    },
    async more() {
      limit += PAGE_SIZE
      await reload()
    },
    take(found) {
      for (const { id } of found) givenUp.delete(id)
      const added = update(found)
      taken.value = new Map([...taken.value, ...byIdOf(found)])
      items.value = [...added, ...(items.value ?? [])].sort((a, b) => b.id - a.id)
      total.value += added.length
      follow(found)
    },
  }
}

/** Whether the host knows a row no more: it was taken off, merged with another one, or belongs to another environment. */
const isGone = (problem: unknown): boolean => ['not-found', 'invalid-input'].includes(failureBody(problem).code)

const byIdOf = <Item extends { id: number }>(items: readonly Item[]): Map<number, Item> =>
  new Map(items.map(item => [item.id, item]))
