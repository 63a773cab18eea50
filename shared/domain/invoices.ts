import * as v from 'valibot'

/**
 * What an entry of the e-invoicing lists is. The wire's `tip` is an open family (E-15): whatever is not one of the known
 * words is `other`, kept with its own text in `type`.
 */
export const MessageKind = v.picklist(['sent', 'received', 'errors', 'buyer-message', 'other'])
export type MessageKind = v.InferOutput<typeof MessageKind>

/** `both`: a self-billed document, listed once as sent and once as received under one upload index (E-17). */
export const Direction = v.picklist(['sent', 'received', 'both'])
export type Direction = v.InferOutput<typeof Direction>

/**
 * Life of a message in the archive: `listed` (known, not yet here), `archived`, `expired` (the authority said that it can
 * no longer be downloaded: terminal), `failed` (the last try failed; the next sync tries again).
 */
export const MessageState = v.picklist(['listed', 'archived', 'expired', 'failed'])
export type MessageState = v.InferOutput<typeof MessageState>

/** Kind of a message by the wire's `tip`, compared without case and surrounding space. */
export function kindOfType(type: string): MessageKind {
  const word = type.trim().toUpperCase()
  if (word === 'FACTURA TRIMISA') return 'sent'
  if (word === 'FACTURA PRIMITA') return 'received'
  if (word === 'ERORI FACTURA') return 'errors'
  if (word.startsWith('MESAJ CUMPARATOR')) return 'buyer-message'
  return 'other'
}

/** A list entry as `authority/` hands it over, already in the product's words. */
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
