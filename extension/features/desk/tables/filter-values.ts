import { romaniaDay } from '../../../../shared/domain/romania-time.ts'
import type { InvoiceFilter } from '../../../../shared/protocol/invoices/query.ts'
import { type Period, readPeriod } from '../../../../shared/search/periods.ts'
import { readSearch } from '../../../../shared/search/read-search.ts'
import { fold } from '../../../../shared/text/search-words.ts'
import type { DeskView } from '../address.ts'

/** The days that a filter's words currently mean; undefined for words that name none. `now`: epoch milliseconds. */
export function daysOf(words: string | undefined, now: number): Period | undefined {
  return words === undefined ? undefined : readPeriod(fold(words), romaniaDay(now))
}

/** The declared month (`2026-10`) or year (`2026`) that words name; undefined for words that name neither. */
export function reportedOf(words: string | undefined, now: number): string | undefined {
  const period = daysOf(words && /^\d{4}$/.test(words.trim()) ? `anul ${words.trim()}` : words, now)
  if (!period) return undefined
  const [first, last] = [Temporal.PlainDate.from(period.since), Temporal.PlainDate.from(period.until)]
  if (first.day !== 1 || last.day !== last.daysInMonth || first.year !== last.year) return undefined
  if (first.month === last.month) return period.since.slice(0, 7)
  return first.month === 1 && last.month === 12 ? String(first.year) : undefined
}

/** The amounts (hundredths) that a filter's words mean; undefined for words that are no amount. */
export function amountsOf(words: string | undefined, now: number): InvoiceFilter['amount'] {
  const [term, ...more] = words === undefined ? [] : readSearch(words, romaniaDay(now))
  if (!term || more.length > 0) return undefined
  if (term.kind === 'amount') return { from: term.from, to: term.to, isSigned: term.isSigned }
  if (term.kind !== 'text' || term.amount === null) return undefined
  return { from: term.amount, to: term.amount, isSigned: false }
}

/** The part of a view that all lists of the host take. */
export function commonParams(view: DeskView): { cui?: string; search?: string } {
  const search = view.search.trim()
  return { ...(view.cui === undefined ? {} : { cui: view.cui }), ...(search === '' ? {} : { search }) }
}
