import { RecipisaError } from '../../../shared/errors/recipisa-error.ts'
import { MAX_CHUNK } from '../../../shared/protocol/envelope.ts'
import type { DocumentRef } from '../../../shared/protocol/invoices/documents.ts'
import type { Archive, ArchivedDocument } from '../../archive/core/archive.ts'
import type { Services } from '../../services.ts'
import type { Handlers } from '../core/handler.ts'
import { readAttachment } from './attachments.ts'
import { whyMailMissing, whyMissing } from './missing-document.ts'

type Area = 'documents.describe' | 'documents.read'

/** Areas whose documents are made on demand. */
const MADE: readonly DocumentRef['area'][] = ['batches', 'sheets', 'agreements']

/** How many documents to keep while they are on their way, and how many bytes; beyond that, the oldest is read again. */
const MOST_OPEN = { documents: 3, bytes: 128 * 1024 * 1024 }

/** Archived bytes in pieces that fit a message (H-01). */
export function documentsOperations(services: Services): Pick<Handlers, Area> {
  // A reader requests piece after piece; the document is read and checked once, not for each piece. A page can save
  // several at once.
  const opened = new Map<string, ArchivedDocument>()

  const printed = async (archive: Archive, { ids, locale }: Extract<DocumentRef, { area: 'sheets' }>) => {
    const { printSheets } = await import('./sheets.ts')
    return printSheets(archive, ids, locale, services.log)
  }

  /** `from`: the offset where a reader continues; undefined reads the document again. */
  const open = async (ref: DocumentRef, from: number | undefined): Promise<ArchivedDocument> => {
    const key = JSON.stringify(ref)
    // A newly made document would differ each time: the bytes must be the described ones.
    const isGoingOn = from !== undefined && (from > 0 || MADE.includes(ref.area))
    const known = isGoingOn ? opened.get(key) : undefined
    if (known) return known
    const archive = await services.archive()
    const document = ref.area === 'sheets' ? await printed(archive, ref) : await readDocument(archive, ref)
    opened.delete(key)
    opened.set(key, document)
    for (const oldest of opened.keys()) {
      const size = [...opened.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
      if (oldest === key || (opened.size <= MOST_OPEN.documents && size <= MOST_OPEN.bytes)) break
      opened.delete(oldest)
    }
    return document
  }

  return {
    'documents.describe': async ({ document }) => {
      const { fileName, mediaType, bytes, sha256 } = await open(document, undefined)
      return { fileName, mediaType, size: bytes.length, sha256 }
    },
    'documents.read': async ({ document, offset }) => {
      const { bytes, sha256 } = await open(document, offset)
      const end = Math.min(offset + MAX_CHUNK, bytes.length)
      if (end === bytes.length) opened.delete(JSON.stringify(document))
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset + Math.min(offset, end), Math.max(0, end - offset))
      return { data: piece.toString('base64'), nextOffset: end < bytes.length ? end : null, sha256 }
    },
  }
}

async function readOfDeclaration({ declarations }: Archive, id: number, as: 'receipt' | 'filed') {
  if (as === 'filed') return declarations.readSubmitted(id)
  const declaration = declarations.get(id)
  if (!declaration) throw new RecipisaError('declaration-unknown', { id })
  if (declaration.receipt === 'unavailable')
    throw new RecipisaError('receipt-unavailable', { index: declaration.filingNumber ?? '–' })
  return declarations.readReceipt(declaration.filingNumber ?? '')
}

/** Reads a document. A missing one fails with the known reason instead of the mere fact. */
async function readOrExplain(
  explain: (archive: Archive, id: string) => RecipisaError | undefined,
  archive: Archive,
  id: string,
  read: () => Promise<ArchivedDocument>,
): Promise<ArchivedDocument> {
  const missing = explain(archive, id)
  if (missing) throw missing
  try {
    return await read()
  } catch (error) {
    // The file is gone, and it is known whether a sync would bring it again.
    if (error instanceof RecipisaError && error.reason === 'document-missing') throw explain(archive, id) ?? error
    throw error
  }
}

/** The bytes of a document, wherever they are stored. A document without a stored file is made from stored ones. */
export async function readDocument(
  archive: Archive,
  ref: Exclude<DocumentRef, { area: 'sheets' }>,
): Promise<ArchivedDocument> {
  switch (ref.area) {
    case 'invoices':
      return readOrExplain(whyMissing, archive, ref.id, () => archive.messages.read(ref))
    case 'mailbox':
      return readOrExplain(whyMailMissing, archive, ref.id, () => archive.mailbox.read(ref))
    case 'batches': {
      const { exportBatch } = await import('../../capabilities/registers/export-batch.ts')
      return exportBatch(archive, Number(ref.id), ref.as, ref.only)
    }
    case 'exports':
      return archive.exports.read(Number(ref.id))
    case 'receipts':
      return archive.declarations.readReceipt(ref.id)
    case 'declarations':
      return readOfDeclaration(archive, Number(ref.id), ref.as)
    case 'attachments':
      return readAttachment(archive, ref.id, ref.index)
    case 'book-exports':
      return archive.books.readExport(Number(ref.id))
    case 'agreements': {
      const { agreementTable } = await import('../../capabilities/books/agreement-table.ts')
      return agreementTable(archive, Number(ref.id))
    }
    case 'files':
      return archive.files.read(ref)
  }
}
