import { fold, withoutCuiLabels } from '../text/search-words.ts'
import { isPlainlyAmount, readAmount, readCurrency } from './amounts.ts'
import { MOST_PERIOD_WORDS, type Period, readPeriod } from './periods.ts'

/** Hundredths of the unit, both ends included; null for no end. */
export type AmountRange = { from: number | null; to: number | null }

/** One condition of a search; `written` is its source text, for people. */
export type SearchTerm = { written: string } & (
  | {
      kind: 'text'
      text: string
      /** The amount that a bare number may also mean. */
      amount: number | null
    }
  | ({
      kind: 'amount'
      /** Whether the sign counts. Without a sign, the search also finds a storno of the same sum. */
      isSigned: boolean
    } & AmountRange)
  | { kind: 'currency'; currency: string }
  | ({ kind: 'period' } & Period)
)

/** Most terms of one search: each becomes a condition of a query. From a pasted page, the first hundred. */
const MOST_TERMS = 100

/** Words that stand for a comparison. */
const COMPARISONS: Readonly<Record<string, string>> = {
  peste: '>',
  over: '>',
  sub: '<',
  under: '<',
  '≥': '>=',
  '≤': '<=',
}

/**
 * Reads a search in a person's words; every term must hold. Quoted words are text. Amounts: `1.234,50`, `>1000`,
 * `100..200`, "peste 500 lei". Periods: see `readPeriod`; `today` is the calendar day from which they count. Everything
 * else is text.
 */
export function readSearch(search: string, today: string): SearchTerm[] {
  const tokens = tokensOf(search)
  const terms: SearchTerm[] = []
  for (let at = 0; at < tokens.length && terms.length < MOST_TERMS; ) {
    const { terms: found, used } = periodAt(tokens, at, today) ?? amountAt(tokens, at) ?? textAt(tokens, at)
    terms.push(...found)
    at += used
  }
  return terms
}

type Token = { written: string; folded: string; isQuoted: boolean }
type Found = { terms: SearchTerm[]; used: number }

/** `500lei`, `>1.000€`. */
const AMOUNT_IN_ONE = /^([<>=≥≤]{0,2}-?\d[\d.,]{0,20})([a-z]{3,4}|[€$£])$/

function tokensOf(search: string): Token[] {
  const words = withoutCuiLabels(search).matchAll(/"([^"]*)"|„([^”"]*)[”"]|\S+/g)
  return [...words].flatMap(([written, plain, romanian]) => {
    const quoted = plain ?? romanian
    const folded = fold(quoted ?? written)
    const [, number, currency] = (quoted === undefined && AMOUNT_IN_ONE.exec(folded)) || []
    if (number && currency && readCurrency(currency))
      return [number, currency].map(part => ({ written: part, folded: part, isQuoted: false }))
    return folded === '' ? [] : [{ written, folded, isQuoted: quoted !== undefined }]
  })
}

function periodAt(tokens: readonly Token[], at: number, today: string): Found | undefined {
  for (let used = Math.min(MOST_PERIOD_WORDS, tokens.length - at); used > 0; used--) {
    const words = tokens.slice(at, at + used)
    if (words.some(({ isQuoted }) => isQuoted)) continue
    const period = readPeriod(words.map(({ folded }) => folded).join(' '), today)
    if (period) return { terms: [{ kind: 'period', written: writtenOf(words), ...period }], used }
  }
  return undefined
}

function amountAt(tokens: readonly Token[], at: number): Found | undefined {
  const [first, second] = tokens.slice(at, at + 2)
  if (!first || first.isQuoted) return undefined
  const attached = /^(>=|<=|>|<|=|≥|≤)(.*)$/.exec(first.folded)
  const comparison = attached?.[1] ?? COMPARISONS[first.folded]
  const isApart = comparison !== undefined && (attached?.[2] ?? '') === ''
  const number = comparison === undefined ? first.folded : isApart ? (second?.folded ?? '') : (attached?.[2] ?? '')
  const used = isApart ? 2 : 1
  const range = comparison === undefined ? rangeOf(number) : compared(COMPARISONS[comparison] ?? comparison, number)
  if (!range) return undefined
  // "peste 1000 de lei": from 20 on, Romanian puts "de" before what it counts.
  const isCounted = tokens[at + used]?.folded === 'de' && currencyAt(tokens, at + used + 1) !== undefined
  const next = at + used + (isCounted ? 1 : 0)
  const currency = currencyAt(tokens, next)
  // A bare number is an amount for certain only if its currency follows.
  const isCertain = comparison !== undefined || number.includes('..') || isPlainlyAmount(number) || currency
  if (!isCertain) return undefined
  const words = tokens.slice(at, at + used)
  const isSigned = number.startsWith('-') || number === '0'
  const term: SearchTerm = { kind: 'amount', written: writtenOf(words), ...range, isSigned }
  return currency ? { terms: [term, currency], used: next + 1 - at } : { terms: [term], used }
}

function rangeOf(text: string): AmountRange | undefined {
  const [low, high, ...more] = text.split('..').map(readAmount)
  if (low === undefined || more.length > 0 || (text.includes('..') && high === undefined)) return undefined
  return high === undefined ? { from: low, to: low } : { from: Math.min(low, high), to: Math.max(low, high) }
}

function compared(comparison: string, text: string): AmountRange | undefined {
  const amount = readAmount(text)
  if (amount === undefined) return undefined
  switch (comparison) {
    case '>':
      return { from: amount + 1, to: null }
    case '>=':
      return { from: amount, to: null }
    case '<':
      return { from: null, to: amount - 1 }
    case '<=':
      return { from: null, to: amount }
    default:
      return { from: amount, to: amount }
  }
}

function currencyAt(tokens: readonly Token[], at: number): SearchTerm | undefined {
  const token = tokens[at]
  const currency = token && !token.isQuoted ? readCurrency(token.folded) : undefined
  return token && currency ? { kind: 'currency', written: token.written, currency } : undefined
}

function textAt(tokens: readonly Token[], at: number): Found {
  const { written, folded, isQuoted } = tokens[at] as Token
  const amount = isQuoted ? undefined : readAmount(folded)
  return { terms: [{ kind: 'text', written, text: folded, amount: amount ?? null }], used: 1 }
}

const writtenOf = (tokens: readonly Token[]): string => tokens.map(({ written }) => written).join(' ')
