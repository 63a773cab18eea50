import {
  divideDecimals,
  formatDecimal,
  magnitude,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
} from '../domain/decimal.ts'
import type { InvoiceDocument } from '../protocol/invoices/document.ts'

/** The VAT of one rate of an invoice, with its sign in a journal. */
export type VatOfRate = {
  /** `21`; empty without a rate. */
  percent: string
  /** Empty if the document names none. */
  currency: string
  /** Hundredths. */
  vat: number
}

type Taxed = Pick<InvoiceDocument, 'vat' | 'totals' | 'currency' | 'taxCurrency' | 'storno'>

/** 10⁻⁸ in a hundredth, the unit of decimal.ts. */
const HUNDREDTH = 1_000_000n

/**
 * VAT by rate. If an invoice in another currency also states its VAT in lei (BT-111), that sum counts, divided among
 * the rates by their shares. A document without any VAT has one row of zero; one with unreadable amounts has no row.
 */
export function vatByRate({ vat, totals, currency, taxCurrency, storno }: Taxed): VatOfRate[] {
  const sign = storno === 'credit-note' ? -1n : 1n
  const rates = new Map<string, bigint>()
  const lines = vat.length > 0 ? vat : [{ category: null, percent: null, amount: totals.vat }]
  for (const { category, percent, amount } of lines) {
    const units = parseDecimal(amount ?? '0')
    if (units === undefined) return []
    const rate = rateOf(category, percent)
    rates.set(rate, (rates.get(rate) ?? 0n) + sign * units)
  }
  const stated = taxCurrency === 'RON' ? parseDecimal(totals.vatInTaxCurrency ?? '') : undefined
  const inLei = stated === undefined ? undefined : shared([...rates.values()], sign * stated)
  return [...rates].map(([percent, units], at) => ({
    percent,
    currency: inLei ? 'RON' : (currency ?? ''),
    vat: Number(roundDecimal(inLei?.[at] ?? units) / HUNDREDTH),
  }))
}

/** `21.00` as `21`. Category O (not subject to VAT) has no rate, whatever the document says. */
function rateOf(category: string | null, percent: string | null): string {
  const units = category === 'O' || percent === null ? undefined : parseDecimal(percent)
  return units === undefined ? '' : formatDecimal(units, 0)
}

/** `whole` divided in proportion to `parts`, in hundredths; the largest part takes the rounding difference. */
function shared(parts: readonly bigint[], whole: bigint): bigint[] {
  const sum = parts.reduce((before, part) => before + part, 0n)
  const ratio = divideDecimals(whole, sum) ?? 0n
  const shares = parts.map(part => roundDecimal(multiplyDecimals(part, ratio)))
  const rest = whole - shares.reduce((before, share) => before + share, 0n)
  const largest = parts.reduce((found, part, at) => (magnitude(part) > magnitude(parts[found] ?? 0n) ? at : found), 0)
  return shares.map((share, at) => (at === largest ? share + rest : share))
}
