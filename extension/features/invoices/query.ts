import type { BookState } from '../../../shared/domain/books.ts'
import type { InvoiceSelection } from '../../../shared/protocol/invoices/selection.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'

export const FILTERS = ['all', 'received', 'sent', 'refused'] as const
export type Filter = (typeof FILTERS)[number]

/** The query of the list; `cui` undefined means all companies. */
export type Query = { cui: string | undefined; filter: Filter; search: string; book?: BookState | undefined }

export function listParams(query: Query, offset: number, limit: number): ParamsIn<'invoices.list'> {
  const count = query.search !== '' && limit > 1 ? { count: 'later' as const } : {}
  return { offset, limit, ...count, ...conditionsOf(query) }
}

/** Everything that the list shows, however many rows that are. */
export const selectionOf = (query: Query): InvoiceSelection => ({ filter: conditionsOf(query) })

/** The host's filter for a query. */
export function conditionsOf(query: Query): Extract<InvoiceSelection, { filter: unknown }>['filter'] {
  const search = query.search.trim()
  return {
    ...(query.cui === undefined ? {} : { cui: query.cui }),
    ...(search === '' ? {} : { search }),
    ...(query.filter === 'refused' ? { kind: 'errors' as const } : {}),
    ...(query.book === undefined ? {} : { book: query.book }),
    ...(query.filter === 'sent' || query.filter === 'received' ? { direction: query.filter } : {}),
  }
}

/** Whether the list shows everything of its company. */
export function isWhole(query: Query): boolean {
  return query.filter === 'all' && query.search.trim() === '' && query.book === undefined
}

export function sameQuery(a: Query, b: Query): boolean {
  return a.cui === b.cui && a.filter === b.filter && a.search.trim() === b.search.trim() && a.book === b.book
}
