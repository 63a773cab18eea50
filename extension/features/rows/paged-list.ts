import { batch, type ReadonlySignal, signal } from '@preact/signals'

/** Rows asked for at once. */
export const PAGE_SIZE = 100

export type PagedList<Item, Query> = {
  query: ReadonlySignal<Query>
  /** Rows that the query has; undefined before the first answer. */
  total: ReadonlySignal<number | undefined>
  /** Rows by their place, as far as they were needed. */
  items: ReadonlySignal<ReadonlyMap<number, Item>>
  error: ReadonlySignal<unknown>
  /** Counts the queries answered, so that the view can go to the top for a new one. */
  answered: ReadonlySignal<number>
  ask(query: Query): Promise<void>
  /** Fetches what is missing between two places, both included. */
  need(from: number, to: number): Promise<void>
  /** The same query again; the rows in view stay until the new ones are here. */
  reload(): Promise<void>
}

type Source<Item, Query> = {
  first: Query
  /** `limit` rows from `offset` on, and how many there are in all. */
  fetch(query: Query, offset: number, limit: number): Promise<{ items: readonly Item[]; total: number }>
  /** Whether two queries ask for the same. */
  same(a: Query, b: Query): boolean
}

/** The rows of a query in pages, fetched as they come into view. Answers to an older query are dropped. */
export function createPagedList<Item, Query>(source: Source<Item, Query>): PagedList<Item, Query> {
  const query = signal(source.first)
  const total = signal<number>()
  const items = signal<ReadonlyMap<number, Item>>(new Map())
  const error = signal<unknown>()
  const answered = signal(0)
  /** Pages fetched or under way for the present round. */
  let pages = new Set<number>()
  let round = 0
  let inView: [from: number, to: number] = [0, 0]

  /** The host gives fewer rows where so many would be too large an answer: then the rest is asked for too. */
  const fetchWhole = async (asked: Query, offset: number) => {
    const rows: Item[] = []
    for (;;) {
      const found = await source.fetch(asked, offset + rows.length, PAGE_SIZE - rows.length)
      rows.push(...found.items)
      const isWhole = rows.length >= PAGE_SIZE || offset + rows.length >= found.total
      if (isWhole || found.items.length === 0) return { items: rows, total: found.total }
    }
  }

  const fetchPage = async (page: number, started: number, fresh: boolean) => {
    pages.add(page)
    try {
      const found = await fetchWhole(query.value, page * PAGE_SIZE)
      if (started !== round) return
      batch(() => {
        const rows = new Map(fresh ? [] : items.value)
        found.items.forEach((item, index) => {
          rows.set(page * PAGE_SIZE + index, item)
        })
        items.value = rows
        total.value = found.total
        error.value = undefined
      })
    } catch (problem) {
      if (started !== round) return
      pages.delete(page)
      error.value = problem
    }
  }

  /** `fresh`: the rows of another query go; else they stay until the new ones take their places. */
  const startRound = async (firstPage: number, fresh: boolean) => {
    round += 1
    pages = new Set()
    await fetchPage(firstPage, round, fresh)
  }

  const need = async (from: number, to: number) => {
    inView = [from, to]
    const missing: number[] = []
    for (let page = Math.floor(from / PAGE_SIZE); page <= Math.floor(to / PAGE_SIZE); page += 1) {
      if (!pages.has(page)) missing.push(page)
    }
    const started = round
    await Promise.all(missing.map(page => fetchPage(page, started, false)))
  }

  return {
    query,
    total,
    items,
    error,
    answered,
    need,
    async ask(next) {
      if (round > 0 && source.same(next, query.value)) return
      query.value = next
      inView = [0, 0]
      await startRound(0, true)
      if (source.same(next, query.value)) answered.value += 1
    },
    async reload() {
      const [from, to] = inView
      await startRound(Math.floor(from / PAGE_SIZE), false)
      await need(from, to)
    },
  }
}
