import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { Environment } from '../../../shared/domain/values.ts'
import type { InvoiceFilter } from '../../../shared/protocol/invoice-query.ts'
import { readSearch, type SearchTerm } from '../../../shared/search/read-search.ts'
import { searchWords } from '../../../shared/text/search-words.ts'
import type { SqlParams } from '../core/database.ts'

export type Conditions = { where: string; params: SqlParams }

/** SQL of the filters that need no value. */
const FLAGS = {
  attachments: 'attachments > 0',
  pdf: 'pdf IS NOT NULL',
  unread: `state = 'archived' AND seen = 0`,
} as const

/** The condition on `messages` that a filter stands for. `now`: epoch ms, for periods in words. */
export function conditionsOf(environment: Environment, filter: InvoiceFilter, now: number): Conditions {
  const conditions = ['environment = :environment', 'shown = 1']
  const params: SqlParams = { environment }
  const add = (condition: string, name: string, value: string | undefined) => {
    if (value === undefined) return
    conditions.push(condition)
    params[name] = value
  }
  add('cui = :cui', 'cui', filter.cui)
  // A self-billed document has both directions, whichever of its entries is shown.
  add('(kind = :direction OR twin_id IS NOT NULL)', 'direction', filter.direction)
  add(`(kind = :kind OR (twin_id IS NOT NULL AND :kind IN ('sent', 'received')))`, 'kind', filter.kind)
  add('state = :state', 'state', filter.state)
  add('created_day >= :since', 'since', filter.since)
  add('created_day <= :until', 'until', filter.until)
  add('day >= :issuedSince', 'issuedSince', filter.issuedSince)
  add('day <= :issuedUntil', 'issuedUntil', filter.issuedUntil)
  add('currency = :currency', 'currency', filter.currency)
  for (const [name, condition] of Object.entries(FLAGS)) {
    const wanted = filter[name as keyof typeof FLAGS]
    if (wanted !== undefined) conditions.push(wanted ? condition : `NOT (${condition})`)
  }
  readSearch(filter.search ?? '', romaniaDay(now)).forEach((term, at) => {
    const found = termCondition(term, at)
    conditions.push(found.where)
    Object.assign(params, found.params)
  })
  return { where: conditions.join(' AND '), params }
}

function termCondition(term: SearchTerm, at: number): Conditions {
  switch (term.kind) {
    case 'text':
      return textCondition(term.text, term.amount, at)
    case 'amount': {
      const amount = term.isSigned ? 'amount' : 'abs(amount)'
      const ends = [
        ...(term.from === null ? [] : [`${amount} >= :from${at}`]),
        ...(term.to === null ? [] : [`${amount} <= :to${at}`]),
      ]
      return { where: ends.join(' AND '), params: { [`from${at}`]: term.from, [`to${at}`]: term.to } }
    }
    case 'currency':
      return { where: `currency = :currency${at}`, params: { [`currency${at}`]: term.currency } }
    case 'period':
      return {
        where: `day BETWEEN :first${at} AND :last${at}`,
        params: { [`first${at}`]: term.since, [`last${at}`]: term.until },
      }
  }
}

/**
 * A plain scan of every text finds parts of numbers as well as words, and takes some 50 ms for 100,000 documents. A trigram
 * index (FTS5) was no faster for common words and doubled the file.
 */
function textCondition(text: string, amount: number | null, at: number): Conditions {
  const words = searchWords(text)
  const params: SqlParams = {}
  const inTexts = words.map((word, n) => {
    params[`word${at}_${n}`] = word
    return `(instr(search, :word${at}_${n}) > 0 OR instr(line_words, :word${at}_${n}) > 0)`
  })
  const where = inTexts.length > 0 ? inTexts.join(' AND ') : 'TRUE'
  if (amount === null) return { where, params }
  return { where: `((${where}) OR abs(amount) = :sum${at})`, params: { ...params, [`sum${at}`]: amount } }
}
