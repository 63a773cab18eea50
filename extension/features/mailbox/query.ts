import { MailboxKind } from '../../../shared/domain/mailbox.ts'
import type { ParamsIn } from '../../../shared/protocol/methods.ts'

/** The query of the message list; undefined means all. Days are `yyyy-MM-dd`, both included. */
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

/** The query for all messages of a company, or of all companies. */
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

/** The value of the option for a kind or type. */
export const kindValue = (kind: MailboxKind): string => `kind:${kind}`
export const typeValue = (type: string): string => `type:${type}`

/** The kind or type of an option's value. */
export function chosenType(value: string): Pick<MailQuery, 'kind' | 'type'> {
  const kind = MailboxKind.options.find(each => kindValue(each) === value)
  return { kind, type: value.startsWith('type:') ? value.slice('type:'.length) : undefined }
}
