import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { readSearch } from '../../../shared/search/read-search.ts'
import { type Condition, join, searchConditions } from '../search/search-conditions.ts'
import { COMPANY_NAME, PERIOD_MONTH, PERIOD_YEAR } from './declaration-rows.ts'
import type { DeclarationQuery } from './declarations.ts'

/** The columns that a search looks in. */
const TEXTS = `fold(concat_ws(' ', ${COMPANY_NAME}, d.cui, d.form, d.file_name, d.filing_number, d.registration_number))`
const DAY = `coalesce(d.filed_on, romania_day(d.created_at))`

const SORT_KEYS = {
  created: 'd.id',
  company: `fold(coalesce(${COMPANY_NAME}, d.cui))`,
  form: 'd.form',
  period: `${PERIOD_YEAR} * 100 + coalesce(${PERIOD_MONTH}, 0)`,
  filed: DAY,
  state: 'd.state',
} as const

/** The SQL condition on `declarations d` for a query. `now`: epoch ms. */
export function declarationConditions(query: DeclarationQuery, now: number): Condition {
  const conditions: Condition[] = []
  const add = (where: string, name: string, value: string | number | undefined) => {
    if (value !== undefined) conditions.push({ where, params: { [name]: value } })
  }
  add('d.cui = :cui', 'cui', query.cui)
  add('d.state = :state', 'state', query.state)
  add('d.form = :form', 'form', query.form)
  const [year, month] = query.reported?.split('-').map(Number) ?? []
  add(`${PERIOD_YEAR} = :year`, 'year', year)
  add(`${PERIOD_MONTH} = :month`, 'month', month)
  if (query.open) conditions.push({ where: `d.state IN ('sending', 'unknown', 'processing')`, params: {} })
  const terms = readSearch(query.search ?? '', romaniaDay(now))
  const searched = { holds: (word: string) => `instr(${TEXTS}, ${word}) > 0`, day: DAY, number: null, sum: null }
  return join([...conditions, ...searchConditions(terms, searched)])
}

export function orderOf({ sort }: DeclarationQuery): string {
  const { by, descending } = sort ?? { by: 'created', descending: true }
  const order = descending ? 'DESC' : 'ASC'
  return `ORDER BY ${SORT_KEYS[by]} ${order}, d.id ${order}`
}
