import type { ListedMessage } from '../../shared/invoices.ts'
import type { ListPage } from './lists.ts'

/** Reads of the whole list at most; a list that still changes then is taken as it is, and said to be unsettled. */
const PASSES = 6
/** No list has more: 100000 queries a day are allowed. */
const MOST_PAGES = 5_000
const PER_PAGE = 500

/** Reads one page, from 1; undefined when the service says that there is no such page. */
export type ReadPage = (page: number) => Promise<ListPage | undefined>

/**
 * Reads a paginated list whole though it changes meanwhile (E-11). Entries that come or go between two pages shift the
 * later ones: one may be seen twice, or fall into the gap. So what counts is the union by id over passes, and a list of
 * several pages is read until a pass brings nothing new and its total has not changed on the way; a single page is one
 * moment's truth already. `settled` is false if that did not come about.
 */
export async function readAllPages(readPage: ReadPage): Promise<{ messages: ListedMessage[]; settled: boolean }> {
  const union = new Map<string, ListedMessage>()
  for (let pass = 1; pass <= PASSES; pass++) {
    const before = union.size
    const { pages, isSteady } = await readPass(readPage, union)
    const foundNothingNew = pass > 1 && union.size === before
    if (pages <= 1 || (foundNothingNew && isSteady)) return { messages: [...union.values()], settled: true }
  }
  return { messages: [...union.values()], settled: false }
}

async function readPass(readPage: ReadPage, union: Map<string, ListedMessage>) {
  const totals = new Set<number | undefined>()
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await readPage(page)
    // No such page any more: the one before had told of it, so the list has changed on the way.
    if (answer === undefined) return { pages: page, isSteady: page === 1 }
    totals.add(answer.total)
    for (const message of answer.messages) if (!union.has(message.id)) union.set(message.id, message)
    if (isLast(page, answer)) return { pages: page, isSteady: totals.size <= 1 }
  }
  return { pages: MOST_PAGES, isSteady: false }
}

/** By the number of pages and the total, whichever tells of more; by a short page where neither is told. */
function isLast(page: number, { messages, unread, total, pages, perPage }: ListPage): boolean {
  const entries = messages.length + unread.length
  if (entries === 0) return true
  const size = perPage || PER_PAGE
  if (total === undefined && pages === undefined) return entries < size
  return page >= Math.max(pages ?? 0, Math.ceil((total ?? 0) / size))
}
