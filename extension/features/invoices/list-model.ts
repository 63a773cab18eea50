import type { InvoiceItem } from '../../../shared/protocol/invoices/invoices.ts'
import type { HostClient } from '../../host/client.ts'
import { createPagedList, type PagedList } from '../rows/paged-list.ts'
import { listParams, type Query, sameQuery } from './query.ts'

export type InvoiceList = PagedList<InvoiceItem, Query>

/** The invoices of a query, loaded as they come into view. */
export function createInvoiceList(host: HostClient, first: Query): InvoiceList {
  return createPagedList({
    first,
    fetch: (query, offset, limit) => host.request('invoices.list', listParams(query, offset, limit)),
    same: sameQuery,
  })
}
