import type { MessageKind } from './invoices.ts'

/** CUIs of an invoice's parties; null where the document names none. */
type Parties = { sellerCui: string | null; buyerCui: string | null }

/**
 * Whether a company sold or bought: by the parties of the invoice, because the list has a self-billed one in both
 * directions (E-17); an invoice to oneself is a sale, whose VAT is due. Without parties, by the list.
 */
export function sideOf(cui: string, kind: MessageKind, parties: Parties | null): 'sale' | 'purchase' {
  if (parties?.sellerCui === cui) return 'sale'
  if (parties?.buyerCui === cui) return 'purchase'
  return kind === 'sent' ? 'sale' : 'purchase'
}
