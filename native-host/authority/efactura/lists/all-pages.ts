import { isDeepStrictEqual } from 'node:util'
import type { ListedMessage } from '../../../../shared/domain/invoices.ts'
import type { ListPage } from './lists.ts'

/** Most passes over a list. If it still changes then, the result is returned as not settled. */
const PASSES = 6
/** No list can have more pages: 100,000 queries a day are allowed. */
const MOST_PAGES = 5_000
const PER_PAGE = 500

/** Reads one page, counted from 1; undefined if the service reports that there is no such page. */
export type ReadPage = (page: number) => Promise<Page | undefined>
type Page = Omit<ListPage, 'certificate'>

/**
 * Reads a whole paginated list although it may change meanwhile (E-11). Entries that come or go between two pages shift
 * the later ones, so an entry may be seen twice or be missed. The result is therefore the union of several passes, by
 * id. A list of several pages is read until a pass finds nothing new and ends where its totals announced, or exactly
 * like the pass before. A list of one page shows a single moment and is read once. `settled` is false if the list never
 * came to rest.
 */
export async function readAllPages(readPage: ReadPage): Promise<{ messages: ListedMessage[]; settled: boolean }> {
  const union = new Map<string, ListedMessage>()
  let last: Pass | undefined
  for (let times = 1; times <= PASSES; times++) {
    const before = union.size
    const pass = await readPass(readPage, union)
    const foundNothingNew = last !== undefined && union.size === before
    // Totals that promise too much, but the same each time, are simply wrong: the list is at rest.
    const isSteady = pass.totals.length <= 1 && (pass.endsAsAnnounced || isDeepStrictEqual(pass, last))
    if (pass.isOneMoment || (foundNothingNew && isSteady)) return { messages: [...union.values()], settled: true }
    last = pass
  }
  return { messages: [...union.values()], settled: false }
}

/** One reading of the list, from its first page. */
type Pass = {
  pages: number
  /** The different totals named by its pages. */
  totals: (number | undefined)[]
  /** Whether it ended where its last page announced. */
  endsAsAnnounced: boolean
  isOneMoment: boolean
}

async function readPass(readPage: ReadPage, union: Map<string, ListedMessage>): Promise<Pass> {
  const totals = new Set<number | undefined>()
  const seen = new Set<string>()
  let endsAsAnnounced = true
  let isOneMoment = true
  const ended = (pages: number): Pass => ({ pages, totals: [...totals], endsAsAnnounced, isOneMoment })
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await readPage(page)
    // An empty first page that names a total was not read from the list that it counted.
    if (page === 1 && answer?.total && answer.messages.length + answer.unread.length === 0) isOneMoment = false
    // There is no such page, or the last one came again. That is the announced end if this page was tried only because
    // the previous one was full. Otherwise the previous one had announced this page, and the list has changed since.
    if (!answer || !addTo(seen, answer)) return ended(page - 1)
    if (page > 1) isOneMoment = false
    totals.add(answer.total)
    for (const message of answer.messages) if (!union.has(message.id)) union.set(message.id, message)
    endsAsAnnounced = isLast(page, answer)
    if (endsAsAnnounced && !isFull(answer)) return ended(page)
    // A full page announces more. The next entries may move up to this page after it was read, and so escape the
    // reading.
    if (!endsAsAnnounced && isFull(answer)) isOneMoment = false
  }
  return { ...ended(MOST_PAGES), endsAsAnnounced: false }
}

/** Adds the entries of a page to those seen before; returns whether any was new. */
function addTo(seen: Set<string>, { messages, unread }: Page): boolean {
  const before = seen.size
  for (const { id } of messages) seen.add(id)
  for (const { entry } of unread) seen.add(JSON.stringify(entry))
  return seen.size > before
}

/** By the number of pages or the total, whichever names more; by a short page if the service names neither. */
function isLast(page: number, answer: Page): boolean {
  const { total, pages } = answer
  if (total === undefined && pages === undefined) return !isFull(answer)
  return page >= Math.max(pages ?? 0, Math.ceil((total ?? 0) / sizeOf(answer)))
}

/** Whether a page has no room left. The next page is then tried, whatever the totals say. */
function isFull(answer: Page): boolean {
  return answer.messages.length + answer.unread.length >= sizeOf(answer)
}

const sizeOf = ({ perPage }: Page): number => perPage || PER_PAGE
