import { MailboxKind } from '../../../shared/domain/mailbox.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'

/** What the list of messages is asked for; undefined means all. Days are `yyyy-MM-dd`, both included. */
export type MailQuery = {
  cui: string | undefined
  kind: MailboxKind | undefined
  /** The authority's own type. */
  type: string | undefined
  unread: boolean
  since: string | undefined
  until: string | undefined
  search: string
}

/** Everything of a company, or of all. */
export const wholeOf = (cui: string | undefined): MailQuery => ({
  cui,
  kind: undefined,
  type: undefined,
  unread: false,
  since: undefined,
  until: undefined,
  search: '',
})

export function mailParams(query: MailQuery, offset: number, limit: number): ParamsIn<'mailbox.list'> {
  const { cui, kind, type, unread, since, until } = query
  const search = query.search.trim()
  return {
    offset,
    limit,
    ...(cui === undefined ? {} : { cui }),
    ...(kind === undefined ? {} : { kind }),
    ...(type === undefined ? {} : { type }),
    ...(unread ? { unread } : {}),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(search === '' ? {} : { search }),
  }
}

export function isWholeMail(query: MailQuery): boolean {
  return sameMailQuery(query, wholeOf(query.cui))
}

export function sameMailQuery(a: MailQuery, b: MailQuery): boolean {
  return JSON.stringify(mailParams(a, 0, 1)) === JSON.stringify(mailParams(b, 0, 1))
}

/** A choice among kinds and types as the value of an option. */
export const kindValue = (kind: MailboxKind): string => `kind:${kind}`
export const typeValue = (type: string): string => `type:${type}`

/** What an option's value chooses. */
export function chosenType(value: string): Pick<MailQuery, 'kind' | 'type'> {
  const kind = MailboxKind.options.find(each => kindValue(each) === value)
  return { kind, type: value.startsWith('type:') ? value.slice('type:'.length) : undefined }
}
