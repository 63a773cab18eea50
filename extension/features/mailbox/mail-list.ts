import { type ReadonlySignal, signal } from '@preact/signals'
import type { MailboxItem } from '../../../shared/protocol/mailbox.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import type { HostClient } from '../../host/client.ts'
import { createPagedList, type PagedList } from '../rows/paged-list.ts'
import { type MailQuery, mailParams, sameMailQuery, wholeOf } from './query.ts'

export type MailTypes = ResultOf<'mailbox.list'>['types']

export type MailList = PagedList<MailboxItem, MailQuery> & {
  /** Types of all messages of the company, with their counts; undefined before the first answer. */
  types: ReadonlySignal<MailTypes | undefined>
}

/** The messages of a query, loaded as they come into view, and the types to filter by. */
export function createMailList(host: HostClient, cui: string | undefined): MailList {
  const types = signal<MailTypes>()
  const list = createPagedList<MailboxItem, MailQuery>({
    first: wholeOf(cui),
    async fetch(query, offset, limit) {
      const found = await host.request('mailbox.list', mailParams(query, offset, limit))
      if (list.query.peek().cui === query.cui) types.value = found.types
      return found
    },
    same: sameMailQuery,
  })
  return { ...list, types }
}
