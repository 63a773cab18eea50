import type { SearchTerm } from '../../../shared/search/read-search.ts'
import { isWithSeries, searchWords, spellings } from '../../../shared/text/search-words.ts'
import type { SqlParams } from '../core/database.ts'

/** A condition of a query, with the values of its names. */
export type Condition = { where: string; params: SqlParams }

/** The SQL of one table for the terms of a search. */
export type Searched = {
  /** The condition that one of the texts contains a word (folded, `:name`). */
  holds(name: string): string
  /** The calendar day that periods refer to. */
  day: string
  /** The invoice's number, which may look like a period or be written in two words. Null if rows are no invoices. */
  number: string | null
  /** Hundredths, and the currency. Null if rows have no amount: the search then looks for it as text. */
  sum: { amount: string; currency: string } | null
}

/** The conditions for the terms of a search; each must hold. */
export function searchConditions(terms: readonly SearchTerm[], searched: Searched): Condition[] {
  return terms.map((term, at) => termCondition(term, at, numbersOf(terms, at), searched))
}

/** The numbers that a period can also be: its own words, and these after the word before them (`AB 2026-10`). */
export function numbersOf(terms: readonly SearchTerm[], at: number): string[] {
  const [before, written] = [terms[at - 1], terms[at]?.written ?? '']
  return before?.kind === 'text' ? [written, `${before.written} ${written}`] : [written]
}

/** Joins the conditions into one. */
export function join(conditions: readonly Condition[]): Condition {
  return {
    where: conditions.map(({ where }) => where).join(' AND ') || 'TRUE',
    params: Object.assign({}, ...conditions.map(({ params }) => params)) as SqlParams,
  }
}

/** The condition that each word of a text is there, in one of its spellings. `prefix`: of the names of its params. */
export function wordConditions(text: string, prefix: string, holds: Searched['holds']): Condition {
  const words = searchWords(text).map((word, n) =>
    spellings(word).map((one, way) => ({ name: `${prefix}_${n}_${way}`, one })),
  )
  return {
    where: words.map(ways => `(${ways.map(({ name }) => holds(`:${name}`)).join(' OR ')})`).join(' AND ') || 'TRUE',
    params: Object.fromEntries(words.flat().map(({ name, one }) => [name, one])),
  }
}

function termCondition(term: SearchTerm, at: number, asNumbers: readonly string[], searched: Searched): Condition {
  const { sum, day, number } = searched
  switch (term.kind) {
    case 'period': {
      const numbers = number ? asNumbers.map((one, n) => ({ name: `number${at}_${n}`, one })) : []
      const ways = [
        `${day} BETWEEN :first${at} AND :last${at}`,
        ...numbers.map(({ name }) => `${number} = :${name} COLLATE NOCASE`),
      ]
      return {
        where: `(${ways.join(' OR ')})`,
        params: {
          ...{ [`first${at}`]: term.since, [`last${at}`]: term.until },
          ...Object.fromEntries(numbers.map(({ name, one }) => [name, one])),
        },
      }
    }
    case 'text':
      return textCondition(term.text, sum ? term.amount : null, at, searched)
    case 'currency':
      if (!sum) return { where: 'TRUE', params: {} }
      return { where: `${sum.currency} = :currency${at}`, params: { [`currency${at}`]: term.currency } }
    case 'amount': {
      if (!sum) return textCondition(term.written, null, at, searched)
      const amount = term.isSigned ? sum.amount : `abs(${sum.amount})`
      const ends = [
        ...(term.from === null ? [] : [`${amount} >= :from${at}`]),
        ...(term.to === null ? [] : [`${amount} <= :to${at}`]),
      ]
      // Without both ends any amount matches; without the upper one, any that is large enough.
      return {
        where: ends.join(' AND ') || `${sum.amount} IS NOT NULL`,
        params: { [`from${at}`]: term.from, [`to${at}`]: term.to },
      }
    }
  }
}

function textCondition(text: string, amount: number | null, at: number, { holds, number, sum }: Searched): Condition {
  const isSeriesToo = number !== null && isWithSeries(text)
  const holdsOrSeries = (word: string) => `(${holds(word)} OR instr(${joined(number ?? '')}, ${word}) > 0)`
  const { where, params } = wordConditions(text, `word${at}`, isSeriesToo ? holdsOrSeries : holds)
  if (amount === null || !sum) return { where, params }
  return { where: `((${where}) OR abs(${sum.amount}) = :sum${at})`, params: { ...params, [`sum${at}`]: amount } }
}

/** SQL: an invoice's number without what some write between its series and the digits. */
const joined = (number: string): string =>
  [' ', '-', '/', '.'].reduce((sql, sign) => `replace(${sql}, '${sign}', '')`, `lower(${number})`)
