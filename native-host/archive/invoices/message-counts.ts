import type { InvoiceFilter, InvoiceGrouping } from '../../../shared/protocol/invoices/query.ts'

/** SQL: the source for counting a filter's messages; each of its rows stands for `count` messages. */
export type CountedIn = { from: string; count: string }

const ALL: CountedIn = { from: 'counted', count: 'count' }
const BY_COMPANY: CountedIn = { from: 'counted_by_company', count: 'count' }
const BY_DAY: CountedIn = { from: 'counted_by_day', count: 'count' }
export const ONE_BY_ONE: CountedIn = { from: 'messages', count: '1' }
/** Without statistics SQLite would not see that this index has every column of the query, and would read every row. */
const SUMMED: CountedIn = { from: 'messages INDEXED BY messages_summed', count: '1' }

/**
 * The source for counting and summing a filter's messages. Counters know companies and days, but not the pairs of both:
 * messages of one company on some days are counted one by one, and so are the results of a search.
 */
export function countedIn(filter: InvoiceFilter, groupBy?: InvoiceGrouping): CountedIn {
  const { search, amount, cui, since, until, issuedSince, issuedUntil, pdf, attachments, book, exported } = filter
  const isSearched = search !== undefined || amount !== undefined
  const ofCompany = cui !== undefined || groupBy === 'company'
  const ofDays = groupBy === 'month' || [since, until, issuedSince, issuedUntil].some(day => day !== undefined)
  if (!isSearched && groupBy !== 'partner' && !(ofCompany && ofDays))
    return ofDays ? BY_DAY : ofCompany ? BY_COMPANY : ALL
  const hasMore = [search, pdf, attachments, book, exported].some(wanted => wanted !== undefined)
  return hasMore ? ONE_BY_ONE : SUMMED
}
