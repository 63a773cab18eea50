import { isDeepStrictEqual } from 'node:util'
import type { ListedMessage } from '../../../shared/domain/invoices.ts'
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
 * several pages is read until a pass brings nothing new and has ended as told, or as the one before it did; what stands on
 * a single page is one moment's truth already. `settled` is false if that did not come about.
 */
export async function readAllPages(readPage: ReadPage): Promise<{ messages: ListedMessage[]; settled: boolean }> {
  const union = new Map<string, ListedMessage>()
  let last: Pass | undefined
  for (let times = 1; times <= PASSES; times++) {
    const before = union.size
    const pass = await readPass(readPage, union)
    const foundNothingNew = last !== undefined && union.size === before
    // Totals that promise more than there is, each time the same: they are wrong, and the list is at rest.
    const isSteady = pass.totals.length <= 1 && (pass.isAsTold || isDeepStrictEqual(pass, last))
    if (pass.isOneMoment || (foundNothingNew && isSteady)) return { messages: [...union.values()], settled: true }
    last = pass
  }
  return { messages: [...union.values()], settled: false }
}

/** One reading from the first page on. */
type Pass = {
  pages: number
  /** The totals that its pages told, each once. */
  totals: (number | undefined)[]
  /** It ended where the last page said that it would. */
  isAsTold: boolean
  isOneMoment: boolean
}

async function readPass(readPage: ReadPage, union: Map<string, ListedMessage>): Promise<Pass> {
  const totals = new Set<number | undefined>()
  const seen = new Set<string>()
  let isAsTold = true
  let isOneMoment = true
  const ended = (pages: number): Pass => ({ pages, totals: [...totals], isAsTold, isOneMoment })
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await readPage(page)
    // No such page, or the last one once more: as told where it was only looked for because the one before was full; else
    // that one had promised it, and the list has changed on the way.
    if (!answer || !addTo(seen, answer)) return ended(page - 1)
    if (page > 1) isOneMoment = false
    totals.add(answer.total)
    for (const message of answer.messages) if (!union.has(message.id)) union.set(message.id, message)
    isAsTold = isLast(page, answer)
    if (isAsTold && !isFull(answer)) return ended(page)
    // What a full page promises may move up to it once it is read, and then be on no page that is.
    if (!isAsTold && isFull(answer)) isOneMoment = false
  }
  return { ...ended(MOST_PAGES), isAsTold: false }
}

/** Adds a page's entries to those that were seen; whether any was new. */
function addTo(seen: Set<string>, { messages, unread }: ListPage): boolean {
  const before = seen.size
  for (const { id } of messages) seen.add(id)
  for (const { entry } of unread) seen.add(JSON.stringify(entry))
  return seen.size > before
}

/** By the number of pages and the total, whichever tells of more; by a short page where neither is told. */
function isLast(page: number, answer: ListPage): boolean {
  const { total, pages } = answer
  if (total === undefined && pages === undefined) return !isFull(answer)
  return page >= Math.max(pages ?? 0, Math.ceil((total ?? 0) / sizeOf(answer)))
}

/** Whether nothing more fits on a page: whatever it tells of others, the next one is looked for. */
function isFull(answer: ListPage): boolean {
  return answer.messages.length + answer.unread.length >= sizeOf(answer)
}

const sizeOf = ({ perPage }: ListPage): number => perPage || PER_PAGE
