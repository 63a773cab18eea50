import { negated } from '../domain/decimal.ts'
import type { InvoiceDocument } from '../protocol/invoices/document.ts'
import type { InvoiceSummary } from '../protocol/invoices/invoices.ts'

type Sums = Pick<InvoiceDocument['totals'], 'gross' | 'payable' | 'net'>

/** Type codes of credit notes (UNTDID 1001) that may appear in an invoice's syntax. */
const CREDIT_NOTES = ['381', '261', '296', '308', '396', '420', '458', '532']

/**
 * How a document reverses another. Sellers write a storno as a credit note with positive amounts, or as an invoice of
 * type 380 with negative ones; one line with a minus among others is only a return. A credit note with negative amounts
 * is a storno, too: by ANAF's guide its amounts are positive, and an invoice corrects it.
 */
export function stornoOf(
  type: InvoiceDocument['type'],
  typeCode: string | null,
  { gross, payable, net }: Sums,
): InvoiceDocument['storno'] {
  const decisive = [gross, payable, net].find(amount => amount !== null && /[1-9]/.test(amount))
  if (decisive?.trim().startsWith('-')) return 'negative'
  return type === 'credit-note' || CREDIT_NOTES.includes(typeCode ?? '') ? 'credit-note' : null
}

/** The amount of an invoice, with its sign in sums: its total with VAT. Without one, what is left to pay. */
export function signedAmount(invoice: InvoiceSummary): string | null {
  return signed(invoice, invoice.grossAmount ?? invoice.payableAmount)
}

/** What is left to pay, with its sign in sums. */
export function signedPayable(invoice: InvoiceSummary): string | null {
  return signed(invoice, invoice.payableAmount)
}

/** A credit note's amount is money back. */
function signed({ type }: InvoiceSummary, amount: string | null): string | null {
  return amount !== null && type === 'credit-note' ? negated(amount) : amount
}
