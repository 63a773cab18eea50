import type { BookedInvoice } from '../../../../shared/documents/booked/booked.ts'
import { parseDecimal } from '../../../../shared/domain/decimal.ts'
import { RecipisaError } from '../../../../shared/errors/recipisa-error.ts'

/** Whether an invoice has lines under reverse charge, which programs know only of whole invoices. */
export const isReverseCharge = ({ vat }: BookedInvoice): boolean => vat.some(isReverse)

/** Throws `book-reverse-charge` if an invoice is under reverse charge, but not all of it. */
export function refuseReverseChargeInPart({ number, vat }: BookedInvoice): void {
  const rates = vat.filter(({ base }) => parseDecimal(base) !== 0n)
  if (rates.some(isReverse) && !rates.every(isReverse))
    throw new RecipisaError('book-reverse-charge', { number: number.slice(0, 100) })
}

const isReverse = ({ category }: BookedInvoice['vat'][number]): boolean => category === 'AE'
