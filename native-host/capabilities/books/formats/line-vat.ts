import type { BookedInvoice, BookedLine, BookedVat } from '../../../../shared/documents/booked/booked.ts'
import {
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
} from '../../../../shared/domain/decimal.ts'

export type LineWithVat = BookedLine & { vat: string }

const HUNDREDTH = parseDecimal('0.01') ?? 0n

/**
 * The lines with the VAT of each, which an e-invoice names only by rate: amount times rate, and the rounding difference
 * goes to the rate's largest line, so that the lines add up to the invoice.
 */
export function linesWithVat({ lines, vat }: BookedInvoice): LineWithVat[] {
  const units = lines.map(({ amount, percent }) => {
    const share = multiplyDecimals(parseDecimal(percent ?? '0') ?? 0n, HUNDREDTH)
    return roundDecimal(multiplyDecimals(parseDecimal(amount) ?? 0n, share))
  })
  for (const rate of vat) {
    const own = lines.flatMap((line, at) => (isOf(rate, line) ? [at] : []))
    const [largest] = own.toSorted((a, b) => size(lines[b]) - size(lines[a]))
    const stated = parseDecimal(rate.vat) ?? 0n
    const rest = stated - own.reduce((total, at) => total + (units[at] ?? 0n), 0n)
    if (largest !== undefined) units[largest] = (units[largest] ?? 0n) + rest
  }
  return lines.map((line, at) => ({ ...line, vat: formatDecimal(units[at] ?? 0n) }))
}

/**
 * The price that gives the line's amount: the invoice's own, unless the line has a discount, which that one leaves out.
 * A discount of the whole document has none.
 */
export function priceOf({ quantity, amount, price }: BookedLine): string {
  const [count = 0n, value = 0n, stated] = [quantity, amount, price ?? ''].map(parseDecimal)
  // A quotient would have the rounding of the amount in it.
  if (stated !== undefined && roundDecimal(multiplyDecimals(count, stated)) === value) return formatDecimal(stated)
  const units = divideDecimals(value, count)
  return units === undefined ? (price ?? amount) : formatDecimal(units)
}

/** A fact that a program needs and this invoice lacks, in Romanian; undefined if it has all. */
export function missingFact({ issueDate, lines, vat }: BookedInvoice): string | undefined {
  if (issueDate === null) return 'data'
  if (lines.length === 0) return 'liniile'
  // The lines could not add up to the invoice.
  const isWithoutLine = vat.some(rate => parseDecimal(rate.vat) !== 0n && !lines.some(line => isOf(rate, line)))
  return isWithoutLine ? 'cota TVA a liniilor' : undefined
}

const isOf = (rate: BookedVat, { category, percent }: BookedLine): boolean =>
  category === rate.category && percent === rate.percent

const size = (line: BookedLine | undefined): number => Math.abs(Number(line?.amount ?? 0))
