import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { InvoiceFilter } from '../../../shared/protocol/invoices/query.ts'
import { readSearch } from '../../../shared/search/read-search.ts'
import { BOOKED, IS_EXPORTED, inBookState } from '../books/book-conditions.ts'
import { type Condition, join, type Searched, searchConditions } from '../search/search-conditions.ts'

/** SQL of the filters that need no value. */
const FLAGS = {
  attachments: '(attachments > 0)',
  pdf: '(pdf IS NOT NULL)',
  archived: `(state = 'archived')`,
  unread: `(state = 'archived' AND seen = 0)`,
} as const

const SEARCHED: Searched = {
  holds: word => `(instr(search, ${word}) > 0 OR instr(line_words, ${word}) > 0)`,
  day: 'day',
  number: 'number',
  sum: { amount: 'amount', currency: 'currency' },
}

/** The SQL condition on `messages` for a filter. `now`: epoch ms, for periods in words. */
export function conditionsOf(environment: Environment, filter: InvoiceFilter, now: number): Condition {
  const conditions: Condition[] = [{ where: 'environment = :environment AND shown = 1', params: { environment } }]
  const add = (where: string, name: string, value: string | undefined) => {
    if (value !== undefined) conditions.push({ where, params: { [name]: value } })
  }
  add('cui = :cui', 'cui', filter.cui)
  // A self-billed document has both directions, whichever of its entries is shown.
  add('(kind = :direction OR twin_id IS NOT NULL)', 'direction', filter.direction)
  add(`(kind = :kind OR (twin_id IS NOT NULL AND :kind IN ('sent', 'received')))`, 'kind', filter.kind)
  add('state = :state', 'state', filter.state)
  add('created_day >= :since', 'since', filter.since)
  add('created_day <= :until', 'until', filter.until)
  add('day >= :issuedSince', 'issuedSince', filter.issuedSince)
  add('day <= :issuedUntil', 'issuedUntil', filter.issuedUntil)
  add('currency = :currency', 'currency', filter.currency)
  if (filter.book) add(inBookState(filter.book), 'book', filter.book)
  for (const flag of ['attachments', 'pdf', 'unread', 'archived'] as const) {
    const wanted = filter[flag]
    if (wanted !== undefined) conditions.push({ where: wanted ? FLAGS[flag] : `NOT ${FLAGS[flag]}`, params: {} })
  }
  if (filter.exported !== undefined)
    conditions.push({ where: `${BOOKED} AND ${filter.exported ? '' : 'NOT '}${IS_EXPORTED}`, params: {} })
  const terms = readSearch(filter.search ?? '', romaniaDay(now))
  if (filter.amount) terms.push({ kind: 'amount', written: '', ...filter.amount })
  return join([...conditions, ...searchConditions(terms, SEARCHED)])
}
