import type { MailboxKind } from '../../../shared/domain/mailbox.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { readSearch } from '../../../shared/search/read-search.ts'
import { nameOf } from '../core/companies.ts'
import type { Database } from '../core/database.ts'
import { type Condition, join, type Searched, searchConditions } from '../search/search-conditions.ts'
import type { MailFilter, MailQuery } from './mailbox-archive.ts'
import type { MailIndex } from './message-index.ts'
import { toMailItem } from './message-rows.ts'

/**
 * How many types to offer as filters, those with the most messages first: the authority can invent types without limit.
 */
const TYPES = 200

const YEAR = `json_extract(mail.receipt, '$.period.year')`
const MONTH = `json_extract(mail.receipt, '$.period.month')`

/** A company without a name sorts by its CUI among the names. */
const SORT_KEYS = {
  arrived: 'mail.created_at',
  company: `fold(coalesce(${nameOf('mail.cui')}, mail.cui))`,
  type: 'mail.type',
  period: `${YEAR} * 100 + coalesce(${MONTH}, 0)`,
  state: 'mail.state',
} as const

/** SQL: companies of the mailbox by their folded names. Messages do not hold them: names come from invoices, and change. */
const NAMES = `SELECT own.cui, fold(${nameOf('own.cui')}) AS name FROM (SELECT DISTINCT cui FROM mail) AS own`

const SEARCHED: Searched = {
  holds: word => `(instr(mail.search, ${word}) > 0
    OR mail.cui IN (SELECT named.cui FROM (${NAMES}) AS named WHERE instr(named.name, ${word}) > 0))`,
  day: 'mail.created_day',
  number: null,
  sum: null,
}

type Parts = { db: Database; index: MailIndex; environment: Environment; now: () => number }

/** Messages that match a query, the newest first, and the types and companies to filter by. */
export function listMail({ db, index, environment, now }: Parts, query: MailQuery): ResultOf<'mailbox.list'> {
  const { where, params } = mailConditions(environment, query, now())
  const { cui, limit, offset } = query
  const { by, descending } = query.sort ?? { by: 'arrived', descending: true }
  const order = descending ? 'DESC' : 'ASC'
  const page = `${where} ORDER BY ${SORT_KEYS[by]} ${order}, mail.n ${order} LIMIT :limit OFFSET :offset`
  const total = db.get<{ total: number }>(`SELECT count(*) AS total FROM mail WHERE ${where}`, params)?.total
  const types = db.all<{ type: string; kind: MailboxKind; count: number; unread: number }>(
    `SELECT type, kind, count(*) AS count, sum(seen = 0) AS unread FROM mail ${cui === undefined ? '' : 'WHERE cui = :cui'}
      GROUP BY type, kind ORDER BY count DESC, type LIMIT :most`,
    { most: TYPES, ...(cui === undefined ? {} : { cui }) },
  )
  const companies = db.all<{ cui: string; name: string | null; count: number; unread: number }>(
    `SELECT cui, ${nameOf('mail.cui')} AS name, count(*) AS count, sum(seen = 0) AS unread FROM mail
      GROUP BY cui ORDER BY name IS NULL, name COLLATE NOCASE, cui`,
    { environment },
  )
  return {
    items: index.select(page, { ...params, limit, offset }).map(toMailItem),
    total: total ?? 0,
    types: types.map(row => ({ ...row })),
    companies: companies.map(row => ({ ...row })),
  }
}

/** The SQL condition on `mail` for a filter. `now`: epoch ms. */
export function mailConditions(environment: Environment, filter: MailFilter, now: number): Condition {
  const conditions: Condition[] = [{ where: 'TRUE', params: { environment } }]
  const add = (where: string, name: string, value: string | number | undefined) => {
    if (value !== undefined) conditions.push({ where, params: { [name]: value } })
  }
  add('mail.cui = :cui', 'cui', filter.cui)
  add('mail.type = :type', 'type', filter.type?.trim())
  add('mail.kind = :kind', 'kind', filter.kind)
  add('mail.state = :state', 'state', filter.state)
  add('mail.created_day >= :since', 'since', filter.since)
  add('mail.created_day <= :until', 'until', filter.until)
  const [year, month] = filter.reported?.split('-').map(Number) ?? []
  add(`${YEAR} = :year`, 'year', year)
  add(`${MONTH} = :month`, 'month', month)
  if (filter.unread) conditions.push({ where: 'mail.seen = 0', params: {} })
  return join([...conditions, ...searchConditions(readSearch(filter.search ?? '', romaniaDay(now)), SEARCHED)])
}
