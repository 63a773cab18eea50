import * as v from 'valibot'
import { type ListedMessage, MessageKind } from '../../../shared/domain/invoices.ts'
import { romaniaDay } from '../../../shared/domain/romania-time.ts'
import { Count, Cui, Moment, Sha256, WireId } from '../../../shared/domain/values.ts'
import type { InvoiceSummary } from '../../../shared/protocol/invoices/invoices.ts'
import { isZip } from '../../reading/zip-entries.ts'
import { type DocumentKind, type DocumentStore, SIDECAR_ENTRIES } from '../store/document-store.ts'
import { digits, safePart } from '../store/names.ts'

/** The PDF beside the ZIP: same name, ending `.pdf`. */
const Pdf = v.object({ sha256: Sha256, size: Count, validated: v.boolean(), access: v.picklist(['oauth', 'public']) })
export type Pdf = v.InferOutput<typeof Pdf>

/** A list entry, as written beside a document and exchanged with other seats. */
export const ListEntry = v.object({
  id: WireId,
  uploadIndex: WireId,
  cui: Cui,
  kind: MessageKind,
  type: v.string(),
  createdAt: Moment,
  details: v.string(),
  sellerCui: v.nullable(v.string()),
  buyerCui: v.nullable(v.string()),
  selfBilled: v.boolean(),
})

const InvoiceSidecar = v.object({
  ...SIDECAR_ENTRIES,
  file: v.pipe(v.string(), v.regex(/^[\w-]+\.zip$/)),
  message: ListEntry,
  pdf: v.optional(Pdf),
})
export type InvoiceSidecar = v.InferOutput<typeof InvoiceSidecar>
export type InvoiceDocuments = DocumentStore<ListedMessage, InvoiceSidecar>

/** Folders with accountants' names. */
const FOLDERS: Readonly<Record<MessageKind, string>> = {
  sent: 'facturi-trimise',
  received: 'facturi-primite',
  errors: 'erori',
  'buyer-message': 'mesaje',
  other: 'altele',
}

/** Signed ZIPs of invoices, their errors and buyers' messages. */
export const INVOICES: DocumentKind<ListedMessage, InvoiceSidecar> = {
  incomingName: id => `${digits(id)}.zip`,
  isWhole: isZip,
  problem: 'not a whole ZIP',
  idOf: ({ id }) => id,
  folderOf,
  folders: Object.values(FOLDERS),
  sidecarName: id => `.${digits(id)}.json`,
  sidecarNames: /^\.\d+\.json$/,
  sidecar: InvoiceSidecar,
  idIn: ({ message }) => message.id,
  // After a second download, because the file was gone, the PDF beside it still belongs to the same bytes.
  toSidecar: (message, facts, before) => ({
    version: 1,
    ...facts,
    message: { ...message },
    ...(before?.pdf ? { pdf: before.pdf } : {}),
  }),
}

/** `<CUI>/<year>/<month>/<kind>`: by the moment of the list entry, which is known before the document. */
export function folderOf(message: Pick<ListedMessage, 'cui' | 'kind' | 'createdAt'>): string {
  const [year, month] = romaniaDay(message.createdAt).split('-')
  return [digits(message.cui), year, month, FOLDERS[message.kind]].join('/')
}

/**
 * Name for people, without its extension: `2026-11-20_FCT-1001_ROMTEST-SRL_3001474425`. The id at its end makes it
 * unique and keeps it from being a name that Windows reserves.
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

/** Path of the PDF for the document at `path`. */
export function pdfPath(path: string): string {
  return path.replace(/\.zip$/, '.pdf')
}
