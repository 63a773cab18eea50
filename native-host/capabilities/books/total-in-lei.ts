import type { BookedInvoice } from '../../../shared/documents/booked/booked.ts'
import { multiplyDecimals, parseDecimal, roundDecimal } from '../../../shared/domain/decimal.ts'
import { rateErrorOf, rateOf } from './formats/journal-rows.ts'

/** An amount that is known only approximately, in units of `decimal.ts`. */
export type Approximate = { amount: bigint; within: bigint }

/** Most that the total can be wrong, lei: books differ by less if they have the same rate. */
const MOST_ERROR = parseDecimal('1') ?? 0n
/** Base and VAT are each rounded in the books. */
const ROUNDING = parseDecimal('0.02') ?? 0n

/**
 * The total of an invoice in another currency, in lei, by the exchange rate of its VAT. Null if the invoice is in lei, or
 * if its VAT tells no rate or one that is too vague.
 */
export function totalInLei(invoice: BookedInvoice): Approximate | null {
  const { currency, gross, payable } = invoice
  const [total, rate] = [parseDecimal(gross ?? payable ?? ''), parseDecimal(rateOf(invoice) ?? '')]
  if (currency === 'RON' || total === undefined || rate === undefined) return null
  // The rate is off by what the VAT in lei was rounded, and by its own four digits.
  const error = 2n * rateErrorOf(invoice)
  return error > MOST_ERROR ? null : { amount: roundDecimal(multiplyDecimals(total, rate)), within: error + ROUNDING }
}
