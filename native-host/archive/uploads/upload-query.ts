import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { readSearch } from '../../../shared/search/read-search.ts'
import { nameOf } from '../core/companies.ts'
import { AMOUNT_WITH_VAT } from '../core/schema/schema-search.ts'
import { type Condition, join, searchConditions } from '../search/search-conditions.ts'
import { REFUSED_UPLOAD } from '../today/unresolved.ts'
import type { UploadQuery } from './upload-archive.ts'

const field = (name: string): string => `json_extract(invoice, '$.${name}')`
const PARTNER = `CASE WHEN ${field('sellerCui')} = cui THEN ${field('buyerName')} ELSE ${field('sellerName')} END`
/** The columns that a search looks in. */
const TEXTS = `fold(concat_ws(' ', cui, ${nameOf('attempts.cui')}, file_name, upload_index, ${field('number')},
  ${field('sellerName')}, ${field('sellerCui')}, ${field('buyerName')}, ${field('buyerCui')}))`

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
    holds: (word: string) => `instr(${TEXTS}, ${word}) > 0`,
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

export function orderOf({ sort }: UploadQuery): string {
  const { by, descending } = sort ?? { by: 'created', descending: true }
  const order = descending ? 'DESC' : 'ASC'
  return `ORDER BY ${SORT_KEYS[by]} ${order}, id ${order}`
}
