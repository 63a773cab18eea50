import type { CurrencyTotal } from '../../../shared/protocol/invoices/query.ts'

/** The currency that a chart draws: lei, or the most frequent one if there are no lei. */
export function mainCurrency(totals: readonly { currency: string | null }[]): string {
  const currencies = totals.map(({ currency }) => currency ?? '')
  return currencies.includes('RON') ? 'RON' : (currencies[0] ?? 'RON')
}

/** Currencies that appear only in the table. */
export function otherCurrencies(totals: readonly { currency: string | null }[]): string[] {
  const main = mainCurrency(totals)
  return [...new Set(totals.map(({ currency }) => currency ?? ''))].filter(currency => currency !== main)
}

/** As a number, for the length of a bar; texts use the decimal string. */
export function inCurrency(totals: readonly CurrencyTotal[], currency: string): number {
  return Number(totals.find(one => one.currency === currency)?.amount ?? 0)
}
