import type { MailboxKind } from '../../../shared/domain/mailbox.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { ResultOf } from '../../../shared/protocol/methods.ts'
import { fold, searchWords } from '../../../shared/text/search-words.ts'
import { nameOf } from '../core/companies.ts'
import type { Database, SqlParams } from '../core/database.ts'
import type { MailQuery } from './mailbox-archive.ts'
import type { MailIndex } from './message-index.ts'
import { toMailItem } from './message-rows.ts'

/** How many types to offer as filters, those with most messages: the authority can invent types without limit. */
const TYPES = 200

type Parts = { db: Database; index: MailIndex; environment: Environment }

/** Messages that match a query, the newest first, and the types and companies to filter by. */
export function listMail({ db, index, environment }: Parts, query: MailQuery): ResultOf<'mailbox.list'> {
  const { where, params } = conditionsOf(db, environment, query)
  const { cui, limit, offset } = query
  const page = `${where} ORDER BY mail.created_at DESC, mail.n DESC LIMIT :limit OFFSET :offset`
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

function conditionsOf(
  db: Database,
  environment: Environment,
  { cui, type, kind, since, until, search, unread }: MailQuery,
): { where: string; params: SqlParams } {
  const conditions = ['TRUE']
  const params: SqlParams = {}
  const add = (condition: string, name: string, value: string) => {
    conditions.push(condition)
    params[name] = value
  }
  if (cui !== undefined) add('mail.cui = :cui', 'cui', cui)
  if (type !== undefined) add('mail.type = :type', 'type', type.trim())
  if (kind !== undefined) add('mail.kind = :kind', 'kind', kind)
  if (since !== undefined) add('mail.created_day >= :since', 'since', since)
  if (until !== undefined) add('mail.created_day <= :until', 'until', until)
  if (unread) conditions.push('mail.seen = 0')
  const words = searchWords(search ?? '')
  // Messages do not hold the company's name: names come from invoices, and change.
  const names = words.length > 0 ? foldedNames(db, environment) : []
  words.forEach((word, at) => {
    const cuis = names.filter(({ name }) => name.includes(word)).map(({ cui }) => cui)
    params[`named${at}`] = JSON.stringify(cuis)
    const condition = `(instr(mail.search, :word${at}) > 0 OR mail.cui IN (SELECT value FROM json_each(:named${at})))`
    add(condition, `word${at}`, word)
  })
  return { where: conditions.join(' AND '), params }
}

function foldedNames(db: Database, environment: Environment): { cui: string; name: string }[] {
  return db
    .all<{ cui: string; name: string | null }>(
      `SELECT cui, ${nameOf('mail.cui')} AS name FROM (SELECT DISTINCT cui FROM mail) AS mail`,
      { environment },
    )
    .flatMap(({ cui, name }) => (name === null ? [] : { cui, name: fold(name) }))
}
