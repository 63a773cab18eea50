import type { Locale } from '../errors/codes.ts'
import type { Adjustment, InvoiceDocument } from '../protocol/invoices/document.ts'
import { categoryText, hasRate } from './codes.ts'
import { labelsOf, type Row } from './fact-row.ts'
import { amountText, decimalText } from './format.ts'

export type VatRow = { rate: string; base: string; amount: string; exemption: string | null }
export type TotalRow = Row & { isPayable: boolean }

/** Allowances and charges: the reason and the base, and the amount. */
export function adjustmentRows(locale: Locale, adjustments: readonly Adjustment[], currency: string | null): Row[] {
  const labels = labelsOf(locale)
  return adjustments.map(({ isCharge, reason, code, percent, base, amount, vatCategory, vatPercent }) => {
    const share = percent === null ? null : `${decimalText(locale, percent)}%`
    const of = base === null ? null : amountText(locale, base, null)
    const about = [
      reason === null ? code : code === null ? reason : `${reason} (${code})`,
      share !== null && of !== null ? labels.of(share, of) : (share ?? of),
      vatCategory === null && vatPercent === null ? null : `${labels.vat} ${rateText(locale, vatCategory, vatPercent)}`,
    ].filter(text => text !== null)
    return {
      label: [isCharge ? labels.charge : labels.allowance, ...about].join(' · '),
      text: amount === null ? '—' : amountText(locale, amount, currency),
    }
  })
}

export function vatRows(locale: Locale, { vat, currency }: InvoiceDocument): VatRow[] {
  return vat.map(({ category, percent, base, amount, exemption }) => ({
    rate: rateText(locale, category, percent),
    base: base === null ? '' : amountText(locale, base, currency),
    amount: amount === null ? '' : amountText(locale, amount, currency),
    exemption,
  }))
}

/** `21%`; a category without a rate in words. A rate of 0 adds nothing there; any other rate is shown. */
export function rateText(locale: Locale, category: string | null, percent: string | null): string {
  const rate = percent === null ? null : `${decimalText(locale, percent)}%`
  if (hasRate(category))
    return [category === 'S' ? null : category, rate].filter(text => text !== null).join(' ') || 'S'
  const words = categoryText(locale, category ?? '')
  return rate === null || Number(percent) === 0 ? words : `${words} ${rate}`
}

const ORDER = [
  'lines',
  'allowances',
  'charges',
  'net',
  'vat',
  'vatInTaxCurrency',
  'gross',
  'prepaid',
  'rounding',
  'payable',
] as const

/** Sums to leave out when zero. */
const OPTIONAL: readonly string[] = ['allowances', 'charges', 'prepaid', 'rounding']

/** The totals of a document, in the order in which they follow from each other. */
export function totalRows(locale: Locale, { totals, currency, taxCurrency }: InvoiceDocument): TotalRow[] {
  const labels = labelsOf(locale).totals
  return ORDER.flatMap(key => {
    const amount = totals[key]
    if (amount === null || (OPTIONAL.includes(key) && Number(amount) === 0)) return []
    if (key === 'lines' && amount === totals.net) return []
    const own = key === 'vatInTaxCurrency' ? taxCurrency : currency
    return [{ label: labels[key], text: amountText(locale, amount, own), isPayable: key === 'payable' }]
  })
}
