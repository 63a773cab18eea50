import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { joinRuns } from '../../../shared/async/join-runs.ts'

/** Rows asked for at once. */
export const PAGE_SIZE = 100

/** A long list by row index, fetched in pages as rows come into view. */
export type Pages<T> = {
  /** Rows in the whole list; undefined before the first answer. */
  total: ReadonlySignal<number | undefined>
  items: ReadonlySignal<ReadonlyMap<number, T>>
  error: ReadonlySignal<unknown>
  /** Whether another list has begun and the rows are still those of the one before it. */
  isBeginning: ReadonlySignal<boolean>
  /** Counts the lists that have begun, also those that failed to, so that a view can scroll to the top. */
  begun: ReadonlySignal<number>
  /** Fetches the missing rows between two indexes, both included; does nothing while another list begins. */
  need(from: number, to: number): Promise<void>
  /**
   * Starts another list; the old rows stay until its first page arrives. Resolves when the newest list has its first page,
   * also if it began later.
   */
  begin(): Promise<void>
  /** Loads the same list again; the old rows stay until the new ones arrive. A call during another causes one more. */
  reload(): Promise<void>
}

/** `isCounted` is false where there are at least `total` rows; a question for a single row has them counted. */
type Fetch<T> = (offset: number, limit: number) => Promise<{ items: readonly T[]; total: number; isCounted?: boolean }>

/** Pages from `fetch`, which may return fewer rows than asked (H-01). Answers for an older list are dropped. */
export function createPages<T>(fetch: Fetch<T>): Pages<T> {
  const total = signal<number>()
  const items = signal<ReadonlyMap<number, T>>(new Map())
  const error = signal<unknown>()
  const isBeginning = signal(false)
  const begun = signal(0)
  /** Pages fetched or being fetched for this list. */
  let pages = new Set<number>()
  let round = 0
  let inView: [from: number, to: number] = [0, 0]
  let firstPage = Promise.resolve()
  /** The list whose rows are counted, or were. */
  let counting = 0
  /** The answers of a reload, until all are here: among rows of before, they would tell of moves that there are not. */
  let held: (() => void)[] | undefined

  const endBeginning = () => {
    isBeginning.value = false
    begun.value += 1
  }

  const put = (offset: number, found: readonly T[], count: number, fresh: boolean) =>
    batch(() => {
      const rows = new Map(fresh ? [] : items.value)
      for (const place of rows.keys()) if (place >= count) rows.delete(place)
      found.forEach((item, index) => {
        rows.set(offset + index, item)
      })
      items.value = rows
      total.value = count
      error.value = undefined
      if (fresh) endBeginning()
    })

  const fetchPage = async (page: number, started: number, fresh: boolean) => {
    pages.add(page)
    let at = page * PAGE_SIZE
    let end = at + PAGE_SIZE
    try {
      while (at < end) {
        const found = await fetch(at, end - at)
        if (started !== round) return
        const isKnown = found.isCounted !== false
        const most = isKnown || fresh ? found.total : Math.max(total.value ?? 0, at + found.items.length)
        const offset = at
        const show = () => put(offset, found.items, most, fresh && offset === page * PAGE_SIZE)
        if (held && !fresh) held.push(show)
        else show()
        if (!isKnown) void countRows(started)
        if (found.items.length === 0) return
        at += found.items.length
        end = Math.min(end, most)
      }
    } catch (problem) {
      if (started !== round) return
      pages.delete(page)
      batch(() => {
        error.value = problem
        if (!fresh) return
        endBeginning()
        items.value = new Map() // old rows would look like rows of the new list
        total.value = 0
      })
    }
  }

  /** The rows are there before their number is. */
  const countRows = async (started: number) => {
    if (counting === started) return
    counting = started
    try {
      const { total: count } = await fetch(0, 1)
      if (started === round) total.value = count
    } catch (problem) {
      if (started === round) error.value = problem
    }
  }

  const need = async (from: number, to: number) => {
    inView = [from, to]
    // Rows of the new list would stand among those of the old one, and go with them.
    if (isBeginning.peek()) return
    const missing: number[] = []
    for (let page = Math.floor(from / PAGE_SIZE); page <= Math.floor(to / PAGE_SIZE); page += 1) {
      if (!pages.has(page)) missing.push(page)
    }
    const started = round
    await Promise.all(missing.map(page => fetchPage(page, started, false)))
  }

  const startRound = async (page: number) => {
    round += 1
    pages = new Set()
    firstPage = fetchPage(page, round, isBeginning.peek())
    // An overtaken answer is dropped, so the wait is for the newest.
    let awaited: Promise<void>
    do {
      awaited = firstPage
      await awaited
    } while (awaited !== firstPage)
  }

  const reload = joinRuns(async () => {
    const [from, to] = inView
    held = []
    await Promise.all([startRound(Math.floor(from / PAGE_SIZE)), need(from, to)])
    const answers = held ?? [] // none are left when another list has begun
    held = undefined
    batch(() => {
      for (const show of answers) show()
    })
  })

  return {
    total,
    items,
    error,
    isBeginning,
    begun,
    need,
    async begin() {
      inView = [0, 0]
      held = undefined
      isBeginning.value = true
      await startRound(0)
    },
    reload,
  }
}
