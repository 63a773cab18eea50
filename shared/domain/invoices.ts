import * as v from 'valibot'

/**
 * The kind of an entry of the e-invoicing lists. The wire's `tip` is an open set (E-15): any unknown word is `other`,
 * and `type` keeps it.
 */
export const MessageKind = v.picklist(['sent', 'received', 'errors', 'buyer-message', 'other'])
export type MessageKind = v.InferOutput<typeof MessageKind>

/** `both`: a self-billed document, listed once as sent and once as received under one upload index (E-17). */
export const Direction = v.picklist(['sent', 'received', 'both'])
export type Direction = v.InferOutput<typeof Direction>

/**
 * Life of a message in the archive. `listed`: known, not downloaded yet; `archived`; `expired`: the authority says that
 * a download is no longer possible, which is final; `failed`: the last try failed, and the next sync tries again.
 */
export const MessageState = v.picklist(['listed', 'archived', 'expired', 'failed'])
export type MessageState = v.InferOutput<typeof MessageState>

/** The kind for the wire's `tip`, whatever its case and surrounding space. */
export function kindOfType(type: string): MessageKind {
  const word = type.trim().toUpperCase()
  if (word === 'FACTURA TRIMISA') return 'sent'
  if (word === 'FACTURA PRIMITA') return 'received'
  if (word === 'ERORI FACTURA') return 'errors'
  if (word.startsWith('MESAJ CUMPARATOR')) return 'buyer-message'
  return 'other'
}

/** A list entry from `authority/`, in the product's words. */
export type ListedMessage = {
  id: string
  uploadIndex: string
  cui: string
  kind: MessageKind
  /** The wire's `tip`, word for word. */
  type: string
  createdAt: number
  details: string
  sellerCui: string | null
  buyerCui: string | null
  selfBilled: boolean
}

/** CUIs of an invoice's parties; null if the document names none. */
type Parties = { sellerCui: string | null; buyerCui: string | null }

/**
 * Whether a company sold or bought: judged by the invoice's parties, because the list has a self-billed one in both
 * directions (E-17); an invoice to oneself is a sale, whose VAT is due. Without parties, the list decides.
 */
export function sideOf(cui: string, kind: MessageKind, parties: Parties | null): 'sale' | 'purchase' {
  if (parties?.sellerCui === cui) return 'sale'
  if (parties?.buyerCui === cui) return 'purchase'
  return kind === 'sent' ? 'sale' : 'purchase'
}
