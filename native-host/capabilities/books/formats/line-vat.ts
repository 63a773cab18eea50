import type { BookedInvoice, BookedLine } from '../../../../shared/documents/booked/booked.ts'
import { formatDecimal, multiplyDecimals, parseDecimal, roundDecimal } from '../../../../shared/domain/decimal.ts'

export type LineWithVat = BookedLine & { vat: string }

const HUNDREDTH = parseDecimal('0.01') ?? 0n

/**
 * The lines with the VAT of each, which an e-invoice names by rate only: amount times rate, and what rounding leaves goes to
 * the largest line of the rate, so that the lines add up to the invoice.
 */
export function linesWithVat({ lines, vat }: BookedInvoice): LineWithVat[] {
  const units = lines.map(({ amount, percent }) => {
    const share = multiplyDecimals(parseDecimal(percent ?? '0') ?? 0n, HUNDREDTH)
    return roundDecimal(multiplyDecimals(parseDecimal(amount) ?? 0n, share))
  })
  for (const rate of vat) {
    const own = lines.flatMap(({ category, percent }, at) =>
      category === rate.category && percent === rate.percent ? [at] : [],
    )
    const [largest] = own.toSorted((a, b) => size(lines[b]) - size(lines[a]))
    const stated = parseDecimal(rate.vat) ?? 0n
    const rest = stated - own.reduce((total, at) => total + (units[at] ?? 0n), 0n)
    if (largest !== undefined) units[largest] = (units[largest] ?? 0n) + rest
  }
  return lines.map((line, at) => ({ ...line, vat: formatDecimal(units[at] ?? 0n) }))
}

const size = (line: BookedLine | undefined): number => Math.abs(Number(line?.amount ?? 0))
