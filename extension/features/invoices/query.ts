import type { ParamsIn } from '../../../shared/protocol/methods.ts'

export const FILTERS = ['all', 'received', 'sent', 'refused'] as const
export type Filter = (typeof FILTERS)[number]

/** The query of the list; `cui` undefined means all companies. */
export type Query = { cui: string | undefined; filter: Filter; search: string }

export function listParams(query: Query, offset: number, limit: number): ParamsIn<'invoices.list'> {
  const search = query.search.trim()
  return {
    offset,
    limit,
    ...(query.cui === undefined ? {} : { cui: query.cui }),
    ...(search === '' ? {} : { search }),
    ...(query.filter === 'refused' ? { kind: 'errors' as const } : {}),
    ...(query.filter === 'sent' || query.filter === 'received' ? { direction: query.filter } : {}),
  }
}

/** Whether the list shows everything of its company. */
export function isWhole(query: Query): boolean {
  return query.filter === 'all' && query.search.trim() === ''
}

export function sameQuery(a: Query, b: Query): boolean {
  return a.cui === b.cui && a.filter === b.filter && a.search.trim() === b.search.trim()
}
