import type { ListedMessage, MessageKind } from '../../../shared/domain/invoices.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices.ts'
import { fold } from '../core/fold.ts'

/** Folders as accountants call them. */
const KIND_FOLDERS: Readonly<Record<MessageKind, string>> = {
  sent: 'facturi-trimise',
  received: 'facturi-primite',
  errors: 'erori',
  'buyer-message': 'mesaje',
  other: 'altele',
}

/** Folder of what was downloaded and is not in its place yet. */
export const INCOMING = '.incoming'

/** Longest number and partner name within a file name: the whole path stays below Windows' 260 characters. */
const PART_LENGTH = 40

/** `<CUI>/<year>/<month>/<kind>`: by the moment of the list entry, which is known before the document is. */
export function folderOf(message: Pick<ListedMessage, 'cui' | 'kind' | 'createdAt'>): string {
  const [year, month] = romaniaDay(message.createdAt).split('-')
  return [digits(message.cui), year, month, KIND_FOLDERS[message.kind]].join('/')
}

/**
 * Name for people, without its ending: `2026-11-20_FCT-1001_ROMTEST-SRL_3001474425`; unique by the id at its end, which
 * also keeps it from being a name that Windows reserves.
 */
export function readableName(
  message: Pick<ListedMessage, 'id' | 'uploadIndex' | 'cui' | 'createdAt'>,
  invoice: InvoiceSummary | null,
): string {
  const partner = invoice && (invoice.sellerCui === message.cui ? invoice.buyerName : invoice.sellerName)
  const parts = [
    invoice?.issueDate ?? romaniaDay(message.createdAt),
    safePart(invoice?.number ?? message.uploadIndex),
    safePart(partner ?? ''),
    digits(message.id),
  ]
  return parts.filter(part => part !== '').join('_')
}

/** Hidden file beside a document that says what it is; found by the id alone. */
export function sidecarName(id: string): string {
  return `.${digits(id)}.json`
}

/** Letters, digits and inner hyphens of a text, in ASCII: neither separators nor dots are left, so it is never a path. */
export function safePart(text: string): string {
  const upper = text !== text.toLowerCase()
  const ascii = upper ? fold(text).toUpperCase() : fold(text)
  return ascii
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, PART_LENGTH)
    .replace(/^-+|-+$/g, '')
}

/** Ids and CUIs are digits wherever they come from; anything else must never become part of a path. */
export function digits(text: string): string {
  if (!/^\d{1,20}$/.test(text)) throw new Error('an id or CUI that is not digits cannot name a file')
  return text
}
