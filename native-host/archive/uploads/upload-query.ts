import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { readSearch } from '../../../shared/search/read-search.ts'
import { nameOf } from '../core/companies.ts'
import { AMOUNT_WITH_VAT } from '../core/schema/schema-search.ts'
import { type Condition, join, searchConditions } from '../search/search-conditions.ts'
import { REFUSED_UPLOAD } from '../today/unresolved.ts'
import type { UploadQuery } from './upload-archive.ts'

const field = (name: string): string => `json_extract(invoice, '$.${name}')`
const PARTNER = `CASE WHEN ${field('sellerCui')} = cui THEN ${field('buyerName')} ELSE ${field('sellerName')} END`
/** SQL: the companies whose name has a word. */
const companiesWith = (word: string): string => `(SELECT cui FROM
  (SELECT DISTINCT cui FROM attempts WHERE environment = :environment) c WHERE instr(fold(${nameOf('c.cui')}), ${word}) > 0)`

const SORT_KEYS = {
  created: 'id',
  company: `fold(coalesce(${nameOf('attempts.cui')}, cui))`,
  number: `coalesce(${field('number')}, file_name)`,
  partner: `fold(${PARTNER})`,
  amount: AMOUNT_WITH_VAT,
  state: 'state',
} as const

/** The SQL condition on `attempts` for a query. `now`: epoch ms. */
export function uploadConditions({ cui, state, refused, search }: UploadQuery, now: number): Condition {
  const searched = {
    holds: (word: string) =>
      `(instr(texts, ${word}) > 0 OR instr(upload_index, ${word}) > 0 OR cui IN ${companiesWith(word)})`,
    day: `coalesce(${field('issueDate')}, romania_day(created_at))`,
    number: field('number'),
    sum: { amount: AMOUNT_WITH_VAT, currency: field('currency') },
  }
  return join([
    ...(cui ? [{ where: 'cui = :cui', params: { cui } }] : []),
    ...(state ? [{ where: 'state = :state', params: { state } }] : []),
    ...(refused ? [{ where: REFUSED_UPLOAD, params: {} }] : []),
    ...searchConditions(readSearch(search ?? '', romaniaDay(now)), searched),
  ])
}

/** SQL: `attempts`, read on the shortest way to the rows of a query: its company's, its state's, or all, the latest first. */
export function rowsOf({ cui, state, refused }: UploadQuery): string {
  if (cui) return 'attempts INDEXED BY attempts_by_company'
  return state || refused ? 'attempts INDEXED BY attempts_by_state' : 'attempts NOT INDEXED'
}

export function orderOf({ sort }: UploadQuery): string {
  const { by, descending } = sort ?? { by: 'created', descending: true }
  const order = descending ? 'DESC' : 'ASC'
  return `ORDER BY ${SORT_KEYS[by]} ${order}, id ${order}`
}
