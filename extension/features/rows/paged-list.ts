import { type ReadonlySignal, signal } from '@preact/signals'
import { createPages, type Pages } from './pages.ts'

/** The rows of a query, fetched in pages as they come into view. */
export type PagedList<Item, Query> = Omit<Pages<Item>, 'begin'> & {
  query: ReadonlySignal<Query>
  /** Loads the rows of another query; does nothing for the present one. */
  ask(query: Query): Promise<void>
}

type Source<Item, Query> = {
  first: Query
  /** At most `limit` rows from `offset`, and the number of all rows: `isCounted` is false where that comes with a single row. */
  fetch(
    query: Query,
    offset: number,
    limit: number,
  ): Promise<{ items: readonly Item[]; total: number; isCounted?: boolean }>
  /** Whether two queries have the same rows. */
  same(a: Query, b: Query): boolean
}

export function createPagedList<Item, Query>(source: Source<Item, Query>): PagedList<Item, Query> {
  const query = signal(source.first)
  let hasAsked = false
  const { begin, ...pages } = createPages<Item>((offset, limit) => source.fetch(query.value, offset, limit))
  return {
    ...pages,
    query,
    async ask(next) {
      if (hasAsked && source.same(next, query.value)) return
      hasAsked = true
      query.value = next
      await begin()
    },
  }
}
