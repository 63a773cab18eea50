import { magnitude, parseDecimal, roundDecimal } from '../../../shared/domain/decimal.ts'

/** Rates of VAT in Romania since 2016, per cent. */
const RATES = [24n, 21n, 20n, 19n, 11n, 9n, 5n]
/** How far a VAT may be from its rate: each line of the invoice was rounded. */
const ROUNDING = parseDecimal('0.02') ?? 0n

/** Whether the cells count the rows, also anew on each page; sums and blank cells between do not matter. */
export function isRunningNumber(cells: readonly string[]): boolean {
  const counts = cells.flatMap(cell => /^\s*(\d{1,6})\.?\s*$/.exec(cell)?.[1] ?? []).map(Number)
  return counts.length > 0 && counts.every((count, n) => count <= 1 || count === (counts[n - 1] ?? 0) + 1)
}

/** Whether these amounts are without VAT: more of them fit their VAT so than with it. Undefined: no amount. */
export function isWithoutVat(amounts: readonly (string | undefined)[], vats: readonly (string | undefined)[]): boolean {
  let lead = 0
  for (const [n, amount] of amounts.entries()) {
    const [value, vat] = [parseDecimal(amount ?? ''), parseDecimal(vats[n] ?? '')]
    if (!value || !vat) continue
    const fits = (divisor: (rate: bigint) => bigint) =>
      RATES.some(rate => magnitude(roundDecimal((value * rate) / divisor(rate)) - vat) <= ROUNDING)
    lead += Number(fits(() => 100n)) - Number(fits(rate => 100n + rate))
  }
  return lead > 0
}
